import { BaseSchema } from '@adonisjs/lucid/schema'
import { privateTable } from '#modules/kernel/private_table'

/**
 * The files that characters came from. The card's text is in the row, as bytes: JSON types would change it, and text can't hold NUL. The
 * files are stored elsewhere, each once per user. A transaction can't take them along, so `card_files` says which ones are unused.
 */
export default class extends BaseSchema {
  override async up() {
    this.schema.raw(
      privateTable(
        'card_files',
        `
        user_id uuid NOT NULL,
        sha256 bytea NOT NULL CONSTRAINT card_files_sha256 CHECK (octet_length(sha256) = 32),
        bytes bigint NOT NULL,
        -- No character has it since then. Such a file is removed later.
        unused_since timestamptz(3) DEFAULT clock_timestamp(),
        CONSTRAINT card_files_pkey PRIMARY KEY (user_id, sha256)
        `
      )
    )
    this.schema.raw('CREATE INDEX card_files_unused ON card_files (unused_since) WHERE unused_since IS NOT NULL')

    this.schema.raw(
      privateTable(
        'card_originals',
        `
        user_id uuid NOT NULL,
        character_id uuid NOT NULL,
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
        -- The parts of the file that the import stored: the addresses of its pictures, and whether it stored a lorebook. An export
        -- compares them with the present character, to know which parts of the file are still in use. Null: not recorded.
        stored jsonb,
        CONSTRAINT card_originals_pkey PRIMARY KEY (user_id, character_id),
        CONSTRAINT card_originals_file FOREIGN KEY (user_id, sha256) REFERENCES card_files (user_id, sha256)
        `
      )
    )
    // Purged characters, and those of a group chat, are of any user.
    this.schema.raw('CREATE INDEX card_originals_by_character ON card_originals (character_id)')
    this.schema.raw('CREATE INDEX card_originals_by_file ON card_originals (user_id, sha256)')
    this.schema.raw('CREATE INDEX card_originals_by_document ON card_originals (user_id, document_sha256)')

    // Further hashes by which a card is known: those of a character's earlier files and texts, and of its address in another app.
    this.schema.raw(
      privateTable(
        'card_known_hashes',
        `
        user_id uuid NOT NULL,
        hash bytea NOT NULL CONSTRAINT card_known_hashes_hash CHECK (octet_length(hash) = 32),
        character_id uuid NOT NULL,
        created_at timestamptz(3) NOT NULL DEFAULT clock_timestamp(),
        CONSTRAINT card_known_hashes_pkey PRIMARY KEY (user_id, hash, character_id)
        `
      )
    )
    this.schema.raw('CREATE INDEX card_known_hashes_by_character ON card_known_hashes (character_id, created_at)')

    // The files of lorebooks, to find doubles. The lorebook may be gone.
    this.schema.raw(
      privateTable(
        'card_lorebook_files',
        `
        user_id uuid NOT NULL,
        sha256 bytea NOT NULL,
        lorebook_id uuid NOT NULL,
        created_at timestamptz(3) NOT NULL DEFAULT clock_timestamp(),
        CONSTRAINT card_lorebook_files_pkey PRIMARY KEY (user_id, sha256)
        `
      )
    )
    // Finds the oldest ones of a user, which are removed over the limit.
    this.schema.raw('CREATE INDEX card_lorebook_files_by_age ON card_lorebook_files (user_id, created_at)')

    // One import per user at a time. The process that runs it renews the lease, so that a crash doesn't block the user.
    this.schema.raw(`
      CREATE TABLE card_imports_under_way (
        user_id uuid CONSTRAINT card_imports_under_way_pkey PRIMARY KEY,
        import_id uuid NOT NULL,
        expires_at timestamptz(3) NOT NULL
      )
    `)
  }
}
