import { inject } from '@adonisjs/core'
import type { HttpContext } from '@adonisjs/core/http'
import { refusePicture as refuseDrawing } from '#modules/imagegen/index'
import { readBody } from '#modules/kernel/validation'
import { Moments } from '../replies/index.ts'
import { ChatPictures } from '../sessions/index.ts'
import { momentValidator, proposalValidator } from './picture_validators.ts'
import { refuse, refusePicture } from './refusals.ts'

/** Pictures of answers. */
@inject()
export default class MomentsController {
  constructor(
    private readonly moments: Moments,
    private readonly pictures: ChatPictures
  ) {}

  /** POST /api/messages/{id}/moment */
  async propose(ctx: HttpContext) {
    const { zone } = await readBody(ctx, proposalValidator)
    const proposed = await this.moments.propose(ctx.auth.getUserOrFail(), ctx.params.id, zone)
    return typeof proposed === 'string' ? refuse(ctx, proposed) : ctx.response.json(proposed)
  }

  /** POST /api/messages/{id}/pictures */
  async draw(ctx: HttpContext) {
    const { aspect = '1:1', ...request } = await readBody(ctx, momentValidator)
    const { id: userId } = ctx.auth.getUserOrFail()
    const begun = await this.moments.begin({ ...request, aspect, userId, messageId: ctx.params.id })
    if (begun.ok) return ctx.response.status(201).json(await this.pictures.find(userId, begun.value))
    const { failure } = begun
    if (failure === 'no_such_message') return refuse(ctx, failure)
    return failure === 'too_many_pictures' ? refusePicture(ctx, failure) : refuseDrawing(ctx, failure)
  }
}
