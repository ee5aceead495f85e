import type { ApplicationService } from '@adonisjs/core/types'
import { Accounts } from '#modules/accounts/index'
import { bindSingletons } from '#modules/kernel/container'
import { AccessTokens } from './src/access_tokens.ts'
import { exportTokens } from './src/queries/export_tokens.ts'
import { NewTokenLimit, TokenCallLimit } from './src/rate_limits.ts'
import { bootWebhooks, readyWebhooks, registerWebhooks } from './src/webhooks/webhooks_provider.ts'

export default class AccessProvider {
  constructor(protected app: ApplicationService) {}

  register() {
    bindSingletons(this.app, [AccessTokens, NewTokenLimit, TokenCallLimit])
    registerWebhooks(this.app)
  }

  async boot() {
    const { container } = this.app
    const [accounts, tokens] = [await container.make(Accounts), await container.make(AccessTokens)]
    accounts.closing.on(({ userId }, trx) => tokens.forgetUser(userId, trx))
    exportTokens(accounts.exportSections, tokens)
    await bootWebhooks(this.app)
  }

  async start() {
    await import('./routes.ts')
  }

  async ready() {
    if (this.app.getEnvironment() === 'web') await readyWebhooks(this.app)
  }
}
