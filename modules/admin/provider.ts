import type { ApplicationService } from '@adonisjs/core/types'
import { Accounts } from '#modules/accounts/index'
import { AuditLog } from './src/audit/audit_log.ts'

export default class AdminProvider {
  constructor(protected app: ApplicationService) {}

  register() {
    const { container } = this.app
    container.singleton(AuditLog, async (resolver) => new AuditLog(await resolver.make(Accounts)))
  }

  async start() {
    await import('./routes.ts')
  }
}
