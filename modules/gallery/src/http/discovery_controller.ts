import { inject } from '@adonisjs/core'
import type { HttpContext } from '@adonisjs/core/http'
import { networkOf } from '#modules/accounts/index'
import { problem } from '#modules/kernel/problem'
import { isStorable, isLonger } from '#modules/kernel/text'
import { limits } from '../domain/limits.ts'
import { SuggestCharacters } from '../actions/suggest_characters.ts'
import { ListShelvesQuery } from '../queries/list_shelves_query.ts'
import { SurpriseQuery } from '../queries/surprise_query.ts'
import { getViewer } from './get_viewer.ts'
import { tooMany } from './refusals.ts'

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
    const { q = '' } = ctx.request.qs()
    if (typeof q !== 'string' || isLonger(q, limits.queryMax) || !isStorable(q)) {
      const message = `q must be text of at most ${limits.queryMax} characters.`
      return problem(ctx, 422, 'invalid', message, [{ field: 'q', rule: 'text', message }])
    }
    const viewer = await getViewer(ctx)
    const suggested = await this.suggestCharacters.run(q, viewer, viewer?.id ?? networkOf(ctx.request.ip()))
    return suggested.ok ? suggested.value : tooMany(ctx, suggested.failure, 'searches')
  }

  async surprise(ctx: HttpContext) {
    const id = await this.surpriseQuery.run(await getViewer(ctx))
    return id === null ? problem(ctx, 404, 'not_found', 'There is no character to show yet.') : { id }
  }
}
