import { join } from 'node:path'
import { inject } from '@adonisjs/core'
import type { HttpContext } from '@adonisjs/core/http'
import { Accounts } from '#modules/accounts/index'
import type { Result } from '#modules/kernel/result'
import { UploadLimits } from '../actions/upload_limits.ts'
import { boundaryOf } from '../reading/find_file.ts'
import type { ReadingJob, ReadingRefusal } from '../reading/job.ts'
import { WorkFolders } from '../storage/work_folders.ts'
import { FormReceiver } from './form_receiver.ts'
import { refuseUpload } from './refusals.ts'

type UploadJob = Pick<ReadingJob, 'file' | 'boundary' | 'folder'>

/** Receives uploads of pictures, within the limits of their users. This process never parses their content. */
@inject()
export class UploadReceiver {
  constructor(
    private readonly limits: UploadLimits,
    private readonly accounts: Accounts,
    private readonly workFolders: WorkFolders,
    private readonly forms: FormReceiver
  ) {}

  /** Stores the picture of a request. Returns null after it has answered why it can't. */
  async receive<Stored extends object>(
    ctx: HttpContext,
    store: (job: UploadJob) => Promise<Result<Stored, ReadingRefusal>>
  ): Promise<Stored | null> {
    const refuse = (refusal: Parameters<typeof refuseUpload>[1]) => {
      refuseUpload(ctx, refusal)
      return null
    }
    const boundary = boundaryOf(ctx.request.header('content-type') ?? '')
    if (boundary === null) return refuse('unsupported')
    if (!(await this.admit(ctx))) return null
    const stored = await this.workFolders.use(async (folder) => {
      const file = join(folder, 'form')
      const received = await this.forms.receive(ctx.request.request, file)
      return received.ok ? store({ file, boundary, folder }) : received
    })
    return stored.ok ? stored.value : refuse(stored.failure)
  }

  /** Counts another picture of the user. Returns false after it has answered why there can't be one. */
  async admit(ctx: HttpContext): Promise<boolean> {
    const { id: ownerId } = ctx.auth.getUserOrFail()
    const retryAfterSeconds = await this.limits.count(ownerId)
    const refusal =
      retryAfterSeconds === null
        ? await this.accounts.storage.refusal(ownerId)
        : { kind: 'too_many' as const, retryAfterSeconds }
    if (refusal) refuseUpload(ctx, refusal)
    return refusal === null
  }
}
