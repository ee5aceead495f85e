import { inject } from '@adonisjs/core'
import type { HttpContext } from '@adonisjs/core/http'
import { sitePageNames, type SitePage } from '#modules/accounts/api'
import { SitePages } from '#modules/accounts/index'
import { readBody } from '#modules/kernel/validation'
import { PublishPages } from '../actions/publish_pages.ts'
import { actorOf } from './actor_of.ts'
import { refuse } from './refusals.ts'
import { sitePageValidator } from './validators.ts'

@inject()
export default class PagesController {
  constructor(
    private readonly pages: SitePages,
    private readonly publishPages: PublishPages
  ) {}

  async publish(ctx: HttpContext): Promise<SitePage | void> {
    const name = sitePageNames.find((known) => known === ctx.params.name)
    if (!name) return refuse(ctx, 'no_such_page')
    const { text } = await readBody(ctx, sitePageValidator)
    const published = await this.publishPages.run(actorOf(ctx), [{ name, text }])
    if (!published.ok) return refuse(ctx, published.failure)
    return (await this.pages.find(name, null))!
  }
}
