import { inject } from '@adonisjs/core'
import { Database } from '@adonisjs/lucid/database'
import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import { BalanceUpdates, insufficientRubies, Ledger, type InsufficientRubies } from '#modules/economy/index'
import { newId } from '#modules/kernel/ids'
import { fail, ok, type Result } from '#modules/kernel/result'
import { violatedConstraint } from '#modules/kernel/sql'
import { VoiceSettings } from '../../index.ts'

/** How much longer than a call a hold lasts, for storing the audio. */
const storingSeconds = 60

/** The rubies that are held while a text is spoken. */
export interface SpeechHold {
  userId: string
  id: string
}

/** Pays for speech: holds the price before a call, then takes it with the kept audio, or gives it back. */
@inject()
export class SpeechCharges {
  constructor(
    private readonly db: Database,
    private readonly ledger: Ledger,
    private readonly balances: BalanceUpdates,
    private readonly settings: VoiceSettings
  ) {}

  /** Returns null where speech is free, without a call to the ledger. */
  async hold(userId: string): Promise<Result<SpeechHold | null, InsufficientRubies>> {
    const { price, timeoutMs } = this.settings
    if (price === 0) return ok(null)
    const id = newId()
    const seconds = Math.ceil(timeoutMs / 1_000) + storingSeconds
    try {
      await this.db.rawQuery(
        'SELECT ledger_hold(?::uuid, ?::uuid, ?::bigint, clock_timestamp() + make_interval(secs => ?::int))',
        [userId, id, price, seconds]
      )
    } catch (error) {
      if (violatedConstraint(error) !== insufficientRubies) throw error
      return fail({ kind: 'insufficient_rubies', rubies: await this.ledger.rubies(userId) })
    }
    this.balances.refresh(userId)
    return ok({ userId, id })
  }

  /** Charges a hold in the transaction that keeps the audio. A hold that expired meanwhile makes the speech free. */
  async take({ userId, id }: SpeechHold, trx: TransactionClientContract): Promise<void> {
    await trx.rawQuery(`SELECT ledger_take(?::uuid, ?::uuid, 'speech', 'Read aloud')`, [userId, id])
  }

  /** Releases what `take` has not charged. */
  async settle({ userId, id }: SpeechHold): Promise<void> {
    await this.db.rawQuery('SELECT ledger_give_back(?::uuid, ?::uuid)', [userId, id])
    this.balances.refresh(userId)
  }
}
