import { inject } from '@adonisjs/core'
import type { HttpContext } from '@adonisjs/core/http'
import { networkOf } from '#modules/accounts/index'
import { readQuery } from '#modules/kernel/validation'
import { SuggestCharacters } from '../actions/suggest_characters.ts'
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
    private readonly surpriseQuery: SurpriseQuery
  ) {}

  async shelves({ auth }: HttpContext) {
    return this.listShelves.run(auth.getUserOrFail())
  }

  async suggestions(ctx: HttpContext) {
    const { q } = await readQuery(ctx, suggestionsValidator)
    const viewer = await getViewer(ctx)
    const suggested = await this.suggestCharacters.run(q, viewer, viewer?.id ?? networkOf(ctx.request.ip()))
    return suggested.ok ? suggested.value : refuse(ctx, { ...suggested.failure, things: 'searches' })
  }

  async surprise(ctx: HttpContext) {
    const id = await this.surpriseQuery.run(await getViewer(ctx))
    return id === null ? refuse(ctx, 'no_characters') : { id }
  }
}
