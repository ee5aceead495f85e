import { inject } from '@adonisjs/core'
import type { HttpContext } from '@adonisjs/core/http'
import { sendProviderPage } from '#modules/kernel/provider_page'
import { readBody } from '#modules/kernel/validation'
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
    if (!(await sendProviderPage(ctx, this.settings.provider))) return refuse(ctx, 'no_such_page')
  }
}
