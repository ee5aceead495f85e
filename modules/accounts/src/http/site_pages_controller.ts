import { inject } from '@adonisjs/core'
import type { HttpContext } from '@adonisjs/core/http'
import { readBody, readQuery } from '#modules/kernel/validation'
import type { ListedSitePage, SitePage } from '../../api.ts'
import { isSitePageName } from '../domain/site_pages.ts'
import { Agreements } from '../pages/agreements.ts'
import { DatabaseSitePages } from '../pages/database_site_pages.ts'
import { UserQuery } from '../queries/user_query.ts'
import { refuse } from './refusals.ts'
import { agreementsValidator, sitePageValidator } from './validators.ts'

@inject()
export default class SitePagesController {
  constructor(
    private readonly pages: DatabaseSitePages,
    private readonly agreements: Agreements,
    private readonly users: UserQuery
  ) {}

  list(): Promise<ListedSitePage[]> {
    return this.pages.list()
  }

  async show(ctx: HttpContext): Promise<SitePage | void> {
    const { version = null } = await readQuery(ctx, sitePageValidator)
    const { name } = ctx.params
    const page = isSitePageName(name) ? await this.pages.find(name, version) : null
    return page ?? refuse(ctx, 'no_such_page')
  }

  /** POST /api/user/agreements: records that the caller agrees to the newest versions. */
  async agree(ctx: HttpContext) {
    const { id } = ctx.auth.getUserOrFail()
    const { agreed, outdated } = await this.agreements.check(await readBody(ctx, agreementsValidator))
    if (outdated.length > 0) return refuse(ctx, 'page_changed')
    await this.agreements.record(id, agreed)
    return this.users.run(id, ctx.auth.use('web'))
  }
}
