/** The calls of reports, decisions and appeals. */
import type { ById, Call, Done, Page } from '#modules/kernel/calls'
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

/**
 * Reports a thing. See [Reports and decisions](#reports-and-decisions). 404 if the caller can't see it. 422 `own_thing`. 409
 * `reported_already`. 20 a day, then 429.
 * @answers 201
 */
export const report: Call<Done, { body: ReportBody }> = 'POST /api/reports'
/** The messages that a report of an answer can quote, oldest first. The answer comes last. */
export const listQuotes: Call<Quote[], { params: { messageId: string } }> = 'GET /api/reports/quotes/:messageId'

/**
 * Reports illegal content without an account. See [Reports and decisions](#reports-and-decisions). 3 a day and e-mail, 5 an hour and network,
 * 500 a day in all, then 429. 403 `challenge_needed` without proof of work for the form `report`.
 * @answers 201
 */
export const sendNotice: Call<Done, { body: NoticeBody }> = 'POST /api/notices'
/** Confirms a notice by the link in the mail, within 7 days, otherwise 404. */
export const confirmNotice: Call<Done, { body: { token: string } }> = 'POST /api/notices/confirm'

/** The decisions that concern the caller, newest first. `limit` 50, at most 100, `cursor`. */
export const listStatements: Call<Statement[], { query?: Page }> = 'GET /api/statements'
/** Appeals a decision. 409 `appealed_already`, `no_appeal`. */
export const appeal: Call<Statement, ById & { body: { words: string } }> = 'POST /api/statements/:id/appeal'
/** A decision, by the link in the mail and without signing in. 404 for an invalid token. */
export const getStatement: Call<Statement, { params: { token: string } }> = 'GET /api/statement-links/:token'
/** Appeals a decision by the link in the mail. */
export const appealByLink: Call<Statement, { params: { token: string }; body: { words: string } }> =
  'POST /api/statement-links/:token/appeal'

/**
 * Cases by the due time, or closed ones, newest first. `state` is `open` (default), `appealed` or `closed`. `limit` 50, at most 100, `cursor`.
 */
export const listCases: Call<
  ListedCase[],
  { query?: Page & { state?: CaseState; kind?: ThingKind; reason?: Reason } }
> = 'GET /api/admin/cases'
/** A case with snapshots, reports, decisions, and related cases. */
export const getCase: Call<CaseDetails, ById> = 'GET /api/admin/cases/:id'
/** How far what was public before has been judged. Null without a provider that needs a job. */
export const getContentSweep: Call<{ sweep: ContentSweep | null }> = 'GET /api/admin/content-sweep'
/**
 * Decides a case. 409 `decided_meanwhile` unless `seen` is the number of decisions. 409 `no_effect`. 422 `not_applicable`. 403
 * `role_too_high`. 403 `proof_needed` to suspend or ban. Audited.
 */
export const decideCase: Call<CaseDetails, ById & { body: DecisionBody }> = 'POST /api/admin/cases/:id/decisions'
/** Undoes a decision. 409 `undone_already`. 403 `role_too_high`. Audited. */
export const undoDecision: Call<CaseDetails, ById & { body: { words: string } }> = 'POST /api/admin/decisions/:id/undo'
/** Decides an appeal. `upheld` or `reversed`. 409 `no_open_appeal`. 403 `own_decision` for the moderator who decided. Audited. */
export const decideAppeal: Call<CaseDetails, ById & { body: AppealOutcomeBody }> =
  'POST /api/admin/decisions/:id/appeal'
