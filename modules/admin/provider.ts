import type { ApplicationService } from '@adonisjs/core/types'
import { Database } from '@adonisjs/lucid/database'
import { Accounts, UserDirectory } from '#modules/accounts/index'
import { ReplyStatistics } from '#modules/chat/index'
import { LedgerChecks, RubyAdjustments, RubyFlow } from '#modules/economy/index'
import { AdminCharacters, BuiltInImports, CharacterImports, Gallery } from '#modules/gallery/index'
import { Outbox } from '#modules/mail/index'
import { SystemClock } from '#modules/kernel/clock'
import { OperatorActs } from './index.ts'
import { ActOnCharacters } from './src/actions/act_on_characters.ts'
import { AdjustRubies } from './src/actions/adjust_rubies.ts'
import { DisableAccount } from './src/actions/disable_account.ts'
import { ImportForAdmin } from './src/actions/import_for_admin.ts'
import { ReadMail } from './src/actions/read_mail.ts'
import { AuditLog } from './src/audit/audit_log.ts'
import { DashboardQuery } from './src/dashboard/dashboard_query.ts'
import { RecordedOperatorActs } from './src/operator_acts.ts'
import { ActsQuery } from './src/queries/acts_query.ts'

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
    container.singleton(
      DisableAccount,
      async (resolver) =>
        new DisableAccount(await resolver.make(Database), await resolver.make(Accounts), await resolver.make(AuditLog))
    )
    container.singleton(
      ReadMail,
      async (resolver) =>
        new ReadMail(
          await resolver.make(Database),
          await resolver.make(Outbox),
          await resolver.make(Accounts),
          await resolver.make(AuditLog)
        )
    )
    this.#registerReads()
    this.#registerCharacters()
  }

  #registerReads() {
    const { container } = this.app
    container.singleton(ActsQuery, async (resolver) => new ActsQuery(await resolver.make(Database)))
    container.singleton(DashboardQuery, async (resolver) => {
      const sources = {
        users: await resolver.make(UserDirectory),
        replies: await resolver.make(ReplyStatistics),
        rubies: await resolver.make(RubyFlow),
        ledger: await resolver.make(LedgerChecks),
      }
      return new DashboardQuery(sources, new SystemClock())
    })
  }

  #registerCharacters() {
    const { container } = this.app
    container.singleton(
      ActOnCharacters,
      async (resolver) =>
        new ActOnCharacters(
          await resolver.make(Database),
          await resolver.make(AdminCharacters),
          await resolver.make(AuditLog)
        )
    )
    container.singleton(
      ImportForAdmin,
      async (resolver) =>
        new ImportForAdmin(
          await resolver.make(Database),
          await resolver.make(CharacterImports),
          await resolver.make(BuiltInImports),
          await resolver.make(AdminCharacters),
          await resolver.make(AuditLog)
        )
    )
  }

  async boot() {
    const { container } = this.app
    const [accounts, log] = [await container.make(Accounts), await container.make(AuditLog)]
    accounts.closing.on(({ userId }, trx) => log.forgetName(userId, trx))
    const { commentModerated } = await container.make(Gallery)
    // Don't log the comment's text. The log is kept when its author's account is deleted.
    commentModerated.on(({ kind, actorId, character, commentId, authorId }, trx) => {
      const subject = { type: 'character', ...character } as const
      const comment = { commentId, authorId }
      const [before, after] = kind === 'comment_removed' ? [comment, null] : [null, comment]
      return log.record({ actorId, kind, subject, before, after }, trx)
    })
  }

  async start() {
    await import('./routes.ts')
  }
}
