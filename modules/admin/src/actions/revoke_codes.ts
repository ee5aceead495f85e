import { inject } from '@adonisjs/core'
import { Database } from '@adonisjs/lucid/database'
import type { CodeBatch } from '#modules/economy/api'
import { RubyCodes } from '#modules/economy/index'
import { AuditLog } from '../audit/audit_log.ts'
import { codesSubject } from '../audit/codes_subject.ts'

/** Ends a batch of codes and records it, once. Redeemed rubies stay with the people who have them. */
@inject()
export class RevokeCodes {
  constructor(
    private readonly db: Database,
    private readonly codes: RubyCodes,
    private readonly log: AuditLog
  ) {}

  /** Returns null for an unknown batch. */
  async run(actorId: string, id: string): Promise<CodeBatch | null> {
    return this.db.transaction(async (trx) => {
      const revoked = await this.codes.revoke(id, trx)
      if (!revoked) return null
      const { batch, isNew } = revoked
      const { redeemed } = batch
      if (isNew)
        await this.log.record(
          { actorId, kind: 'codes_revoked', subject: codesSubject(batch), before: null, after: { redeemed } },
          trx
        )
      return batch
    })
  }
}
