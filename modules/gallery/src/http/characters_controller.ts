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
import { getViewer } from './get_viewer.ts'

/** Reads the gallery, with or without a session. The viewer determines what the responses include. */
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
    const page = await this.listCharacters.run(request.value, await getViewer(ctx))
    if (page.next) ctx.response.header('Link', nextPageLink(ctx.request.url(true), page.next))
    return page.items
  }

  async tags(ctx: HttpContext) {
    return this.listTags.run(await getViewer(ctx))
  }

  async show(ctx: HttpContext) {
    const viewer = await getViewer(ctx)
    if (ctx.request.qs().edit === 'true') return this.#showToEdit(ctx, viewer ?? ctx.auth.getUserOrFail())
    const view = await this.gallery.find(ctx.params.id, viewer)
    return view ? view.character : noSuchCharacter(ctx)
  }

  /** For the edit form: owners get full texts even with adult content off. */
  async #showToEdit(ctx: HttpContext, viewer: Viewer) {
    const view = await this.gallery.find(ctx.params.id, { ...viewer, limitlessEnabled: true })
    if (!view) return noSuchCharacter(ctx)
    return view.character.createdBy === viewer.id ? view.character : notOwned(ctx, { kind: 'not_yours' }, 'edit')
  }

  async similar(ctx: HttpContext) {
    const viewer = await getViewer(ctx)
    const view = await this.gallery.find(ctx.params.id, viewer)
    return view ? this.similarCharacters.run(view.character, viewer) : noSuchCharacter(ctx)
  }
}
