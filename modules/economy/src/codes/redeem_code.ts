import { inject } from '@adonisjs/core'
import { Database } from '@adonisjs/lucid/database'
import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import { rateLimit } from '#modules/kernel/rate_limit'
import { fail, ok, type Result } from '#modules/kernel/result'
import { limits } from '../../api.ts'
import { Ledger } from '../../index.ts'
import { hashOfCode } from './code_text.ts'

/** Unknown codes per user and hour. */
export class WrongCodes extends rateLimit('codes:user', limits.wrongCodesPerHour, '1 hour') {}

export type CodeRefusal =
  | { kind: 'unknown_code' | 'redeemed_already' | 'code_ended' | 'code_used_up' }
  /** The person has redeemed as many codes of this batch as a person may. */
  | { kind: 'batch_limit'; perPerson: number }
  | { kind: 'too_many_codes'; retryAfterSeconds: number }

interface Code {
  batchId: string
  usesLeft: number
  name: string
  rubies: number
  perPerson: number
  hasEnded: boolean
}

/** Credits the rubies of a code, once per code and user. */
@inject()
export class RedeemCode {
  constructor(
    private readonly db: Database,
    private readonly ledger: Ledger,
    private readonly wrongCodes: WrongCodes
  ) {}

  /** `rubies` is the available balance. */
  async run(userId: string, typed: string): Promise<Result<{ reward: number; rubies: number }, CodeRefusal>> {
    // Counted before, so that concurrent tries count, too.
    const retryAfterSeconds = await this.wrongCodes.count(userId)
    if (retryAfterSeconds !== null) return fail({ kind: 'too_many_codes', retryAfterSeconds })
    const redeemed = await this.db.transaction((trx) => this.#redeem(userId, hashOfCode(typed), trx))
    if (redeemed.ok || redeemed.failure.kind !== 'unknown_code') await this.wrongCodes.uncount(userId)
    return redeemed
  }

  async #redeem(
    userId: string,
    hash: Buffer,
    trx: TransactionClientContract
  ): Promise<Result<{ reward: number; rubies: number }, CodeRefusal>> {
    // Locks the account before the code, everywhere. Redemptions of one user wait for each other, so that the limit per person holds.
    await trx.rawQuery('SELECT rubies FROM ledger_lock_account(?::uuid)', [userId])
    const code = await this.#lock(hash, trx)
    if (!code) return fail({ kind: 'unknown_code' })
    const { batchId, rubies, name, perPerson } = code
    const key = `code:${batchId}:${hash.toString('hex')}`
    const { rows } = await trx.rawQuery<{ rows: { key: string }[] }>(
      `SELECT idempotency_key AS key FROM ruby_transactions WHERE user_id = ?::uuid AND idempotency_key LIKE ?`,
      [userId, `code:${batchId}:%`]
    )
    if (rows.some((each) => each.key === key)) return fail({ kind: 'redeemed_already' })
    if (code.hasEnded) return fail({ kind: 'code_ended' })
    if (code.usesLeft === 0) return fail({ kind: 'code_used_up' })
    if (rows.length >= perPerson) return fail({ kind: 'batch_limit', perPerson })
    await trx.rawQuery('UPDATE ruby_codes SET uses_left = uses_left - 1 WHERE hash = ?', [hash as never])
    const posted = await this.ledger.post({ userId, amount: rubies, type: 'code', description: name, key }, trx)
    if (!posted.ok) throw new Error('The ledger refused a credit.')
    return ok({ reward: rubies, rubies: posted.value.rubies })
  }

  async #lock(hash: Buffer, trx: TransactionClientContract): Promise<Code | undefined> {
    const { rows } = await trx.rawQuery<{ rows: Code[] }>(
      `SELECT c.batch_id AS "batchId", c.uses_left AS "usesLeft", b.name, b.rubies::float8, b.per_person AS "perPerson",
         b.revoked_at IS NOT NULL OR b.expires_at <= clock_timestamp() AS "hasEnded"
       FROM ruby_codes c JOIN ruby_code_batches b ON b.id = c.batch_id WHERE c.hash = ? FOR UPDATE OF c`,
      [hash as never]
    )
    return rows[0]
  }
}
