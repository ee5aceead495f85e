import { inject } from '@adonisjs/core'
import type { HttpContext } from '@adonisjs/core/http'
import { readBody } from '#modules/kernel/validation'
import { BranchChat, ChangeMessage, type ChangeRefusal } from '../sessions/index.ts'
import { placeValidator, undoRewindValidator } from './message_validators.ts'
import { refuse, refuseBranch } from './refusals.ts'

@inject()
export default class ChatBranchesController {
  constructor(
    private readonly branchChat: BranchChat,
    private readonly changeMessage: ChangeMessage
  ) {}

  /** POST /api/chats/{sessionId}/branches */
  async store(ctx: HttpContext) {
    const { messageId } = await readBody(ctx, placeValidator)
    const outcome = await this.branchChat.run({ ...target(ctx), messageId })
    return outcome.kind === 'branched' ? ctx.response.created(outcome.session) : refuseBranch(ctx, outcome)
  }

  /** POST /api/chats/{sessionId}/rewind */
  async rewind(ctx: HttpContext) {
    const { messageId } = await readBody(ctx, placeValidator)
    return answer(ctx, await this.changeMessage.rewind({ ...target(ctx), messageId }))
  }

  /** POST /api/chats/{sessionId}/rewind/undo */
  async undoRewind(ctx: HttpContext) {
    const rewind = await readBody(ctx, undoRewindValidator)
    return answer(ctx, await this.changeMessage.undoRewind({ ...target(ctx), ...rewind }))
  }
}

const target = (ctx: HttpContext) => ({ user: ctx.auth.getUserOrFail(), sessionId: ctx.params.id as string })

const answer = (ctx: HttpContext, outcome: object | ChangeRefusal) =>
  typeof outcome === 'string' ? refuse(ctx, outcome) : ctx.response.json(outcome)
