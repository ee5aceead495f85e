import { inject } from '@adonisjs/core'
import { Database } from '@adonisjs/lucid/database'
import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import { queryWithin } from '#modules/kernel/sql'
import { deletionOf, owners, privateTables, type Owner } from './private_tables.ts'
import { ChatRows, type LeftRows } from './ports.ts'

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

/** Deletes what belongs to these chats or messages. Delete the messages of a chat before. */
export const deleteRowsOf = async (trx: TransactionClientContract, owner: Owner, list: [string[], string[]]) => {
  const { column } = owners[owner]
  for (const each of privateTables.filter(({ of, isReceipt }) => of.includes(owner) && !isReceipt))
    await trx.rawQuery(
      deletionOf(each, `rest USING ${listed} WHERE rest.user_id = listed.user_id AND rest.${column} = listed.id`),
      list
    )
}

/** Bounds the load on the database: tables too large for this time fail the check. */
const checkTimeoutMs = 300_000

/** Counts the rows that a deletion has left. No foreign keys check the tables that each reply writes. */
@inject()
export class StoredChatRows extends ChatRows {
  constructor(private readonly db: Database) {
    super()
  }

  async findLeft(): Promise<LeftRows[]> {
    const found: LeftRows[] = []
    for (const { table, of } of privateTables.filter(({ cascades }) => !cascades))
      for (const owner of of) {
        const { table: owned, column } = owners[owner]
        const [counted] = await queryWithin<{ count: number }>(
          checkTimeoutMs,
          this.db,
          `-- all users: checks every row
           SELECT count(*)::int AS count FROM ${table} rest
           WHERE ${column} IS NOT NULL AND NOT EXISTS (
             SELECT FROM ${owned} owner WHERE owner.user_id = rest.user_id AND owner.id = rest.${column}
           )`
        )
        if (counted!.count > 0) found.push({ table, of: owner, count: counted!.count })
      }
    return found
  }
}
