import type { ApplicationService } from '@adonisjs/core/types'
import { Database } from '@adonisjs/lucid/database'
import { Timers } from '#plugins/contract/timers'
import { Accounts, UserDirectory } from '#modules/accounts/index'
import { ReplyStatistics, TierModels } from '#modules/chat/index'
import { LedgerChecks, RubyAdjustments, RubyFlow } from '#modules/economy/index'
import { AdminCharacters, BuiltInImports, CharacterImports, Gallery } from '#modules/gallery/index'
import { BulkImports, WorkFolder } from '#modules/cards/index'
import { Jobs, type JobRun } from '#modules/jobs/index'
import { PeriodicTaskRunner } from '#modules/kernel/periodic_tasks'
import { Outbox } from '#modules/mail/index'
import { OperatorActs } from './index.ts'
import { ActOnCharacters } from './src/actions/act_on_characters.ts'
import { AdjustRubies } from './src/actions/adjust_rubies.ts'
import { CancelCardImport } from './src/actions/cancel_card_import.ts'
import { DisableAccount } from './src/actions/disable_account.ts'
import { ExplainModel } from './src/actions/explain_model.ts'
import { forgetCardImports } from './src/actions/forget_card_imports.ts'
import { ImportForAdmin } from './src/actions/import_for_admin.ts'
import { ReadMail } from './src/actions/read_mail.ts'
import { cardImportKind, RunCardImport, type CardImportProgress } from './src/actions/run_card_import.ts'
import { StartCardImport } from './src/actions/start_card_import.ts'
import { SweepCardImports } from './src/actions/sweep_card_imports.ts'
import { AuditLog } from './src/audit/audit_log.ts'
import { DashboardQuery } from './src/dashboard/dashboard_query.ts'
import { RecordedOperatorActs } from './src/operator_acts.ts'
import { ActsQuery } from './src/queries/acts_query.ts'
import { CardImportsQuery } from './src/queries/card_imports_query.ts'
import { ImportUploads } from './src/uploads/import_uploads.ts'

const sweepEveryMs = 60_000

export default class AdminProvider {
  #tasks?: PeriodicTaskRunner

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
      ExplainModel,
      async (resolver) =>
        new ExplainModel(await resolver.make(Database), await resolver.make(TierModels), await resolver.make(AuditLog))
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
    this.#registerCardImports()
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
      return new DashboardQuery(sources, await resolver.make(Timers))
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
          await resolver.make(Accounts),
          await resolver.make(CharacterImports),
          await resolver.make(BuiltInImports),
          await resolver.make(AdminCharacters),
          await resolver.make(AuditLog)
        )
    )
  }

  #registerCardImports() {
    const { container, config } = this.app
    container.singleton(ImportUploads, () => {
      const open = async () => (await import('#modules/kernel/open_disk')).openDisk(config.get('cards.uploads'))
      return new ImportUploads(open)
    })
    container.singleton(
      CardImportsQuery,
      async (resolver) => new CardImportsQuery(await resolver.make(Database), await resolver.make(Jobs))
    )
    container.singleton(
      StartCardImport,
      async (resolver) =>
        new StartCardImport(
          await resolver.make(Database),
          await resolver.make(Jobs),
          await resolver.make(ImportUploads),
          await resolver.make(AuditLog)
        )
    )
    container.singleton(
      CancelCardImport,
      async (resolver) =>
        new CancelCardImport(await resolver.make(Database), await resolver.make(Jobs), await resolver.make(AuditLog))
    )
    container.singleton(
      RunCardImport,
      async (resolver) =>
        new RunCardImport({
          db: await resolver.make(Database),
          bulk: await resolver.make(BulkImports),
          uploads: await resolver.make(ImportUploads),
          workFolder: await resolver.make(WorkFolder),
        })
    )
    container.singleton(
      SweepCardImports,
      async (resolver) =>
        new SweepCardImports(
          await resolver.make(Database),
          await resolver.make(Jobs),
          await resolver.make(ImportUploads)
        )
    )
  }

  async boot() {
    const { container } = this.app
    const [accounts, log] = [await container.make(Accounts), await container.make(AuditLog)]
    accounts.closing.on(({ userId }, trx) => log.forgetName(userId, trx))
    const jobs = await container.make(Jobs)
    jobs.define(cardImportKind, async (job: JobRun<object, CardImportProgress>) =>
      (await container.make(RunCardImport)).run(job)
    )
    accounts.closing.on(({ userId }, trx) => forgetCardImports(userId, jobs, trx))
    const { commentModerated } = await container.make(Gallery)
    // Don't record the comment's text, because the audit log outlives the account of the comment's author.
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

  async ready() {
    if (this.app.getEnvironment() !== 'web') return
    const { container } = this.app
    const sweep = await container.make(SweepCardImports)
    this.#tasks = new PeriodicTaskRunner(
      [{ purpose: 'remove the files of imports', everyMs: sweepEveryMs, run: (signal) => sweep.run(signal) }],
      await container.make('logger'),
      await container.make(Timers)
    )
    this.#tasks.start()
  }

  async shutdown() {
    await this.#tasks?.stop()
  }
}
