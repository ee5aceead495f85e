import { inject } from '@adonisjs/core'
import type { HttpContext } from '@adonisjs/core/http'
import vine from '@vinejs/vine'
import { ok } from '#modules/kernel/result'
import { custom, readBody } from '#modules/kernel/validation'
import { BranchChat, ChangeMessage, type ChangeRefusal } from '../sessions/index.ts'
import { invalid, requiredId } from './fields.ts'
import { refuse, refuseBranch } from './refusals.ts'

@inject()
export default class ChatBranchesController {
  /** A branch or a rewind. */
  static readonly placeValidator = vine.create({ messageId: custom(requiredId) })
  static readonly undoValidator = vine.create({
    messageId: custom(requiredId),
    /** Malformed ids become 0, so that they are looked up and not found. */
    rewindId: custom((id) =>
      typeof id === 'string' ? ok(/^\d{1,17}$/.test(id) ? id : '0') : invalid('required', 'rewindId is missing.')
    ),
  })

  constructor(
    private readonly branchChat: BranchChat,
    private readonly changeMessage: ChangeMessage
  ) {}

  /** POST /api/chats/{sessionId}/branches */
  async store(ctx: HttpContext) {
    const { messageId } = await readBody(ctx, ChatBranchesController.placeValidator)
    const outcome = await this.branchChat.run({ ...target(ctx), messageId })
    return outcome.kind === 'branched' ? ctx.response.created(outcome.session) : refuseBranch(ctx, outcome)
  }

  /** POST /api/chats/{sessionId}/rewind */
  async rewind(ctx: HttpContext) {
    const { messageId } = await readBody(ctx, ChatBranchesController.placeValidator)
    return answer(ctx, await this.changeMessage.rewind({ ...target(ctx), messageId }))
  }

  /** POST /api/chats/{sessionId}/rewind/undo */
  async undoRewind(ctx: HttpContext) {
    const rewind = await readBody(ctx, ChatBranchesController.undoValidator)
    return answer(ctx, await this.changeMessage.undoRewind({ ...target(ctx), ...rewind }))
  }
}

const target = (ctx: HttpContext) => ({ user: ctx.auth.getUserOrFail(), sessionId: ctx.params.id as string })

const answer = (ctx: HttpContext, outcome: object | ChangeRefusal) =>
  typeof outcome === 'string' ? refuse(ctx, outcome) : ctx.response.json(outcome)
