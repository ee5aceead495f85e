import type { Database } from '@adonisjs/lucid/database'
import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import { ChatRows, type LeftRows } from './ports.ts'

/** What rows of private tables belong to, besides their user: its table, and the column with its id. */
const owners = {
  session: { table: 'chat_sessions', column: 'chat_session_id' },
  message: { table: 'chat_messages', column: 'message_id' },
  reply: { table: 'replies', column: 'reply_id' },
} as const
type Owner = keyof typeof owners

interface PrivateTable {
  name: string
  /** The rows are deleted with these. */
  of: readonly Owner[]
  /** Foreign keys delete the rows, too. */
  cascades?: true
  /** The rows outlive the texts of their chat, for statistics and receipts. */
  isReceipt?: true
}

/**
 * The tables of chats with rows of one user each, in the order in which an account's rows are deleted. Messages come before what is written
 * after them: a prompt is kept while its message is locked.
 */
export const privateTables: readonly PrivateTable[] = [
  { name: 'chat_talks', of: [] },
  { name: 'chat_allowances', of: [] },
  { name: 'chat_import_lines', of: ['session'], cascades: true },
  { name: 'chat_imports', of: ['session'], cascades: true },
  { name: 'chat_settings', of: ['session'], cascades: true },
  { name: 'chat_branches', of: ['session'], cascades: true },
  { name: 'chat_summaries', of: ['session'], cascades: true },
  { name: 'chat_facts', of: ['session'], cascades: true },
  { name: 'chat_group_members', of: ['session'], cascades: true },
  { name: 'chat_groups', of: ['session'], cascades: true },
  { name: 'chat_messages', of: ['session'] },
  { name: 'chat_message_alternates', of: ['message'] },
  { name: 'kept_prompts', of: ['message', 'reply'] },
  { name: 'prompt_texts', of: ['session', 'message'] },
  { name: 'chat_drafts', of: ['session'] },
  { name: 'rewrite_keys', of: ['reply'] },
  { name: 'reply_parts', of: ['reply'] },
  { name: 'replies', of: ['session'], isReceipt: true },
  { name: 'chat_sessions', of: [], isReceipt: true },
]

export interface OwnedRow {
  user_id: string
  id: string
}

/** SQL for a list of rows, with the parameters of `listOf`. */
export const listed = 'unnest(?::uuid[], ?::uuid[]) AS listed (user_id, id)'
export const listOf = (rows: readonly OwnedRow[]): [userIds: string[], ids: string[]] => [
  rows.map((row) => row.user_id),
  rows.map(({ id }) => id),
]

/** Deletes messages with their answers, prompts and original lines. */
export const deleteMessages = async (trx: TransactionClientContract, messages: readonly OwnedRow[]) => {
  if (messages.length === 0) return
  const list = listOf(messages)
  await trx.rawQuery(
    `DELETE FROM chat_import_lines l USING ${listed} JOIN chat_messages m USING (user_id, id)
     WHERE l.user_id = m.user_id AND l.chat_session_id = m.chat_session_id AND l.position = m.position`,
    list
  )
  await trx.rawQuery(
    `DELETE FROM chat_messages m USING ${listed} WHERE m.user_id = listed.user_id AND m.id = listed.id`,
    list
  )
  await deleteRowsOf(trx, 'message', list)
}

/** Deletes what belongs to purged chats. Their messages were deleted before. */
export const deleteRowsOf = async (trx: TransactionClientContract, owner: Owner, list: [string[], string[]]) => {
  const { column } = owners[owner]
  for (const { name } of privateTables.filter(({ of, isReceipt }) => of.includes(owner) && !isReceipt))
    await trx.rawQuery(
      `DELETE FROM ${name} rest USING ${listed} WHERE rest.user_id = listed.user_id AND rest.${column} = listed.id`,
      list
    )
}

/** Counts the rows that a deletion has left. Foreign keys don't check the tables that each reply writes. */
export class StoredChatRows extends ChatRows {
  constructor(private readonly db: Database) {
    super()
  }

  async findLeft(): Promise<LeftRows[]> {
    const found: LeftRows[] = []
    for (const { name, of } of privateTables.filter(({ cascades }) => !cascades))
      for (const owner of of) {
        const { table, column } = owners[owner]
        const { rows } = await this.db.rawQuery<{ rows: { count: number }[] }>(
          `-- all users: checks every row
           SELECT count(*)::int AS count FROM ${name} rest
           WHERE ${column} IS NOT NULL AND NOT EXISTS (
             SELECT FROM ${table} owner WHERE owner.user_id = rest.user_id AND owner.id = rest.${column}
           )`
        )
        const { count } = rows[0]!
        if (count > 0) found.push({ table: name, of: owner, count })
      }
    return found
  }
}
