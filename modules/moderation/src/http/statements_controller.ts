import { inject } from '@adonisjs/core'
import type { HttpContext } from '@adonisjs/core/http'
import { answerPage } from '#modules/admin/index'
import { isId } from '#modules/kernel/ids'
import { decodeCursor, encodeCursor } from '#modules/kernel/pages'
import { readBody, readQuery } from '#modules/kernel/validation'
import { Timers } from '#plugins/contract/timers'
import type { Statement } from '../../api.ts'
import { AppealDecision } from '../actions/appeal_decision.ts'
import { statementOf } from '../domain/statements.ts'
import { DecidedQuery } from '../queries/decided_query.ts'
import { StatementLinks } from '../statement_links.ts'
import { refuse } from './refusals.ts'
import { appealValidator, statementsValidator } from './validators.ts'

/** Statements of reasons, for the people concerned by decisions, and their appeals. */
@inject()
export default class StatementsController {
  constructor(
    private readonly decided: DecidedQuery,
    private readonly appeals: AppealDecision,
    private readonly links: StatementLinks,
    private readonly timers: Timers
  ) {}

  async list(ctx: HttpContext): Promise<Statement[] | void> {
    const { limit, cursor } = await readQuery(ctx, statementsValidator)
    const before = cursor === undefined ? null : (decodeCursor(cursor, 1)?.[0] ?? '')
    if (before !== null && !isId(before)) return answerPage(ctx, null)
    const rows = await this.decided.ofSubject(ctx.auth.getUserOrFail().id, limit + 1, before)
    const page = rows.slice(0, limit)
    const next = rows.length > limit ? encodeCursor([page.at(-1)!.decision.id]) : null
    const now = new Date(this.timers.now())
    return answerPage(ctx, { items: page.map((each) => statementOf(each, now)), next })
  }

  async appeal(ctx: HttpContext): Promise<Statement | void> {
    return this.#appeal(ctx, ctx.params.id, ctx.auth.getUserOrFail().id)
  }

  async show(ctx: HttpContext): Promise<Statement | void> {
    return this.#answer(ctx, this.links.read(ctx.params.token))
  }

  async appealByLink(ctx: HttpContext): Promise<Statement | void> {
    const id = this.links.read(ctx.params.token)
    return id === null ? refuse(ctx, 'unknown_statement') : this.#appeal(ctx, id, null)
  }

  async #appeal(ctx: HttpContext, decisionId: string, userId: string | null): Promise<Statement | void> {
    const { words } = await readBody(ctx, appealValidator)
    const appealed = await this.appeals.run(decisionId, userId, words)
    return appealed.ok ? this.#answer(ctx, decisionId) : refuse(ctx, appealed.failure)
  }

  async #answer(ctx: HttpContext, decisionId: string | null): Promise<Statement | void> {
    const found = decisionId === null ? null : await this.decided.find(decisionId)
    return found ? statementOf(found, new Date(this.timers.now())) : refuse(ctx, 'unknown_statement')
  }
}
