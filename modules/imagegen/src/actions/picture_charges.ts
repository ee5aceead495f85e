import { inject } from '@adonisjs/core'
import { Database } from '@adonisjs/lucid/database'
import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import { BalanceUpdates, insufficientRubies, Ledger, type InsufficientRubies } from '#modules/economy/index'
import { newId } from '#modules/kernel/ids'
import { fail, ok, type Result } from '#modules/kernel/result'
import { violatedConstraint } from '#modules/kernel/sql'
import { ImageSettings } from '../../index.ts'

/** How much longer than a drawing a hold lasts, for storing the picture. */
const storingSeconds = 120

/** The rubies that are held while a picture is drawn. */
export interface PictureHold {
  userId: string
  id: string
}

/** Pays for pictures: holds the price before a drawing, then takes it with the stored picture, or gives it back. */
@inject()
export class PictureCharges {
  constructor(
    private readonly db: Database,
    private readonly ledger: Ledger,
    private readonly balances: BalanceUpdates,
    private readonly settings: ImageSettings
  ) {}

  /** Returns null for a free picture, without a call to the ledger. */
  async hold(userId: string, cost: number): Promise<Result<PictureHold | null, InsufficientRubies>> {
    if (cost === 0) return ok(null)
    const id = newId()
    const seconds = Math.ceil(this.settings.timeoutMs / 1_000) + storingSeconds
    try {
      await this.db.rawQuery(
        'SELECT ledger_hold(?::uuid, ?::uuid, ?::bigint, clock_timestamp() + make_interval(secs => ?::int))',
        [userId, id, cost, seconds]
      )
    } catch (error) {
      if (violatedConstraint(error) !== insufficientRubies) throw error
      return fail({ kind: 'insufficient_rubies', rubies: await this.ledger.rubies(userId) })
    }
    this.balances.refresh(userId)
    return ok({ userId, id })
  }

  /** Charges a hold in the transaction that lists the picture. A hold that expired meanwhile makes the picture free. */
  async take({ userId, id }: PictureHold, description: string, trx: TransactionClientContract): Promise<void> {
    await trx.rawQuery(`SELECT ledger_take(?::uuid, ?::uuid, 'picture', ?)`, [userId, id, description])
  }

  /** Releases what `take` has not charged. */
  async settle({ userId, id }: PictureHold): Promise<void> {
    await this.db.rawQuery('SELECT ledger_give_back(?::uuid, ?::uuid)', [userId, id])
    this.balances.refresh(userId)
  }
}
