import type { ApplicationService } from '@adonisjs/core/types'
import { Database } from '@adonisjs/lucid/database'
import { Accounts } from '#modules/accounts/index'
import { RubyAdjustments } from '#modules/economy/index'
import { OperatorActs } from './index.ts'
import { AdjustRubies } from './src/actions/adjust_rubies.ts'
import { AuditLog } from './src/audit/audit_log.ts'
import { RecordedOperatorActs } from './src/operator_acts.ts'

export default class AdminProvider {
  constructor(protected app: ApplicationService) {}

  register() {
    const { container } = this.app
    container.singleton(AuditLog, async (resolver) => new AuditLog(await resolver.make(Accounts)))
    container.singleton(
      AdjustRubies,
      async (resolver) =>
        new AdjustRubies(
          await resolver.make(Database),
          await resolver.make(Accounts),
          await resolver.make(RubyAdjustments),
          await resolver.make(AuditLog)
        )
    )
    container.singleton(
      OperatorActs,
      async (resolver) =>
        new RecordedOperatorActs(
          await resolver.make(Database),
          await resolver.make(Accounts),
          await resolver.make(AdjustRubies),
          await resolver.make(AuditLog)
        )
    )
  }

  async start() {
    await import('./routes.ts')
  }
}
