import { inject } from '@adonisjs/core'
import type { HttpContext } from '@adonisjs/core/http'
import { readBody, readDocument } from '#modules/kernel/validation'
import type { BegunAgeCheck } from '../../api.ts'
import { AgeSettings } from '../age/adult_access.ts'
import { CheckAge } from '../age/check_age.ts'
import { UserQuery } from '../queries/user_query.ts'
import { refuse } from './refusals.ts'
import { ageCheckValidator } from './validators.ts'

@inject()
export default class AgeController {
  constructor(
    private readonly checkAge: CheckAge,
    private readonly settings: AgeSettings,
    private readonly users: UserQuery
  ) {}

  async begin(ctx: HttpContext): Promise<BegunAgeCheck | void> {
    const begun = await this.checkAge.begin(ctx.auth.getUserOrFail().id, ctx.auth.use('web'))
    return begun.ok ? begun.value : refuse(ctx, begun.failure)
  }

  async finish(ctx: HttpContext) {
    const { id } = ctx.auth.getUserOrFail()
    const { check } = await readBody(ctx, ageCheckValidator)
    const finished = await this.checkAge.finish(id, check)
    return finished.ok ? this.users.run(id, ctx.auth.use('web')) : refuse(ctx, finished.failure)
  }

  /** Serves a page of a provider that has no site of its own. */
  async page(ctx: HttpContext) {
    const { provider } = this.settings
    const answer =
      ctx.params.provider === provider?.name
        ? await provider?.page?.({
            method: ctx.request.method() === 'POST' ? 'POST' : 'GET',
            path: `/${(ctx.params['*'] ?? []).join('/')}`,
            form: formOf(readDocument(ctx)),
          })
        : null
    if (!answer) return refuse(ctx, 'no_such_page')
    ctx.response.header('Cache-Control', 'no-store')
    if ('redirectTo' in answer) return ctx.response.redirect().status(303).toPath(answer.redirectTo)
    return ctx.response.status(answer.status).type('text/html; charset=utf-8').send(answer.html)
  }
}

const formOf = (body: unknown): Record<string, string> =>
  Object.fromEntries(
    Object.entries((body ?? {}) as Record<string, unknown>).filter(
      (entry): entry is [string, string] => typeof entry[1] === 'string'
    )
  )
