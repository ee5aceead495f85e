import { inject } from '@adonisjs/core'
import type { HttpContext } from '@adonisjs/core/http'
import { problem } from '#modules/kernel/problem'
import { isId } from '#modules/kernel/ids'
import { limits } from '../api.ts'
import { BranchChat, ChangeMessage, type ChangeRefusal } from '../sessions/index.ts'
import { adultGate, invalid, noSuchChat, noSuchMessage, replyRunning } from './refusals.ts'

@inject()
export default class ChatBranchesController {
  constructor(
    private readonly branchChat: BranchChat,
    private readonly changeMessage: ChangeMessage
  ) {}

  /** POST /api/chats/{sessionId}/branches */
  async store(ctx: HttpContext) {
    const { messageId } = ctx.request.body() ?? {}
    if (typeof messageId !== 'string') return invalid(ctx, 'messageId', 'required', 'messageId is missing.')
    if (!isId(messageId)) return noSuchMessage(ctx)
    const outcome = await this.branchChat.run({
      user: ctx.auth.getUserOrFail(),
      sessionId: ctx.params.id,
      messageId,
    })
    switch (outcome.kind) {
      case 'branched':
        return ctx.response.created(outcome.session)
      case 'no_such_chat':
        return noSuchChat(ctx)
      case 'no_such_message':
        return noSuchMessage(ctx)
      case 'adult_gate':
        return adultGate(ctx)
      case 'busy':
        return problem(ctx, 409, 'busy', 'Your last branch is still being copied. Please try again in a moment.')
      case 'too_many_branches':
        return problem(
          ctx,
          409,
          'too_many_branches',
          `A chat has at most ${limits.branchesMax} branches. Delete one that you no longer need.`
        )
      case 'full':
        return problem(ctx, 413, 'storage_full', 'Your branches take up all their space. Delete some of them.')
      case 'too_many':
        ctx.response.header('Retry-After', String(outcome.retryAfterSeconds))
        return problem(
          ctx,
          429,
          'too_many_requests',
          'You have made many branches within the last hour. Please try again later.'
        )
    }
  }

  /** POST /api/chats/{sessionId}/rewind */
  async rewind(ctx: HttpContext) {
    const { messageId } = ctx.request.body() ?? {}
    if (typeof messageId !== 'string') return invalid(ctx, 'messageId', 'required', 'messageId is missing.')
    if (!isId(messageId)) return noSuchMessage(ctx)
    return answer(ctx, await this.changeMessage.rewind({ ...target(ctx), messageId }))
  }

  /** POST /api/chats/{sessionId}/rewind/undo */
  async undoRewind(ctx: HttpContext) {
    const { messageId, rewindId } = ctx.request.body() ?? {}
    if (typeof messageId !== 'string') return invalid(ctx, 'messageId', 'required', 'messageId is missing.')
    if (typeof rewindId !== 'string') return invalid(ctx, 'rewindId', 'required', 'rewindId is missing.')
    if (!isId(messageId) || !/^\d{1,17}$/.test(rewindId)) return noSuchMessage(ctx)
    return answer(ctx, await this.changeMessage.undoRewind({ ...target(ctx), messageId, rewindId }))
  }
}

const target = (ctx: HttpContext) => ({
  user: ctx.auth.getUserOrFail(),
  sessionId: (ctx.params.id as string).toLowerCase(),
})

const answer = (ctx: HttpContext, outcome: object | ChangeRefusal) => {
  switch (outcome) {
    case 'no_such_message':
      return noSuchMessage(ctx)
    case 'adult_gate':
      return adultGate(ctx)
    case 'busy':
      return replyRunning(ctx)
    default:
      return ctx.response.json(outcome)
  }
}
