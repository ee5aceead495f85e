import { Readable } from 'node:stream'
import { inject } from '@adonisjs/core'
import type { HttpContext } from '@adonisjs/core/http'
import { receiveFiles, WorkFolder, type FilesRefusal } from '#modules/cards/index'
import { problem } from '#modules/kernel/problem'
import { limits, type CardImport } from '../../api.ts'
import { CancelCardImport } from '../actions/cancel_card_import.ts'
import { StartCardImport } from '../actions/start_card_import.ts'
import { CardImportsQuery } from '../queries/card_imports_query.ts'
import { answerPage } from './answer_page.ts'
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
    if (ctx.request.multipart === undefined)
      return problem(ctx, 415, 'unsupported_media_type', 'Send the files as multipart/form-data.')
    const started = await this.folder.use(async (folder) => {
      const received = await receiveFiles(ctx, {
        folder,
        fileBytesMax: limits.cardImportBytes,
        requestBytesMax: limits.cardImportBytes,
        filesMax: limits.cardImportFiles,
      })
      return received.ok ? this.start.run(actorId, received.value) : received
    })
    if (!started.ok) return refuse(ctx, started.failure)
    return ctx.response.status(202).json(started.value)
  }

  async list(ctx: HttpContext): Promise<CardImport[] | void> {
    const { limit = limits.cardImportsDefault, cursor } = await validator.validate(ctx.request.qs())
    return answerPage(ctx, await this.imports.list({ limit, cursor }))
  }

  async show(ctx: HttpContext): Promise<CardImport | void> {
    return (await this.imports.find(ctx.params.id)) ?? unknown(ctx)
  }

  async cancel(ctx: HttpContext): Promise<CardImport | void> {
    const canceled = await this.cancelImport.run(ctx.auth.getUserOrFail().id, ctx.params.id)
    if (canceled.ok) return this.show(ctx)
    if (canceled.failure.kind === 'unknown') return unknown(ctx)
    return problem(ctx, 409, 'import_ended', 'This import has ended already.')
  }

  async report(ctx: HttpContext) {
    const { id } = ctx.params
    if (!(await this.imports.find(id))) return unknown(ctx)
    ctx.response.header('Content-Type', 'application/x-ndjson; charset=utf-8')
    ctx.response.header('Content-Disposition', `attachment; filename="card-import-${id}.jsonl"`)
    ctx.response.stream(Readable.from(this.imports.report(id), { objectMode: false }))
  }
}

const unknown = (ctx: HttpContext) => problem(ctx, 404, 'import_not_found', 'There is no such import.')

const refuse = (ctx: HttpContext, refusal: FilesRefusal | { kind: 'too_many' }): void => {
  switch (refusal.kind) {
    case 'gone':
      return
    case 'too_large':
      return problem(ctx, 413, 'too_large', 'An upload can be at most 1 GB. Import larger files with the CLI.')
    case 'malformed':
      return problem(ctx, 400, 'malformed', 'The request could not be read: is the body a whole multipart form?')
    case 'no_file':
      return invalid(ctx, 'required', 'Choose files: the form needs at least one, in the field `files`.')
    case 'too_many_files':
      return invalid(ctx, 'max', `An import may have ${limits.cardImportFiles} files. Put more into a zip.`)
    case 'too_many':
      return problem(
        ctx,
        409,
        'too_many_imports',
        `${limits.cardImportsUnfinished} imports are waiting or running. Wait until one ends, or cancel one.`
      )
  }
}

const invalid = (ctx: HttpContext, rule: string, message: string) =>
  problem(ctx, 422, 'validation_failed', message, [{ field: 'files', rule, message }])
