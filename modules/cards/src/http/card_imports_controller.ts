import { inject } from '@adonisjs/core'
import type { HttpContext } from '@adonisjs/core/http'
import { disconnectSignal } from '#modules/imagegen/index'
import { readQuery } from '#modules/kernel/validation'
import { cardImportLimits } from '../../api.ts'
import { ImportUploads } from '../importing/import_uploads.ts'
import { CardImportLimit } from './file_limits.ts'
import { receiveFiles } from './receive_files.ts'
import { refuseCardImport } from './refusals.ts'
import { cardImportValidator } from './validators.ts'
import { WorkFolder } from './work_folder.ts'

@inject()
export default class CardImportsController {
  constructor(
    private readonly importUploads: ImportUploads,
    private readonly limit: CardImportLimit,
    private readonly workFolder: WorkFolder
  ) {}

  /** POST /api/cards */
  async create(ctx: HttpContext) {
    const { id: ownerId } = ctx.auth.getUserOrFail()
    const { dryRun = false, doubles = 'skip' } = await readQuery(ctx, cardImportValidator)
    if (ctx.request.multipart === undefined) return refuseCardImport(ctx, 'unsupported')
    const retryAfterSeconds = await this.limit.count(ownerId)
    if (retryAfterSeconds !== null) return refuseCardImport(ctx, { kind: 'too_many', retryAfterSeconds })
    const signal = disconnectSignal(ctx.response.response)
    const imported = await this.workFolder.use((folder) =>
      this.importUploads.run({ ownerId, dryRun, doubles, signal }, () =>
        receiveFiles(ctx, { folder, ...cardImportLimits })
      )
    )
    return imported.ok ? imported.value : refuseCardImport(ctx, imported.failure)
  }
}
