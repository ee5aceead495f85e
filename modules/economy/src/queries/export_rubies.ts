import type { Database } from '@adonisjs/lucid/database'
import { eachRow, jsonList, type ExportSections } from '#modules/accounts/index'
import { nilUuid } from '#modules/kernel/ids'

/** Adds the economy's sections to the account export. */
export const exportRubies = (sections: ExportSections, db: Database) => {
  const rowsOf = async <Row>(sql: string, values: (string | number)[]): Promise<Row[]> =>
    (await db.rawQuery<{ rows: Row[] }>(sql, values)).rows

  sections.add('rubies', async function* ({ id }) {
    const rows = await rowsOf(
      `SELECT balance::float8, held::float8, debt::float8 FROM ruby_accounts WHERE user_id = ?::uuid`,
      [id]
    )
    yield JSON.stringify(rows[0] ?? null)
  })
  sections.add('rubyTransactions', ({ id }) =>
    jsonList(
      eachRow<{ seq: number }>(500, (last, limit) =>
        rowsOf(
          `SELECT id, seq::float8, amount::float8, balance_after::float8 AS "balanceAfter", type, description,
             created_at AS "createdAt"
           FROM ruby_transactions WHERE user_id = ?::uuid AND seq > ?::bigint ORDER BY seq LIMIT ?::int`,
          [id, last?.seq ?? 0, limit]
        )
      )
    )
  )
  sections.add('rubyShares', async function* ({ id }) {
    const rows = await rowsOf(
      `SELECT posted::float8 AS earned, (accrued - 100 * posted)::float8 AS "remainderHundredths" FROM share_accounts WHERE user_id = ?::uuid`,
      [id]
    )
    yield JSON.stringify(rows[0] ?? null)
  })
  sections.add('sharesPaid', ({ id }) =>
    jsonList(
      eachRow<{ replyId: string }>(500, (last, limit) =>
        rowsOf(
          `SELECT hold_id AS "replyId", origin, bought::float8 AS "boughtRubies", returned::float8 AS "returnedRubies",
             share::float8 AS "shareHundredths", created_at AS "createdAt"
           FROM share_accruals WHERE user_id = ?::uuid AND hold_id > ?::uuid ORDER BY hold_id LIMIT ?::int`,
          [id, last?.replyId ?? nilUuid, limit]
        )
      )
    )
  )
  sections.add('orders', ({ id }) =>
    jsonList(
      eachRow<{ id: string }>(500, (last, limit) =>
        rowsOf(
          `SELECT id, rubies::float8, amount_cents::float8 AS "priceCents", currency, state, provider, reference,
             payment_reference AS "paymentReference", refunded_cents::float8 AS "refundedCents", is_test AS "isTest",
             created_at AS "createdAt", paid_at AS "paidAt"
           FROM ruby_orders WHERE user_id = ?::uuid AND id > ?::uuid ORDER BY id LIMIT ?::int`,
          [id, last?.id ?? nilUuid, limit]
        )
      )
    )
  )
}
