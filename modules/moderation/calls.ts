/** The calls of reports, decisions and appeals. */
import type { ById, Call, Done } from '#modules/kernel/calls'
import type {
  AppealOutcomeBody,
  CaseDetails,
  CaseState,
  ContentSweep,
  DecisionBody,
  ListedCase,
  NoticeBody,
  Quote,
  Reason,
  ReportBody,
  Statement,
  ThingKind,
} from './api.ts'

export const report: Call<Done, { body: ReportBody }> = 'POST /api/reports'
/** The messages that a report of an answer can quote, oldest first. The last one is the answer. */
export const listQuotes: Call<Quote[], { params: { messageId: string } }> = 'GET /api/reports/quotes/:messageId'

/** For people without an account. They get a mail with a link that confirms their address. */
export const sendNotice: Call<Done, { body: NoticeBody }> = 'POST /api/notices'
export const confirmNotice: Call<Done, { body: { token: string } }> = 'POST /api/notices/confirm'

/** The statements of reasons for the caller, newest first. */
export const listStatements: Call<Statement[], { query: { limit: number } }> = 'GET /api/statements'
export const appeal: Call<Statement, ById & { body: { words: string } }> = 'POST /api/statements/:id/appeal'
/** For people who can't sign in: the token is in the link of their mail. */
export const getStatement: Call<Statement, { params: { token: string } }> = 'GET /api/statement-links/:token'
export const appealByLink: Call<Statement, { params: { token: string }; body: { words: string } }> =
  'POST /api/statement-links/:token/appeal'

export const listCases: Call<
  ListedCase[],
  { query: { state?: CaseState; kind?: ThingKind; reason?: Reason; limit?: number } }
> = 'GET /api/admin/cases'
export const getCase: Call<CaseDetails, ById> = 'GET /api/admin/cases/:id'
/** Null while no moderation provider needs a job. */
export const getContentSweep: Call<{ sweep: ContentSweep | null }> = 'GET /api/admin/content-sweep'
export const decideCase: Call<CaseDetails, ById & { body: DecisionBody }> = 'POST /api/admin/cases/:id/decisions'
export const undoDecision: Call<CaseDetails, ById & { body: { words: string } }> = 'POST /api/admin/decisions/:id/undo'
export const decideAppeal: Call<CaseDetails, ById & { body: AppealOutcomeBody }> =
  'POST /api/admin/decisions/:id/appeal'
