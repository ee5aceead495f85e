import { inject } from '@adonisjs/core'
import type { HttpContext } from '@adonisjs/core/http'
import { networkOf } from '#modules/accounts/index'
import { Replicas } from '#modules/kernel/replicas'
import { readQuery } from '#modules/kernel/validation'
import { SuggestCharacters } from '../actions/suggest_characters.ts'
import { CreatorLinks } from '../queries/creator_links.ts'
import { ListShelvesQuery } from '../queries/list_shelves_query.ts'
import { SurpriseQuery } from '../queries/surprise_query.ts'
import { getViewer } from './get_viewer.ts'
import { refuse } from './refusals.ts'
import { suggestionsValidator } from './validators.ts'

/** Finds characters by shelves, suggestions and chance, without a list. */
@inject()
export default class DiscoveryController {
  constructor(
    private readonly listShelves: ListShelvesQuery,
    private readonly suggestCharacters: SuggestCharacters,
    private readonly surpriseQuery: SurpriseQuery,
    private readonly replicas: Replicas,
    private readonly links: CreatorLinks
  ) {}

  async shelves(ctx: HttpContext) {
    const viewer = ctx.auth.getUserOrFail()
    const shelves = await this.replicas.run(ctx, (client) => this.listShelves.run(viewer, client))
    await this.links.markCreators(shelves.flatMap(({ characters }) => characters))
    return shelves
  }

  async suggestions(ctx: HttpContext) {
    const { q } = await readQuery(ctx, suggestionsValidator)
    const viewer = await getViewer(ctx)
    const source = viewer?.id ?? networkOf(ctx.request.ip())
    const suggested = await this.suggestCharacters.run(q, viewer, source, (read) => this.replicas.run(ctx, read))
    return suggested.ok ? suggested.value : refuse(ctx, { ...suggested.failure, things: 'searches' })
  }

  async surprise(ctx: HttpContext) {
    const viewer = await getViewer(ctx)
    const id = await this.replicas.run(ctx, (client) => this.surpriseQuery.run(viewer, client))
    return id === null ? refuse(ctx, 'no_characters') : { id }
  }
}
