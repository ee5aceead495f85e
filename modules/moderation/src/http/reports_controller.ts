import { inject } from '@adonisjs/core'
import type { HttpContext } from '@adonisjs/core/http'
import type { Done } from '#modules/kernel/calls'
import { readBody } from '#modules/kernel/validation'
import type { Quote } from '../../api.ts'
import { ReportThing } from '../actions/report_thing.ts'
import { authorOf, Things } from '../things.ts'
import { refuse } from './refusals.ts'
import { reportValidator } from './validators.ts'

@inject()
export default class ReportsController {
  constructor(
    private readonly reportThing: ReportThing,
    private readonly things: Things
  ) {}

  async create(ctx: HttpContext): Promise<Done | void> {
    const { kind, id, reason, words, messageIds = [] } = await readBody(ctx, reportValidator)
    const reported = await this.reportThing.run({
      user: ctx.auth.getUserOrFail(),
      thing: { kind, id: id.toLowerCase() },
      reason,
      words,
      messageIds,
    })
    if (!reported.ok) return refuse(ctx, reported.failure)
    ctx.response.status(201)
    return { message: 'Thank you. Moderators will look at it.' }
  }

  async quotes(ctx: HttpContext): Promise<Quote[] | void> {
    const found = await this.things.quotes(ctx.auth.getUserOrFail().id, ctx.params.messageId)
    if (!found) return refuse(ctx, 'unknown_thing')
    return found.messages.map((message) => ({
      id: message.id,
      author: authorOf(message),
      isUser: message.isUser,
      text: message.content,
    }))
  }
}
