import { join } from 'node:path'
import { inject } from '@adonisjs/core'
import type { HttpContext } from '@adonisjs/core/http'
import { problem } from '#modules/kernel/problem'
import type { UploadedPicture } from '../../api.ts'
import { KeepPicture } from '../actions/keep_picture.ts'
import { UploadLimits } from '../actions/upload_limits.ts'
import { boundaryOf } from '../reading/find_file.ts'
import { UnderWay } from '../storage/under_way.ts'
import { FormReceiver } from './form_receiver.ts'
import { refuseUpload } from './refuse_upload.ts'

/** A picture of a signed-in user's. Nothing of it is looked at in this process. */
@inject()
export default class UploadsController {
  constructor(
    private readonly limits: UploadLimits,
    private readonly underWay: UnderWay,
    private readonly keep: KeepPicture,
    private readonly forms: FormReceiver
  ) {}

  async create(ctx: HttpContext): Promise<UploadedPicture | void> {
    const { id: ownerId } = ctx.auth.getUserOrFail()
    const boundary = boundaryOf(ctx.request.header('content-type') ?? '')
    if (boundary === null)
      return problem(ctx, 415, 'unsupported_media_type', 'Send the picture as multipart/form-data.')
    const retryAfterSeconds = await this.limits.count(ownerId)
    if (retryAfterSeconds !== null) return refuseUpload(ctx, { kind: 'too_many', retryAfterSeconds })

    const kept = await this.underWay.within(async (folder) => {
      const file = join(folder, 'form')
      const received = await this.forms.receive(ctx.request.request, file)
      return received.ok ? this.keep.run({ file, boundary, folder }, ownerId) : received
    })
    if (!kept.ok) return refuseUpload(ctx, kept.failure)
    ctx.response.status(201)
    return kept.value
  }
}
