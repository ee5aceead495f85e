import { BaseSchema } from '@adonisjs/lucid/schema'

/** Imports of cards by admins. Their state and progress are those of the job with the same id. */
export default class extends BaseSchema {
  override async up() {
    this.schema.raw(`
      CREATE TABLE card_imports (
        id uuid NOT NULL,
        -- owns the imported characters
        actor_id uuid NOT NULL,
        -- name and bytes of each; the store has them under their number
        files jsonb NOT NULL,
        created_at timestamptz NOT NULL DEFAULT now(),
        -- when the uploaded files were removed
        removed_at timestamptz,
        CONSTRAINT card_imports_pkey PRIMARY KEY (id)
      )
    `)
    this.schema.raw('CREATE INDEX card_imports_actor ON card_imports (actor_id)')
    this.schema.raw('CREATE INDEX card_imports_stored ON card_imports (id) WHERE removed_at IS NULL')
    this.schema.raw(`
      CREATE TABLE card_import_files (
        import_id uuid NOT NULL,
        n bigint GENERATED ALWAYS AS IDENTITY,
        -- a finished file, which a later run leaves out
        file text NOT NULL,
        -- null for a JSON list without refused entries
        outcome json,
        CONSTRAINT card_import_files_pkey PRIMARY KEY (import_id, n),
        CONSTRAINT card_import_files_import FOREIGN KEY (import_id) REFERENCES card_imports ON DELETE CASCADE
      )
    `)
  }

  override async down() {
    this.schema.dropTable('card_import_files')
    this.schema.dropTable('card_imports')
  }
}
