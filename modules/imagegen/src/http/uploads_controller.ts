import { join } from 'node:path'
import { inject } from '@adonisjs/core'
import type { HttpContext } from '@adonisjs/core/http'
import { Accounts } from '#modules/accounts/index'
import type { UploadedPicture } from '../../api.ts'
import { StorePicture } from '../actions/store_picture.ts'
import { UploadLimits } from '../actions/upload_limits.ts'
import { boundaryOf } from '../reading/find_file.ts'
import { WorkFolders } from '../storage/work_folders.ts'
import { FormReceiver } from './form_receiver.ts'
import { refuseUpload } from './refusals.ts'

/** Receives uploads. This process never parses their content. */
@inject()
export default class UploadsController {
  constructor(
    private readonly limits: UploadLimits,
    private readonly accounts: Accounts,
    private readonly workFolders: WorkFolders,
    private readonly storePicture: StorePicture,
    private readonly forms: FormReceiver
  ) {}

  async create(ctx: HttpContext): Promise<UploadedPicture | void> {
    const { id: ownerId } = ctx.auth.getUserOrFail()
    const boundary = boundaryOf(ctx.request.header('content-type') ?? '')
    if (boundary === null) return refuseUpload(ctx, 'unsupported')
    const retryAfterSeconds = await this.limits.count(ownerId)
    if (retryAfterSeconds !== null) return refuseUpload(ctx, { kind: 'too_many', retryAfterSeconds })
    const full = await this.accounts.storage.refusal(ownerId)
    if (full) return refuseUpload(ctx, full)

    const stored = await this.workFolders.use(async (folder) => {
      const file = join(folder, 'form')
      const received = await this.forms.receive(ctx.request.request, file)
      return received.ok ? this.storePicture.run({ file, boundary, folder }, ownerId) : received
    })
    if (!stored.ok) return refuseUpload(ctx, stored.failure)
    ctx.response.status(201)
    return stored.value
  }
}
