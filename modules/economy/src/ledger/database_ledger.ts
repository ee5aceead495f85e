import { inject } from '@adonisjs/core'
import { Database } from '@adonisjs/lucid/database'
import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import { Hook } from '#modules/kernel/hook'
import { fail, ok } from '#modules/kernel/result'
import { Ledger, type Credit, type Posting } from '../../index.ts'
import { ledgerChannel } from '../balances/balance_events.ts'
import { ledgerCheckQuery } from '../queries/ledger_check_query.ts'

/** Holds per statement: enough to catch up after an outage, few enough to keep locks short. */
const expiredPerStatement = 200

interface Posted {
  outcome: 'posted' | 'repeated' | 'insufficient_rubies'
  transaction_id: string
  balance: string
  rubies: string
}

/** Typed calls of the ledger's SQL functions, which contain all of its logic. */
@inject()
export class DatabaseLedger extends Ledger {
  readonly credited = new Hook<Credit>()

  constructor(private readonly db: Database) {
    super()
  }

  async openAccount(userId: string, trx: TransactionClientContract) {
    await trx.rawQuery('SELECT ledger_open_account(?::uuid)', [userId])
  }

  async post(posting: Posting, trx?: TransactionClientContract) {
    if (!Number.isSafeInteger(posting.amount)) throw new RangeError('Rubies are whole numbers.')
    return trx ? this.#post(posting, trx) : this.db.transaction((own) => this.#post(posting, own))
  }

  async #post({ userId, amount, type, description, key }: Posting, trx: TransactionClientContract) {
    const { rows } = await trx.rawQuery<{ rows: [Posted] }>('SELECT * FROM ledger_post(?::uuid, ?::bigint, ?, ?, ?)', [
      userId,
      amount,
      type,
      description,
      key,
    ])
    const { outcome, transaction_id: transactionId, ...posted } = rows[0]
    const rubies = Number(posted.rubies)
    if (outcome === 'posted' && amount > 0)
      await this.credited.run({ userId, transactionId, rubies: amount, type }, trx)
    if (outcome === 'insufficient_rubies') return fail({ kind: 'insufficient_rubies' as const, rubies })
    return ok({ transactionId, balance: Number(posted.balance), rubies })
  }

  /**
   * Takes back rubies after a refund or dispute. Takes the available rubies now, and the rest becomes debt. Never refuses. Idempotent by
   * key.
   */
  async takeBack(
    { userId, amount, type, description, key }: Posting & { type: 'refund' | 'dispute' },
    trx?: TransactionClientContract
  ) {
    if (!Number.isSafeInteger(amount)) throw new RangeError('Rubies are whole numbers.')
    const { rows } = await (trx ?? this.db).rawQuery<{ rows: [{ taken: string; owed: string }] }>(
      'SELECT taken, owed FROM ledger_take_back(?::uuid, ?::bigint, ?, ?, ?)',
      [userId, amount, type, description, key]
    )
    return { taken: Number(rows[0].taken), owed: Number(rows[0].owed) }
  }

  async rubies(userId: string) {
    const { rows } = await this.db.rawQuery<{ rows: { rubies: string }[] }>(
      'SELECT balance - held AS rubies FROM ruby_accounts WHERE user_id = ?::uuid',
      [userId]
    )
    return Number(rows[0]?.rubies ?? 0)
  }

  async expireHolds() {
    let expired = 0
    for (;;) {
      const { rows } = await this.db.rawQuery<{ rows: [{ expired: number }] }>(
        // Reads a second ahead, because further holds may fall due before the function runs. Unchanged balances aren't sent.
        `-- all users: the sweep
         WITH due AS MATERIALIZED (
           SELECT user_id FROM ruby_holds WHERE state = 'held' AND expires_at <= clock_timestamp() + INTERVAL '1 second'
           ORDER BY expires_at LIMIT :limit::int
         ), released AS MATERIALIZED (
           SELECT ledger_expire_holds(:limit::int) AS expired FROM (SELECT count(*) FROM due) read
         )
         SELECT expired, (SELECT count(pg_notify('${ledgerChannel}', user_id::text)) FROM due WHERE expired > 0) FROM released`,
        { limit: expiredPerStatement }
      )
      expired += rows[0].expired
      if (rows[0].expired < expiredPerStatement) return expired
    }
  }

  async verify(trx?: TransactionClientContract) {
    return ledgerCheckQuery(trx ?? this.db)
  }
}
