import type { Database } from '@adonisjs/lucid/database'
import { decodeCursor, encodeCursor, type Page } from '#modules/kernel/pages'
import { attributesOf, type Attributes } from '#modules/kernel/tables'
import type { RubyTransaction } from '../../api.ts'
import type { PaidReplies } from '../../index.ts'
import { RubyTransactionRow } from '../tables/ruby_transaction_row.ts'

type Row = Omit<Attributes<RubyTransactionRow>, 'userId' | 'idempotencyKey' | 'requestHash'>
const columns = attributesOf(RubyTransactionRow, { without: ['user_id', 'idempotency_key', 'request_hash'] })

/** Returns a user's history, newest first, each charge with its chat. Null for an invalid cursor. */
export const transactionsQuery = async (
  db: Database,
  replies: PaidReplies,
  userId: string,
  { limit, cursor }: { limit: number; cursor?: string }
): Promise<Page<RubyTransaction> | null> => {
  const before = cursor === undefined ? Number.MAX_SAFE_INTEGER : decodeCursor(cursor, 1)?.[0]
  if (typeof before !== 'number' || !Number.isSafeInteger(before)) return null

  const { rows } = await db.rawQuery<{ rows: Row[] }>(
    `SELECT ${columns} FROM ruby_transactions
     WHERE user_id = ?::uuid AND seq < ?::bigint ORDER BY seq DESC LIMIT ?::int`,
    [userId, before, limit + 1]
  )
  const items = rows.slice(0, limit)
  const last = items.at(-1)
  const chats = await replies.chatsOf(
    userId,
    items.flatMap(({ holdId }) => holdId ?? [])
  )
  return {
    items: items.map((row) => ({ ...toTransaction(row), chat: chats.get(row.holdId ?? '') ?? null })),
    next: rows.length > limit && last ? encodeCursor([Number(last.seq)]) : null,
  }
}

const toTransaction = ({ id, amount, type, description, createdAt, balanceAfter }: Row) => ({
  id,
  amount: Number(amount),
  type,
  description,
  createdAt: createdAt.toISOString(),
  balanceAfter: Number(balanceAfter),
})
