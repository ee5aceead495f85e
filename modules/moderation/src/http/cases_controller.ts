import { inject } from '@adonisjs/core'
import type { HttpContext } from '@adonisjs/core/http'
import { actorOf, answerPage } from '#modules/admin/index'
import type { Result } from '#modules/kernel/result'
import { readBody, readQuery } from '#modules/kernel/validation'
import type { CaseDetails, ListedCase } from '../../api.ts'
import { DecideAppeal } from '../actions/decide_appeal.ts'
import { DecideCase } from '../actions/decide_case.ts'
import { UndoDecision } from '../actions/undo_decision.ts'
import { CaseQuery } from '../queries/case_query.ts'
import { CasesQuery } from '../queries/cases_query.ts'
import { refuse } from './refusals.ts'
import { appealOutcomeValidator, casesValidator, decisionValidator, undoValidator } from './validators.ts'

/** The queue of moderators. Each change answers the case as it is then. */
@inject()
export default class CasesController {
  constructor(
    private readonly cases: CasesQuery,
    private readonly details: CaseQuery,
    private readonly decideCase: DecideCase,
    private readonly undoDecision: UndoDecision,
    private readonly appeals: DecideAppeal
  ) {}

  async list(ctx: HttpContext): Promise<ListedCase[] | void> {
    const { state = 'open', kind = null, reason = null, limit, cursor } = await readQuery(ctx, casesValidator)
    return answerPage(ctx, await this.cases.run({ state, kind, reason, limit, after: cursor }))
  }

  async show(ctx: HttpContext): Promise<CaseDetails | void> {
    return (await this.details.run(ctx.params.id)) ?? refuse(ctx, 'unknown_case')
  }

  async decide(ctx: HttpContext): Promise<CaseDetails | void> {
    const { alike = [], ...decision } = await readBody(ctx, decisionValidator)
    const decided = await this.decideCase.run({ actor: actorOf(ctx), caseId: ctx.params.id, alike, ...decision })
    return decided.ok ? this.show(ctx) : refuse(ctx, decided.failure)
  }

  async undo(ctx: HttpContext): Promise<CaseDetails | void> {
    const { words } = await readBody(ctx, undoValidator)
    return this.#answer(ctx, await this.undoDecision.run({ actor: actorOf(ctx), decisionId: ctx.params.id, words }))
  }

  async decideAppeal(ctx: HttpContext): Promise<CaseDetails | void> {
    const outcome = await readBody(ctx, appealOutcomeValidator)
    return this.#answer(ctx, await this.appeals.run({ actor: actorOf(ctx), decisionId: ctx.params.id, ...outcome }))
  }

  async #answer(
    ctx: HttpContext,
    done: Result<{ caseId: string }, Parameters<typeof refuse>[1]>
  ): Promise<CaseDetails | void> {
    if (!done.ok) return refuse(ctx, done.failure)
    return (await this.details.run(done.value.caseId)) ?? refuse(ctx, 'unknown_case')
  }
}
