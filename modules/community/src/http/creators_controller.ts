import { inject } from '@adonisjs/core'
import type { HttpContext } from '@adonisjs/core/http'
import { CreatorCharacters, type Viewer } from '#modules/gallery/index'
import { nextPageLink } from '#modules/kernel/pages'
import { invalidField, sendRefusal } from '#modules/kernel/refusals'
import { readQuery } from '#modules/kernel/validation'
import type { CreatorPage, FoundPerson } from '../../api.ts'
import { CreatorProfiles } from '../../index.ts'
import { DatabaseCreatorPages } from '../database_creator_pages.ts'
import { FindPeopleQuery } from '../queries/find_people_query.ts'
import { PeopleSearchLimit } from '../rate_limits.ts'
import { refuse } from './refusals.ts'
import { pageValidator, peopleValidator } from './validators.ts'

/** The pages of people, with or without a session. */
@inject()
export default class CreatorsController {
  constructor(
    private readonly profiles: CreatorProfiles,
    private readonly pages: DatabaseCreatorPages,
    private readonly characters: CreatorCharacters,
    private readonly people: FindPeopleQuery,
    private readonly searchLimit: PeopleSearchLimit
  ) {}

  async show(ctx: HttpContext): Promise<CreatorPage | void> {
    const page = await this.profiles.find(String(ctx.params.username), await getViewer(ctx))
    return page ?? refuse(ctx, 'no_page')
  }

  async list(ctx: HttpContext) {
    const { limit, cursor } = await readQuery(ctx, pageValidator)
    const viewer = await getViewer(ctx)
    const { id } = ctx.params
    if (!(await this.pages.isOpen(id, viewer))) return refuse(ctx, 'no_page')
    const page = await this.characters.list({ creatorIds: [id], limit, cursor }, viewer)
    return page ? sendPage(ctx, page) : refuseCursor(ctx)
  }

  async search(ctx: HttpContext): Promise<FoundPerson[] | void> {
    const { q } = await readQuery(ctx, peopleValidator)
    const viewer = ctx.auth.getUserOrFail()
    const retryAfterSeconds = await this.searchLimit.count(viewer.id)
    if (retryAfterSeconds !== null) return refuse(ctx, { kind: 'too_many', things: 'searches', retryAfterSeconds })
    return this.people.run(q, viewer)
  }
}

export const getViewer = async ({ auth }: HttpContext): Promise<Viewer | null> =>
  (await auth.check()) ? auth.getUserOrFail() : null

export const sendPage = <Item>({ request, response }: HttpContext, page: { items: Item[]; next: string | null }) => {
  if (page.next) response.header('Link', nextPageLink(request.url(true), page.next))
  return page.items
}

export const refuseCursor = (ctx: HttpContext): void =>
  sendRefusal(ctx, invalidField('cursor', 'cursor', 'cursor must come from the page before.'))
