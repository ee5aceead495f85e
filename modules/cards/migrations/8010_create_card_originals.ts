import { BaseSchema } from '@adonisjs/lucid/schema'

/**
 * The files that characters came from. The card's text is in the row, as bytes: JSON types would change it, and text can't hold NUL. The
 * files are stored elsewhere, each once per owner. A transaction can't take them along, so `card_files` says which ones are unused.
 */
export default class extends BaseSchema {
  override async up() {
    this.schema.raw(`
      CREATE TABLE card_files (
        owner_id uuid NOT NULL,
        sha256 bytea NOT NULL CONSTRAINT card_files_sha256 CHECK (octet_length(sha256) = 32),
        bytes bigint NOT NULL,
        -- No character has it since then. Such a file is removed later.
        unused_since timestamptz(3) DEFAULT clock_timestamp(),
        CONSTRAINT card_files_pkey PRIMARY KEY (owner_id, sha256)
      )`)
    this.schema.raw(`CREATE INDEX card_files_unused ON card_files (unused_since) WHERE unused_since IS NOT NULL`)
    this.schema.raw(`
      CREATE TABLE card_originals (
        character_id uuid CONSTRAINT card_originals_pkey PRIMARY KEY,
        owner_id uuid NOT NULL,
        sha256 bytea NOT NULL,
        -- The name that the file had. Never a path.
        file_name text,
        -- The name of the archive that it was in.
        archive_name text,
        file_format text NOT NULL,
        card_format text NOT NULL,
        -- The card's text as it was, and where in the file it is.
        document bytea NOT NULL,
        document_source text NOT NULL,
        document_sha256 bytea NOT NULL CONSTRAINT card_originals_document_sha256 CHECK (octet_length(document_sha256) = 32),
        -- How it arrived: 'upload' by its owner, or 'bulk' by an admin.
        came_by text NOT NULL,
        created_at timestamptz(3) NOT NULL DEFAULT clock_timestamp(),
        CONSTRAINT card_originals_file FOREIGN KEY (owner_id, sha256) REFERENCES card_files (owner_id, sha256)
      )`)
    this.schema.raw(`CREATE INDEX card_originals_by_file ON card_originals (owner_id, sha256)`)
    this.schema.raw(`CREATE INDEX card_originals_by_document ON card_originals (owner_id, document_sha256)`)
  }

  override async down() {
    this.schema.raw('DROP TABLE card_originals')
    this.schema.raw('DROP TABLE card_files')
  }
}
