import { inject } from '@adonisjs/core'
import type { HttpContext } from '@adonisjs/core/http'
import { readBody } from '#modules/kernel/validation'
import { defaultImageAspect, defaultImageModel, type DrawnPicture, type ImageModelOffer } from '../../api.ts'
import { ImageModels } from '../drawing/image_models.ts'
import { PictureMaker } from '../picture_maker.ts'
import { disconnectSignal } from './disconnect_signal.ts'
import { refusePicture } from './refusals.ts'
import { pictureValidator } from './validators.ts'

@inject()
export default class PicturesController {
  constructor(
    private readonly maker: PictureMaker,
    private readonly models: ImageModels
  ) {}

  index(): ImageModelOffer[] {
    return this.models.offers
  }

  async create(ctx: HttpContext): Promise<DrawnPicture | void> {
    const { prompt, model = defaultImageModel, aspect = defaultImageAspect } = await readBody(ctx, pictureValidator)
    const { id: ownerId } = ctx.auth.getUserOrFail()
    const made = await this.maker.make({ prompt, model, aspect, ownerId }, disconnectSignal(ctx.response.response))
    if (!made.ok) return refusePicture(ctx, made.failure)
    const { url, notDrawn } = made.value
    return { imageUrl: url, ...(notDrawn.length > 0 && { notDrawn }) }
  }
}
