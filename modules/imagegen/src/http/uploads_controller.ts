import { inject } from '@adonisjs/core'
import type { HttpContext } from '@adonisjs/core/http'
import type { UploadedPicture } from '../../api.ts'
import { StorePicture } from '../actions/store_picture.ts'
import { UploadReceiver } from './upload_receiver.ts'

/** Receives uploads that every visitor may see. */
@inject()
export default class UploadsController {
  constructor(
    private readonly uploads: UploadReceiver,
    private readonly storePicture: StorePicture
  ) {}

  async create(ctx: HttpContext): Promise<UploadedPicture | void> {
    const { id: ownerId } = ctx.auth.getUserOrFail()
    const stored = await this.uploads.receive(ctx, (job) => this.storePicture.run(job, ownerId))
    if (!stored) return
    ctx.response.status(201)
    return stored
  }
}
