import { inject } from '@adonisjs/core'
import type { HttpContext } from '@adonisjs/core/http'
import { builtInSetSizes, limits, type BuiltInSet } from '#modules/gallery/api'
import { receiveImport, type BodyRefusal, type ImportAnswer } from '#modules/gallery/index'
import { problem } from '#modules/kernel/problem'
import { ImportForAdmin } from '../actions/import_for_admin.ts'

/** Admins own the characters that they import from files. Built-in ones belong to the built-in account. A middleware checks the role before the body is read. */
@inject()
export default class ImportsController {
  constructor(private readonly imports: ImportForAdmin) {}

  async characters(ctx: HttpContext): Promise<ImportAnswer | void> {
    const received = await receiveImport(ctx.request.request)
    if (!received.ok) return refuse(ctx, received.failure)
    return this.imports.entries(ctx.auth.getUserOrFail().id, received.value, ctx.request.host())
  }

  async builtIn(ctx: HttpContext): Promise<ImportAnswer | void> {
    const set: unknown = ctx.request.input('set', 'eight')
    if (isBuiltInSet(set)) return this.imports.builtIn(ctx.auth.getUserOrFail().id, set)
    const message = 'set must be "eight" or "fifty", or left out.'
    return problem(ctx, 422, 'no_such_set', message, [{ field: 'set', rule: 'enum', message }])
  }
}

const isBuiltInSet = (set: unknown): set is BuiltInSet => typeof set === 'string' && Object.hasOwn(builtInSetSizes, set)

const refuse = (ctx: HttpContext, refusal: BodyRefusal): void => {
  switch (refusal.kind) {
    case 'too_large':
      return problem(
        ctx,
        413,
        'too_large',
        'An import may be 64 MiB at most. Larger ones can be imported with the CLI.'
      )
    case 'malformed':
      return problem(ctx, 400, 'malformed', refusal.message)
    case 'too_many': {
      const most = limits.importEntriesMax.toLocaleString('en')
      const message = `An import may have ${most} entries at most. Larger ones can be imported with the CLI.`
      return problem(ctx, 422, 'too_many_entries', message)
    }
  }
}
