import { inject } from '@adonisjs/core'
import type { HttpContext } from '@adonisjs/core/http'
import { receiveImport, type ImportAnswer } from '#modules/gallery/index'
import { readBody } from '#modules/kernel/validation'
import { ImportForAdmin } from '../actions/import_for_admin.ts'
import { refuseImport } from './refusals.ts'
import { builtInValidator } from './validators.ts'

/** Admins own the characters that they import from files. Built-in ones belong to the built-in account. A middleware checks the role before the body is read. */
@inject()
export default class ImportsController {
  constructor(private readonly imports: ImportForAdmin) {}

  async characters(ctx: HttpContext): Promise<ImportAnswer | void> {
    const received = await receiveImport(ctx.request.request)
    if (!received.ok) return refuseImport(ctx, received.failure)
    return this.imports.entries(ctx.auth.getUserOrFail().id, received.value, ctx.request.host())
  }

  async builtIn(ctx: HttpContext): Promise<ImportAnswer | void> {
    const { set } = await readBody(ctx, builtInValidator)
    return this.imports.builtIn(ctx.auth.getUserOrFail().id, set)
  }
}
