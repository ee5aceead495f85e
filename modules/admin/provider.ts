import type { ApplicationService } from '@adonisjs/core/types'
import { Accounts, SignUps } from '#modules/accounts/index'
import { ControlRoom } from '#modules/connections/index'
import { ModelPrices } from '#modules/costs/index'
import { Gallery } from '#modules/gallery/index'
import { Jobs, type JobRun } from '#modules/jobs/index'
import { bindPort, bindSingletons } from '#modules/kernel/container'
import { Maintenance } from '#modules/kernel/maintenance'
import { PeriodicTasks } from '#modules/kernel/periodic_tasks'
import { Notice } from '#modules/kernel/settings'
import { Notifications } from '#modules/notices/index'
import { Bus } from '#modules/realtime/index'
import { OperatorActs } from './index.ts'
import { ActOnCharacters } from './src/actions/act_on_characters.ts'
import { AdjustRubies } from './src/actions/adjust_rubies.ts'
import { CancelCardImport } from './src/actions/cancel_card_import.ts'
import { DecideReview } from './src/actions/decide_review.ts'
import { ChangeSignUp } from './src/actions/change_sign_up.ts'
import { DisableAccount } from './src/actions/disable_account.ts'
import { DeleteAnnouncement } from './src/actions/delete_announcement.ts'
import { ExplainModel } from './src/actions/explain_model.ts'
import { forgetCardImports } from './src/actions/forget_card_imports.ts'
import { ImportForAdmin } from './src/actions/import_for_admin.ts'
import { MakeCodes } from './src/actions/make_codes.ts'
import { PublishPages } from './src/actions/publish_pages.ts'
import { ReadMail } from './src/actions/read_mail.ts'
import { RevokeCodes } from './src/actions/revoke_codes.ts'
import { recordInvitation } from './src/actions/record_invitation.ts'
import { cardImportKind, RunCardImport, type CardImportProgress } from './src/actions/run_card_import.ts'
import { SaveAnnouncement } from './src/actions/save_announcement.ts'
import { SetMaintenance } from './src/actions/set_maintenance.ts'
import { StartCardImport } from './src/actions/start_card_import.ts'
import { SweepCardImports } from './src/actions/sweep_card_imports.ts'
import { WelcomeInvited } from './src/actions/welcome_invited.ts'
import { WordNotice } from './src/actions/word_notice.ts'
import { NotifyAnnouncements } from './src/announcements/notify_announcements.ts'
import { SiteNotices } from './src/announcements/site_notices.ts'
import { WordedNotice } from './src/announcements/worded_notice.ts'
import { AuditLog } from './src/audit/audit_log.ts'
import { DashboardQuery } from './src/dashboard/dashboard_query.ts'
import { userSubject } from './src/audit/user_subject.ts'
import { RecordedOperatorActs } from './src/operator_acts.ts'
import { ActsQuery } from './src/queries/acts_query.ts'
import { CardImportsQuery } from './src/queries/card_imports_query.ts'
import { ImportUploads } from './src/uploads/import_uploads.ts'

const sweepEveryMs = 60_000
const notifyEveryMs = 30_000
/** Changes are announced. This is for a process that missed one. */
const readNoticesEveryMs = 60_000

export default class AdminProvider {
  constructor(protected app: ApplicationService) {}

  register() {
    const { container, config } = this.app
    bindSingletons(this.app, [
      ActOnCharacters,
      ActsQuery,
      AdjustRubies,
      AuditLog,
      CancelCardImport,
      CardImportsQuery,
      ChangeSignUp,
      DashboardQuery,
      DecideReview,
      DeleteAnnouncement,
      DisableAccount,
      ExplainModel,
      ImportForAdmin,
      MakeCodes,
      NotifyAnnouncements,
      PublishPages,
      ReadMail,
      RevokeCodes,
      RunCardImport,
      SaveAnnouncement,
      SetMaintenance,
      SiteNotices,
      StartCardImport,
      SweepCardImports,
      WelcomeInvited,
      WordNotice,
    ])
    bindPort(this.app, Maintenance, SiteNotices)
    bindPort(this.app, Notice, WordedNotice)
    bindPort(this.app, OperatorActs, RecordedOperatorActs)
    container.singleton(ImportUploads, () => new ImportUploads(config.get('cards.uploads')))
  }

  async boot() {
    const { container } = this.app
    const [accounts, log] = [await container.make(Accounts), await container.make(AuditLog)]
    accounts.closing.on(({ userId }, trx) => log.forgetName(userId, trx))
    const welcome = await container.make(WelcomeInvited)
    accounts.opened.on((opened, trx) => welcome.run(opened, trx))
    const { invitationChanged } = await container.make(SignUps)
    invitationChanged.on((change, trx) => recordInvitation(change, { accounts, log, trx }))
    const room = await container.make(ControlRoom)
    room.changed.on(({ actorId, kind, name, before, after }, trx) =>
      log.record({ actorId, kind, subject: { type: 'model', id: null, name }, before, after }, trx)
    )
    const prices = await container.make(ModelPrices)
    prices.changed.on(({ actorId, provider, model, before, after }, trx) => {
      const subject = { type: 'model', id: null, name: `${provider}: ${model}` } as const
      const [from, to] = [before && { ...before }, { ...after }]
      return log.record({ actorId, kind: 'price_changed', subject, before: from, after: to }, trx)
    })
    const jobs = await container.make(Jobs)
    jobs.define(cardImportKind, async (job: JobRun<object, CardImportProgress>) =>
      (await container.make(RunCardImport)).run(job)
    )
    accounts.closing.on(({ userId }, trx) => forgetCardImports(userId, jobs, trx))
    const notifications = await container.make(Notifications)
    notifications.show('announcement', (await container.make(NotifyAnnouncements)).show)
    const { commentModerated, minorsContentHeld } = await container.make(Gallery)
    // Don't record the comment's text, because the audit log outlives the account of the comment's author.
    commentModerated.on(({ kind, actorId, character, commentId, authorId }, trx) => {
      const subject = { type: 'character', ...character } as const
      const comment = { commentId, authorId }
      const [before, after] = kind === 'comment_removed' ? [comment, null] : [null, comment]
      return log.record({ actorId, kind, subject, before, after }, trx)
    })
    minorsContentHeld.on(async ({ reviewId, userId, characterId, commentId }, trx) => {
      const person = await accounts.person(userId, trx)
      const subject = person ? userSubject(person) : ({ type: 'user', id: userId, name: '' } as const)
      const after = { reviewId, characterId, commentId }
      await log.record({ actorId: null, kind: 'minors_content_held', subject, before: null, after }, trx)
    })
  }

  async start() {
    await import('./routes.ts')
    if (this.app.getEnvironment() !== 'web') return
    const { container } = this.app
    const notices = await container.make(SiteNotices)
    const [bus, tasks] = [await container.make(Bus), await container.make(PeriodicTasks)]
    const read = { purpose: 'read the announcements', everyMs: readNoticesEveryMs, run: () => notices.read() }
    bus.listen(SiteNotices.channel, () => tasks.runNow(read))
    bus.onGap(() => tasks.runNow(read))
    // Before the server accepts requests, and after the migrations.
    this.app.starting(() => notices.read())
    tasks.start(read)
  }

  async ready() {
    if (this.app.getEnvironment() !== 'web') return
    const { container } = this.app
    const sweep = await container.make(SweepCardImports)
    const tasks = await container.make(PeriodicTasks)
    const announcements = await container.make(NotifyAnnouncements)
    tasks.start(
      { purpose: 'remove the files of imports', everyMs: sweepEveryMs, run: (signal) => sweep.run(signal) },
      { purpose: 'notify of announcements', everyMs: notifyEveryMs, run: () => announcements.run() }
    )
  }
}
