import { BaseSchema } from '@adonisjs/lucid/schema'

export default class extends BaseSchema {
  override async up() {
    // One import per user at a time. The process that runs it renews the lease, so that a crash doesn't block the user.
    this.schema.raw(`
      CREATE TABLE card_imports_under_way (
        user_id uuid CONSTRAINT card_imports_under_way_pkey PRIMARY KEY,
        import_id uuid NOT NULL,
        expires_at timestamptz(3) NOT NULL
      )`)
    // The files of lorebooks, to find doubles. The lorebook may be gone.
    this.schema.raw(`
      CREATE TABLE card_lorebook_files (
        owner_id uuid NOT NULL,
        sha256 bytea NOT NULL,
        lorebook_id uuid NOT NULL,
        CONSTRAINT card_lorebook_files_pkey PRIMARY KEY (owner_id, sha256)
      )`)
  }

  override async down() {
    this.schema.raw('DROP TABLE card_lorebook_files')
    this.schema.raw('DROP TABLE card_imports_under_way')
  }
}
