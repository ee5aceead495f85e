import type { ApplicationService } from '@adonisjs/core/types'
import { Accounts } from '#modules/accounts/index'
import { bindSingletons } from '#modules/kernel/container'
import { PeriodicTasks } from '#modules/kernel/periodic_tasks'
import { AccessTokens } from './src/access_tokens.ts'
import { McpTools } from './src/mcp/mcp_tools.ts'
import { AnswerCompletion } from './src/models/answer_completion.ts'
import { BeginCompletion } from './src/models/begin_completion.ts'
import { OperatorTokens } from './src/operator_tokens.ts'
import { IdempotencyKeys } from './src/models/idempotency_keys.ts'
import { ListModels } from './src/models/list_models.ts'
import { exportTokens } from './src/queries/export_tokens.ts'
import { NewTokenLimit, TokenCallLimit } from './src/rate_limits.ts'
import { bootWebhooks, readyWebhooks, registerWebhooks } from './src/webhooks/webhooks_provider.ts'

const purgeEveryMs = 600_000

export default class AccessProvider {
  constructor(protected app: ApplicationService) {}

  register() {
    registerWebhooks(this.app)
    bindSingletons(this.app, [
      AccessTokens,
      AnswerCompletion,
      BeginCompletion,
      IdempotencyKeys,
      ListModels,
      McpTools,
      NewTokenLimit,
      OperatorTokens,
      TokenCallLimit,
    ])
  }

  async boot() {
    const { container } = this.app
    const [accounts, tokens] = [await container.make(Accounts), await container.make(AccessTokens)]
    const keys = await container.make(IdempotencyKeys)
    accounts.closing.on(({ userId }, trx) => tokens.forgetUser(userId, trx))
    accounts.closing.on(({ userId }, trx) => keys.forgetUser(userId, trx))
    exportTokens(accounts.exportSections, tokens)
    await bootWebhooks(this.app)
  }

  async start() {
    await import('./routes.ts')
  }

  async ready() {
    if (this.app.getEnvironment() !== 'web') return
    const { container } = this.app
    const [tasks, keys] = [await container.make(PeriodicTasks), await container.make(IdempotencyKeys)]
    tasks.start({ purpose: 'purge idempotency keys', everyMs: purgeEveryMs, run: () => keys.purge() })
    await readyWebhooks(this.app)
  }
}
