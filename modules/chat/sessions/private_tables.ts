/** The owners of rows besides their user: a table, and the column with the id of its row. */
export const owners = {
  session: { table: 'chat_sessions', column: 'chat_session_id' },
  message: { table: 'chat_messages', column: 'message_id' },
  reply: { table: 'replies', column: 'reply_id' },
} as const
export type Owner = keyof typeof owners

export interface PrivateTable {
  table: string
  /** The rows are deleted with these. */
  of: readonly Owner[]
  /** Foreign keys delete the rows, too. */
  cascades?: true
  /** The rows name files, which are removed after the rows. */
  hasFiles?: true
  /** The rows outlive the texts of their chat, for statistics and receipts. */
  isReceipt?: true
}

/**
 * All private tables of chat, in the order in which the rows of an account are deleted. Deletion, purging and the count of orphans derive from
 * them. Messages come before what is written after them.
 */
export const privateTables: readonly PrivateTable[] = [
  { table: 'chat_talks', of: [] },
  { table: 'chat_folders', of: [] },
  { table: 'chat_allowances', of: [] },
  { table: 'chat_import_lines', of: ['session'], cascades: true },
  { table: 'chat_imports', of: ['session'], cascades: true },
  { table: 'chat_settings', of: ['session'], cascades: true },
  { table: 'chat_branches', of: ['session'], cascades: true },
  { table: 'chat_summaries', of: ['session'], cascades: true },
  { table: 'chat_facts', of: ['session'], cascades: true },
  { table: 'chat_group_members', of: ['session'], cascades: true },
  { table: 'chat_groups', of: ['session'], cascades: true },
  { table: 'chat_search_marks', of: ['session'], cascades: true },
  { table: 'chat_search_texts', of: ['session', 'message'], cascades: true },
  { table: 'chat_messages', of: ['session'] },
  { table: 'chat_message_alternates', of: ['message'] },
  { table: 'chat_expressions', of: ['message'] },
  { table: 'chat_pictures', of: ['session', 'message'], hasFiles: true },
  { table: 'kept_prompts', of: ['message', 'reply'] },
  { table: 'prompt_texts', of: ['session', 'message'] },
  { table: 'chat_drafts', of: ['session'] },
  { table: 'rewrite_keys', of: ['reply'] },
  { table: 'reply_parts', of: ['reply'] },
  { table: 'replies', of: ['session'], isReceipt: true },
  { table: 'chat_sessions', of: [], isReceipt: true },
]

/** SQL that deletes rows of a private table, and notes the files to remove. `which`: what follows the name of the table. */
export const deletionOf = ({ table, hasFiles }: PrivateTable, which: string): string =>
  hasFiles
    ? `WITH gone AS (DELETE FROM ${table} ${which} RETURNING rest.file)
       INSERT INTO removed_chat_pictures (file) SELECT DISTINCT file FROM gone WHERE file IS NOT NULL
       ON CONFLICT (file) DO UPDATE SET removed_at = excluded.removed_at`
    : `DELETE FROM ${table} ${which}`
