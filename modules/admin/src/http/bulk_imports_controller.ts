import { Readable } from 'node:stream'
import { inject } from '@adonisjs/core'
import type { HttpContext } from '@adonisjs/core/http'
import { receiveFiles, WorkFolder } from '#modules/cards/index'
import { readQuery } from '#modules/kernel/validation'
import { limits, type CardImport } from '../../api.ts'
import { CancelCardImport } from '../actions/cancel_card_import.ts'
import { StartCardImport } from '../actions/start_card_import.ts'
import { CardImportsQuery } from '../queries/card_imports_query.ts'
import { answerPage } from './answer_page.ts'
import { refuseCardImport } from './refusals.ts'
import { pageValidator } from './validators.ts'

const validator = pageValidator(limits.cardImportsMax)

/** Imports of cards in the background. A middleware checks the role before the body is read. */
@inject()
export default class BulkImportsController {
  constructor(
    private readonly start: StartCardImport,
    private readonly cancelImport: CancelCardImport,
    private readonly imports: CardImportsQuery,
    private readonly folder: WorkFolder
  ) {}

  async create(ctx: HttpContext) {
    const { id: actorId } = ctx.auth.getUserOrFail()
    if (ctx.request.multipart === undefined) return refuseCardImport(ctx, 'unsupported')
    const started = await this.folder.use(async (folder) => {
      const received = await receiveFiles(ctx, {
        folder,
        fileBytesMax: limits.cardImportBytes,
        requestBytesMax: limits.cardImportBytes,
        filesMax: limits.cardImportFiles,
      })
      return received.ok ? this.start.run(actorId, received.value) : received
    })
    if (!started.ok) return refuseCardImport(ctx, started.failure)
    return ctx.response.status(202).json(started.value)
  }

  async list(ctx: HttpContext): Promise<CardImport[] | void> {
    const { limit = limits.cardImportsDefault, cursor } = await readQuery(ctx, validator)
    return answerPage(ctx, await this.imports.list({ limit, cursor }))
  }

  async show(ctx: HttpContext): Promise<CardImport | void> {
    return (await this.imports.find(ctx.params.id)) ?? refuseCardImport(ctx, 'unknown')
  }

  async cancel(ctx: HttpContext): Promise<CardImport | void> {
    const canceled = await this.cancelImport.run(ctx.auth.getUserOrFail().id, ctx.params.id)
    return canceled.ok ? this.show(ctx) : refuseCardImport(ctx, canceled.failure)
  }

  async report(ctx: HttpContext) {
    const { id } = ctx.params
    if (!(await this.imports.find(id))) return refuseCardImport(ctx, 'unknown')
    ctx.response.header('Content-Type', 'application/x-ndjson; charset=utf-8')
    ctx.response.header('Content-Disposition', `attachment; filename="card-import-${id}.jsonl"`)
    ctx.response.stream(Readable.from(this.imports.report(id), { objectMode: false }))
  }
}
