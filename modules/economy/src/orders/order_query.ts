import type { Database } from '@adonisjs/lucid/database'
import type { OrderState, RubyOrder } from '../../api.ts'

interface Row {
  id: string
  rubies: string
  amount_cents: string
  currency: string
  state: OrderState
  created_at: Date
  paid_at: Date | null
  is_test: boolean
}

/** Returns one of the user's own orders. Null if it doesn't exist or belongs to another user. */
export const orderQuery = async (db: Database, userId: string, orderId: string): Promise<RubyOrder | null> => {
  const { rows } = await db.rawQuery<{ rows: Row[] }>(
    `SELECT id, rubies, amount_cents, currency, state, created_at, paid_at, is_test FROM ruby_orders
     WHERE user_id = ?::uuid AND id = ?::uuid`,
    [userId, orderId]
  )
  const row = rows[0]
  if (!row) return null
  return {
    id: row.id,
    rubies: Number(row.rubies),
    priceCents: Number(row.amount_cents),
    currency: row.currency,
    state: row.state,
    createdAt: row.created_at.toISOString(),
    paidAt: row.paid_at?.toISOString() ?? null,
    isTest: row.is_test,
  }
}
