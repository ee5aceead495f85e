import { inject } from '@adonisjs/core'
import { Database } from '@adonisjs/lucid/database'
import { limits as economyLimits } from '#modules/economy/api'
import { Accounts } from '#modules/accounts/index'
import { RubyCodes, type NewCodeBatch } from '#modules/economy/index'
import { fail, ok, type Result } from '#modules/kernel/result'
import { limits, type MadeCodes } from '../../api.ts'
import { AuditLog } from '../audit/audit_log.ts'
import { codesSubject } from '../audit/codes_subject.ts'
import { grantedToday } from '../queries/granted_today.ts'
import type { Actor } from './actor.ts'

/** Makes a batch of codes and records it. All its rubies count as granted, so making many needs a proof of identity. */
@inject()
export class MakeCodes {
  constructor(
    private readonly db: Database,
    private readonly accounts: Accounts,
    private readonly codes: RubyCodes,
    private readonly log: AuditLog
  ) {}

  async run(actor: Actor, batch: NewCodeBatch): Promise<Result<MadeCodes, { kind: 'too_many_rubies' | 'unproven' }>> {
    const amount = batch.codes * batch.uses * batch.rubies
    if (amount > economyLimits.adjustmentMax) return fail({ kind: 'too_many_rubies' })
    const isProven = await actor.isProven()
    return this.db.transaction(async (trx) => {
      await this.accounts.lockPerson(actor.id, trx)
      if ((await grantedToday(actor.id, trx)) + amount > limits.unprovenGrantsADay && !isProven)
        return fail({ kind: 'unproven' as const })
      const made = await this.codes.make(batch, trx)
      await this.log.record(
        {
          actorId: actor.id,
          kind: 'codes_made',
          subject: codesSubject(made.batch),
          before: null,
          after: { ...batch, amount },
        },
        trx
      )
      return ok(made)
    })
  }
}
