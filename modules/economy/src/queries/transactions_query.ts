import type { Database } from '@adonisjs/lucid/database'
import { decodeCursor, encodeCursor, type Page } from '#modules/kernel/pages'
import type { RubyTransaction, TransactionType } from '../../api.ts'
import type { PaidReplies } from '../../index.ts'

interface Row {
  id: string
  seq: string
  amount: string
  type: TransactionType
  description: string
  created_at: Date
  balance_after: string
  hold_id: string | null
}

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
    `SELECT id, seq, amount, type, description, created_at, balance_after, hold_id FROM ruby_transactions
     WHERE user_id = ?::uuid AND seq < ?::bigint ORDER BY seq DESC LIMIT ?::int`,
    [userId, before, limit + 1]
  )
  const items = rows.slice(0, limit)
  const last = items.at(-1)
  const chats = await replies.chatsOf(
    userId,
    items.flatMap(({ hold_id: holdId }) => holdId ?? [])
  )
  return {
    items: items.map((row) => ({ ...toTransaction(row), chat: chats.get(row.hold_id ?? '') ?? null })),
    next: rows.length > limit && last ? encodeCursor([Number(last.seq)]) : null,
  }
}

const toTransaction = ({ id, amount, type, description, created_at, balance_after }: Row) => ({
  id,
  amount: Number(amount),
  type,
  description,
  createdAt: created_at.toISOString(),
  balanceAfter: Number(balance_after),
})
