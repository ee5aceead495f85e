import { inject } from '@adonisjs/core'
import type { HttpContext } from '@adonisjs/core/http'
import { Replies, StreamLimit, Tiers, type EndedReply } from '#modules/chat/index'
import { sendRefusal } from '#modules/kernel/refusals'
import { readBody, readDocument } from '#modules/kernel/validation'
import { EventStream } from '#modules/realtime/index'
import { modelLimits, type CompletionUsage } from '../../api.ts'
import { AnswerCompletion } from '../models/answer_completion.ts'
import { isAnswer } from '../models/begin_completion.ts'
import { completionValidator, orderOf, type CompletionOrder } from '../models/completion_request.ts'
import { keyOf, type RequestKey } from '../models/idempotency_keys.ts'
import { CompletionListener } from './completion_listener.ts'
import { failureOf, refuseModel } from './model_refusals.ts'
import { openAiError } from './openai_error.ts'

/** Answers programs in the shape of OpenAI. */
@inject()
export default class CompletionsController {
  constructor(
    private readonly answers: AnswerCompletion,
    private readonly replies: Replies,
    private readonly tiers: Tiers,
    private readonly limit: StreamLimit
  ) {}

  async create(ctx: HttpContext) {
    const order = orderOf(await readBody(ctx, completionValidator), this.tiers)
    if (typeof order === 'string') return refuseModel(ctx, order)
    const given = ctx.request.header('idempotency-key')
    if (given !== undefined && (given === '' || given.length > modelLimits.keyMax))
      return refuseModel(ctx, 'invalid_key')
    const key = given === undefined ? null : keyOf(given, readDocument(ctx))
    if (!this.limit.acquire(ctx.auth.getUserOrFail().id, ctx.response.response))
      return refuseModel(ctx, 'too_many_streams')
    return this.#answer(ctx, order, key)
  }

  async #answer(ctx: HttpContext, order: CompletionOrder, key: RequestKey | null) {
    const answered = await this.answers.run(
      ctx.auth.getUserOrFail(),
      order,
      key,
      () => new CompletionListener(order.model, ctx.response.response, order.isStreamed ? new EventStream(ctx) : null)
    )
    if (answered.kind === 'gone') return
    const { listener } = answered
    if (answered.kind === 'ended') return this.#end(ctx, order, answered.listener, answered.end)
    if (!listener || !order.isStreamed) return refuseModel(ctx, answered.refused)
    return listener.fail(openAiError(503, unavailable))
  }

  async #end(
    ctx: HttpContext,
    { isStreamed, sendsUsage }: CompletionOrder,
    listener: CompletionListener,
    end: EndedReply | null
  ) {
    if (!end || !isAnswer(end)) {
      const failure = failureOf(end)
      return isStreamed ? listener.fail(openAiError(failure.status, failure)) : sendRefusal(ctx, failure)
    }
    const { isCut, declined, id } = end.message!
    const reason = declined ? 'content_filter' : isCut ? 'length' : 'stop'
    const usage = await this.#usageOf(ctx, id)
    return isStreamed
      ? listener.finish(reason, usage, sendsUsage)
      : ctx.response.json(listener.completion(reason, usage))
  }

  /** An answer without its usage is better than none. */
  async #usageOf({ auth, logger }: HttpContext, messageId: string): Promise<CompletionUsage | undefined> {
    try {
      const tokens = await this.replies.readTokens(auth.getUserOrFail().id, messageId)
      return tokens
        ? { prompt_tokens: tokens.input, completion_tokens: tokens.output, total_tokens: tokens.input + tokens.output }
        : undefined
    } catch (error) {
      logger.warn({ err: error, messageId }, 'the tokens of an answer could not be read')
      return undefined
    }
  }
}

const unavailable = {
  code: 'server_lost',
  message: 'The server stopped in the middle of this reply. Please try again.',
}
