import type { ApplicationService } from '@adonisjs/core/types'
import { Database } from '@adonisjs/lucid/database'
import { Accounts, DisabledReasons, SealedSecrets } from '#modules/accounts/index'
import { Jobs } from '#modules/jobs/index'
import { bindPort, bindSingletons } from '#modules/kernel/container'
import { PeriodicTasks } from '#modules/kernel/periodic_tasks'
import { AppSettings, Brand } from '#modules/kernel/settings'
import { Mail } from '#modules/mail/index'
import { Notifications } from '#modules/notices/index'
import { CaseQueue } from './index.ts'
import { AppealDecision } from './src/actions/appeal_decision.ts'
import { ConfirmNotice } from './src/actions/confirm_notice.ts'
import { DecideAppeal } from './src/actions/decide_appeal.ts'
import { DecideCase } from './src/actions/decide_case.ts'
import { forgetPerson } from './src/actions/forget_person.ts'
import { PurgeCases } from './src/actions/purge_cases.ts'
import { ReportThing } from './src/actions/report_thing.ts'
import { SendNotice } from './src/actions/send_notice.ts'
import { UndoDecision } from './src/actions/undo_decision.ts'
import { DecisionLog } from './src/decision_log.ts'
import { Effects } from './src/effects.ts'
import { AnswerNotices } from './src/notices/answer_notices.ts'
import { Contacts } from './src/notices/contacts.ts'
import { FiledReports } from './src/filed_reports.ts'
import { FileNotice } from './src/notices/file_notice.ts'
import { NoticeLinks } from './src/notices/notice_links.ts'
import { answerMail, composeAnswerMail, composeConfirmationMail, confirmationMail } from './src/notices/notice_mails.ts'
import { CaseQueueQuery } from './src/queries/case_queue_query.ts'
import { CaseQuery } from './src/queries/case_query.ts'
import { CasesQuery } from './src/queries/cases_query.ts'
import { DecidedQuery } from './src/queries/decided_query.ts'
import { exportModeration } from './src/queries/export_moderation.ts'
import { NoticesInAll, NoticesPerAddress, NoticesPerNetwork, ReportLimit } from './src/rate_limits.ts'
import { showDecisions } from './src/show_decisions.ts'
import { StatementLinks } from './src/statement_links.ts'
import { composeStatementMail, statementMail } from './src/statement_mail.ts'
import { SweepContent, sweepKind } from './src/sweep_content.ts'
import { Things } from './src/things.ts'

const purgeEveryMs = 3_600_000
const sweepEveryMs = 60_000

export default class ModerationProvider {
  constructor(protected app: ApplicationService) {}

  register() {
    bindSingletons(this.app, [
      AnswerNotices,
      AppealDecision,
      CaseQuery,
      CasesQuery,
      ConfirmNotice,
      Contacts,
      DecideAppeal,
      DecideCase,
      DecidedQuery,
      DecisionLog,
      Effects,
      FiledReports,
      FileNotice,
      NoticeLinks,
      NoticesInAll,
      NoticesPerAddress,
      NoticesPerNetwork,
      PurgeCases,
      ReportLimit,
      ReportThing,
      SendNotice,
      StatementLinks,
      SweepContent,
      Things,
      UndoDecision,
    ])
    bindPort(this.app, CaseQueue, CaseQueueQuery)
    bindPort(this.app, DisabledReasons, StatementLinks)
  }

  async boot() {
    const { container } = this.app
    const accounts = await container.make(Accounts)
    accounts.closing.on(({ userId }, trx) => forgetPerson(userId, trx))
    exportModeration(accounts.exportSections, await container.make(Database))
    const [decided, links] = [await container.make(DecidedQuery), await container.make(StatementLinks)]
    const { name: productName } = await container.make(Brand)
    const mail = await container.make(Mail)
    mail.compose(statementMail, composeStatementMail({ accounts, decided, links, productName }))
    const [db, contacts] = [await container.make(Database), await container.make(Contacts)]
    const { appUrl } = await container.make(AppSettings)
    const notices = { db, contacts, links: await container.make(NoticeLinks), appUrl, productName }
    mail.compose(confirmationMail, composeConfirmationMail(notices))
    mail.compose(answerMail, composeAnswerMail(notices))
    const secrets = await container.make(SealedSecrets)
    secrets.add(() => contacts.reseal())
    const notifications = await container.make(Notifications)
    notifications.show('decision', showDecisions(decided, links))
    const sweep = await container.make(SweepContent)
    const jobs = await container.make(Jobs)
    jobs.define(sweepKind, sweep.run.bind(sweep))
  }

  async start() {
    await import('./routes.ts')
  }

  async ready() {
    if (this.app.getEnvironment() !== 'web') return
    const { container } = this.app
    const [cases, tasks] = [await container.make(PurgeCases), await container.make(PeriodicTasks)]
    const sweep = await container.make(SweepContent)
    const judge = { purpose: 'judge what was public before', everyMs: sweepEveryMs, run: () => sweep.begin() }
    tasks.start({ purpose: 'delete closed cases of reports', everyMs: purgeEveryMs, run: () => cases.run() }, judge)
    tasks.runNow(judge)
  }
}
