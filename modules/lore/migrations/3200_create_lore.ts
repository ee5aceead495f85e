import { BaseSchema } from '@adonisjs/lucid/schema'
import { privateTable } from '#modules/kernel/private_table'

/**
 * Lorebooks and their entries. `bytes` of a book is the size of its entries and its original file, for the limits of a user.
 * `entry_count` and `bytes` change in the transaction that changes an entry, which locks the book first.
 *
 * The original is kept as bytes: JSON columns reorder keys and refuse texts that files contain. Entries stand in the order of `position`,
 * whose gaps leave room for moves. `origin` is the key of the entry in the original.
 */
export default class extends BaseSchema {
  override async up() {
    this.schema.raw(
      privateTable(
        'lorebooks',
        `
        user_id uuid NOT NULL,
        id uuid NOT NULL,
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
        -- The entries can join all chats of the user.
        always_on boolean NOT NULL DEFAULT false,
        CONSTRAINT lorebooks_pkey PRIMARY KEY (user_id, id),
        CONSTRAINT lorebooks_original CHECK ((original IS NULL) = (original_format IS NULL))
        `
      )
    )
    // Every reply asks for them, and few users have any.
    this.schema.raw('CREATE INDEX lorebooks_always_on ON lorebooks (user_id) WHERE always_on')
    this.schema.raw(`
      CREATE FUNCTION lore_always_on(p_user uuid) RETURNS uuid[] LANGUAGE sql STABLE AS $$
        SELECT ARRAY(SELECT id FROM lorebooks WHERE user_id = p_user AND always_on ORDER BY id)
      $$
    `)

    this.schema.raw(
      privateTable(
        'lorebook_entries',
        `
        user_id uuid NOT NULL,
        id uuid NOT NULL,
        lorebook_id uuid NOT NULL,
        position bigint NOT NULL,
        name text NOT NULL,
        content text NOT NULL CONSTRAINT lorebook_entries_content CHECK (char_length(content) <= 100000),
        fields jsonb NOT NULL,
        bytes int NOT NULL,
        origin text,
        revision int NOT NULL DEFAULT 1,
        updated_at timestamptz(3) NOT NULL DEFAULT clock_timestamp(),
        CONSTRAINT lorebook_entries_pkey PRIMARY KEY (user_id, id),
        CONSTRAINT lorebook_entries_lorebook FOREIGN KEY (user_id, lorebook_id) REFERENCES lorebooks (user_id, id) ON DELETE CASCADE
        `
      )
    )
    this.schema.raw('CREATE INDEX lorebook_entries_in_order ON lorebook_entries (user_id, lorebook_id, position, id)')
  }
}
