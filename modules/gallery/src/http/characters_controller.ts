import { inject } from '@adonisjs/core'
import type { HttpContext } from '@adonisjs/core/http'
import { nextPageLink } from '#modules/kernel/pages'
import { problem } from '#modules/kernel/problem'
import { Gallery, type Viewer } from '../../index.ts'
import { ListCharactersQuery } from '../queries/list_characters_query.ts'
import { ListTagsQuery } from '../queries/list_tags_query.ts'
import { SimilarCharactersQuery } from '../queries/similar_characters_query.ts'
import { noSuchCharacter } from './no_such_character.ts'
import { readListRequest } from './list_request.ts'
import { notOwned } from './refusals.ts'
import { viewerOf } from './viewer_of.ts'

/** Reading the gallery. None of these needs a session, and each shows what its viewer may see. */
@inject()
export default class CharactersController {
  constructor(
    private readonly gallery: Gallery,
    private readonly listCharacters: ListCharactersQuery,
    private readonly listTags: ListTagsQuery,
    private readonly similarCharacters: SimilarCharactersQuery
  ) {}

  async index(ctx: HttpContext) {
    const request = readListRequest(ctx.request.qs())
    if (!request.ok) return problem(ctx, 422, 'invalid', request.failure[0]!.message, request.failure)
    const page = await this.listCharacters.run(request.value, await viewerOf(ctx))
    if (page.next) ctx.response.header('Link', nextPageLink(ctx.request.url(true), page.next))
    return page.items
  }

  async tags(ctx: HttpContext) {
    return this.listTags.run(await viewerOf(ctx))
  }

  async show(ctx: HttpContext) {
    const viewer = await viewerOf(ctx)
    if (ctx.request.qs().edit === 'true') return this.#showToEdit(ctx, viewer ?? ctx.auth.getUserOrFail())
    const view = await this.gallery.find(ctx.params.id, viewer)
    return view ? view.character : noSuchCharacter(ctx)
  }

  /** Owners see their own whole where they edit it, with adult content off too. */
  async #showToEdit(ctx: HttpContext, viewer: Viewer) {
    const view = await this.gallery.find(ctx.params.id, { ...viewer, limitlessEnabled: true })
    if (!view) return noSuchCharacter(ctx)
    return view.character.createdBy === viewer.id ? view.character : notOwned(ctx, { kind: 'not_yours' }, 'edit')
  }

  async similar(ctx: HttpContext) {
    const viewer = await viewerOf(ctx)
    const view = await this.gallery.find(ctx.params.id, viewer)
    return view ? this.similarCharacters.run(view.character, viewer) : noSuchCharacter(ctx)
  }
}
