import { inject } from '@adonisjs/core'
import type { HttpContext } from '@adonisjs/core/http'
import { readBody } from '#modules/kernel/validation'
import { defaultImageAspect, type DrawnPicture, type ImageModelOffer } from '../../api.ts'
import { ImageSettings } from '../../index.ts'
import { ImageEngine } from '../drawing/image_engine.ts'
import { ProgressEvents } from '../drawing/progress_events.ts'
import { PictureMaker } from '../picture_maker.ts'
import { disconnectSignal } from './disconnect_signal.ts'
import { refusePicture } from './refusals.ts'
import { pictureValidator } from './validators.ts'

@inject()
export default class PicturesController {
  constructor(
    private readonly maker: PictureMaker,
    private readonly engine: ImageEngine,
    private readonly settings: ImageSettings,
    private readonly progress: ProgressEvents
  ) {}

  async index(ctx: HttpContext): Promise<ImageModelOffer[] | void> {
    const models = await this.engine.models()
    if (!models.ok) return refusePicture(ctx, models.failure)
    const { provider, note, isDemo, costOf } = this.settings
    return models.value.map(({ id, name, options, tellsProgress }) => ({
      model: id,
      name,
      provider,
      note,
      ...(isDemo && { isDemo }),
      ...(options.length > 0 && { options }),
      ...(costOf(id) > 0 && { cost: costOf(id) }),
      ...(tellsProgress && { tellsProgress }),
    }))
  }

  async create(ctx: HttpContext): Promise<DrawnPicture | void> {
    const { aspect = defaultImageAspect, id, ...request } = await readBody(ctx, pictureValidator)
    const { id: ownerId } = ctx.auth.getUserOrFail()
    const onProgress = id === undefined ? undefined : this.progress.of(ownerId, id)
    const signal = disconnectSignal(ctx.response.response)
    const made = await this.maker.make({ ...request, aspect, ownerId, onProgress }, signal)
    if (!made.ok) return refusePicture(ctx, made.failure)
    const { url, notDrawn, seed } = made.value
    return { imageUrl: url, ...(notDrawn.length > 0 && { notDrawn }), ...(seed !== null && { seed }) }
  }
}
