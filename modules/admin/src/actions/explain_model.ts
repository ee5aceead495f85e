import { inject } from '@adonisjs/core'
import { Database } from '@adonisjs/lucid/database'
import { TierModels } from '#modules/chat/index'
import { AuditLog } from '../audit/audit_log.ts'

interface ExplainInput {
  actorId: string
  tier: string
  reason: string | null
}

/** Sets the reason that chats show for the model of a tier, and records it. Idempotent. Returns false for an unknown tier. */
@inject()
export class ExplainModel {
  constructor(
    private readonly db: Database,
    private readonly models: TierModels,
    private readonly log: AuditLog
  ) {}

  run({ actorId, tier, reason }: ExplainInput): Promise<boolean> {
    return this.db.transaction(async (trx) => {
      const model = await this.models.setReason(tier, reason, trx)
      if (!model) return false
      if (model.before === reason) return true
      const subject = { type: 'model', id: null, name: `${tier}: ${model.name}` } as const
      const change = { before: { reason: model.before }, after: { reason } }
      await this.log.record({ actorId, kind: 'model_reason_changed', subject, ...change }, trx)
      return true
    })
  }
}
