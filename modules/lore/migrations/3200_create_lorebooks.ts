import { BaseSchema } from '@adonisjs/lucid/schema'

/**
 * Lorebooks and their entries. `bytes` of a book is the size of its entries and its original file, for the limits of a user.
 * `entry_count` and `bytes` change in the transaction that changes an entry, which locks the book first.
 *
 * The original is kept as bytes: JSON columns reorder keys and refuse texts that files contain. Entries stand in the order of `position`,
 * whose gaps leave room for moves. `origin` is the key of the entry in the original.
 */
export default class extends BaseSchema {
  override async up() {
    this.schema.raw(`
      CREATE TABLE lorebooks (
        id uuid CONSTRAINT lorebooks_pkey PRIMARY KEY,
        owner_id uuid NOT NULL,
        name text NOT NULL CONSTRAINT lorebooks_name CHECK (btrim(name) <> '' AND char_length(name) <= 500),
        description text NOT NULL CONSTRAINT lorebooks_description CHECK (char_length(description) <= 20000),
        scan_depth int,
        token_budget int,
        recursive boolean,
        revision int NOT NULL DEFAULT 1,
        entry_count int NOT NULL DEFAULT 0 CONSTRAINT lorebooks_entry_count CHECK (entry_count BETWEEN 0 AND 10000),
        bytes bigint NOT NULL DEFAULT 0 CONSTRAINT lorebooks_bytes CHECK (bytes >= 0),
        original bytea,
        original_format text,
        created_at timestamptz(3) NOT NULL DEFAULT clock_timestamp(),
        updated_at timestamptz(3) NOT NULL DEFAULT clock_timestamp(),
        CONSTRAINT lorebooks_original CHECK ((original IS NULL) = (original_format IS NULL))
      )`)
    this.schema.raw(`CREATE INDEX lorebooks_by_owner ON lorebooks (owner_id, id DESC)`)
    this.schema.raw(`
      CREATE TABLE lorebook_entries (
        id uuid CONSTRAINT lorebook_entries_pkey PRIMARY KEY,
        lorebook_id uuid NOT NULL CONSTRAINT lorebook_entries_lorebook REFERENCES lorebooks (id) ON DELETE CASCADE,
        position bigint NOT NULL,
        name text NOT NULL,
        content text NOT NULL CONSTRAINT lorebook_entries_content CHECK (char_length(content) <= 100000),
        fields jsonb NOT NULL,
        bytes int NOT NULL,
        origin text,
        revision int NOT NULL DEFAULT 1,
        updated_at timestamptz(3) NOT NULL DEFAULT clock_timestamp()
      )`)
    this.schema.raw(`CREATE INDEX lorebook_entries_in_order ON lorebook_entries (lorebook_id, position, id)`)
  }

  override async down() {
    this.schema.raw(`DROP TABLE lorebook_entries`)
    this.schema.raw(`DROP TABLE lorebooks`)
  }
}
