import { inject } from '@adonisjs/core'
import type { HttpContext } from '@adonisjs/core/http'
import { attachment } from '#modules/kernel/attachment'
import { readQuery } from '#modules/kernel/validation'
import { Lore } from '#modules/lore/index'
import { lorebookFileLimits } from '../../api.ts'
import { orNull, TextWriter } from '../exports/writing/text_writer.ts'
import { ImportLorebookFile } from '../importing/import_lorebook_file.ts'
import { encodeJson } from '../../formats/index.ts'
import { LorebookExportLimit, LorebookImportLimit } from './file_limits.ts'
import { receiveForm } from './receive_files.ts'
import { refuseLorebookFile } from './refusals.ts'
import { sendAs } from './send_as.ts'
import { lorebookExportValidator } from './validators.ts'
import { WorkFolder } from './work_folder.ts'

@inject()
export default class LorebookFilesController {
  constructor(
    private readonly lore: Lore,
    private readonly importLorebookFile: ImportLorebookFile,
    private readonly texts: TextWriter,
    private readonly importLimit: LorebookImportLimit,
    private readonly exportLimit: LorebookExportLimit,
    private readonly workFolder: WorkFolder
  ) {}

  /** POST /api/lorebooks/import */
  async create(ctx: HttpContext) {
    const { id: ownerId } = ctx.auth.getUserOrFail()
    if (ctx.request.multipart === undefined) return refuseLorebookFile(ctx, 'unsupported')
    const retryAfterSeconds = await this.importLimit.count(ownerId)
    if (retryAfterSeconds !== null) return refuseLorebookFile(ctx, { kind: 'too_many', retryAfterSeconds })
    const imported = await this.workFolder.use((folder) =>
      this.importLorebookFile.run(ownerId, folder, () =>
        receiveForm(ctx, { folder, bytesMax: lorebookFileLimits.fileBytesMax })
      )
    )
    if (!imported.ok) return refuseLorebookFile(ctx, imported.failure)
    return ctx.response.status(201).json(imported.value)
  }

  /** GET /api/lorebooks/{id}/export */
  async show(ctx: HttpContext) {
    const { format } = await readQuery(ctx, lorebookExportValidator)
    const { id: ownerId } = ctx.auth.getUserOrFail()
    const retryAfterSeconds = await this.exportLimit.count(ownerId)
    if (retryAfterSeconds !== null) return refuseLorebookFile(ctx, { kind: 'too_many', retryAfterSeconds })
    const stored = await this.lore.readForExport(ownerId, ctx.params.id)
    if (!stored) return refuseLorebookFile(ctx, 'unknown')
    const written = await orNull(this.texts.write({ kind: 'lorebook', id: ctx.params.id, stored, format }))
    if (written === null) return refuseLorebookFile(ctx, 'too_heavy')
    sendAs(ctx, 'application/json; charset=utf-8', attachment(stored.book.name, 'json', 'lorebook'))
    return ctx.response.send(Buffer.from(encodeJson(written[0]!.text)))
  }
}
