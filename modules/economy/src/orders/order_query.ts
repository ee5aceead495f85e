import type { Database } from '@adonisjs/lucid/database'
import type { RubyOrder } from '../../api.ts'
import { RubyOrderRow } from '../tables/ruby_order_row.ts'

/** Returns one of the user's own orders. Null if it doesn't exist or belongs to another user. */
export const orderQuery = async (db: Database, userId: string, orderId: string): Promise<RubyOrder | null> => {
  const row = await RubyOrderRow.of(userId, { client: db.connection() }).where('id', orderId).first()
  if (!row) return null
  return {
    id: row.id,
    rubies: Number(row.rubies),
    priceCents: Number(row.amountCents),
    currency: row.currency,
    state: row.state,
    createdAt: row.createdAt.toISOString(),
    paidAt: row.paidAt?.toISOString() ?? null,
    isTest: row.isTest,
  }
}
