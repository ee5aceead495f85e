import { inject } from '@adonisjs/core'
import type { HttpContext } from '@adonisjs/core/http'
import { problem } from '#modules/kernel/problem'
import type { ImportAnswer, ImportRefusal } from '../../api.ts'
import { isBuiltInSet } from '../../builtin/sets.ts'
import { CharacterImports } from '../../index.ts'
import { ImportBuiltIn } from '../actions/import_built_in.ts'
import { limits } from '../domain/limits.ts'
import { receiveImport } from './import_body.ts'

/** For admins, who own what they import. The gate has seen to that before the body is read. */
@inject()
export default class ImportsController {
  constructor(
    private readonly imports: CharacterImports,
    private readonly importBuiltIn: ImportBuiltIn
  ) {}

  async characters(ctx: HttpContext): Promise<ImportAnswer | void> {
    const { id: ownerId } = ctx.auth.getUserOrFail()
    const received = await receiveImport(ctx.request.request)
    if (!received.ok) {
      switch (received.failure.kind) {
        case 'too_large':
          return problem(
            ctx,
            413,
            'too_large',
            'An import may be 64 MiB at most. Larger ones can be imported with the CLI.'
          )
        case 'malformed':
          return problem(ctx, 400, 'malformed', received.failure.message)
        case 'too_many': {
          const most = limits.importEntriesMax.toLocaleString('en')
          const message = `An import may have ${most} entries at most. Larger ones can be imported with the CLI.`
          return problem(ctx, 422, 'too_many_entries', message)
        }
      }
    }
    const errors: ImportRefusal[] = []
    const { imported, total } = await this.imports.run(received.value, {
      ownerId,
      onRefused: (refusal) => errors.push(refusal),
    })
    return { imported, total, errors }
  }

  async builtIn(ctx: HttpContext): Promise<ImportAnswer | void> {
    const set: unknown = ctx.request.input('set', 'eight')
    if (isBuiltInSet(set)) return this.importBuiltIn.run(ctx.auth.getUserOrFail().id, set)
    const message = 'set must be "eight" or "fifty", or left out.'
    return problem(ctx, 422, 'no_such_set', message, [{ field: 'set', rule: 'enum', message }])
  }
}
