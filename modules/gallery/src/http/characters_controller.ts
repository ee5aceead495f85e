import { inject } from '@adonisjs/core'
import type { HttpContext } from '@adonisjs/core/http'
import { nextPageLink } from '#modules/kernel/pages'
import { Replicas } from '#modules/kernel/replicas'
import { readQuery } from '#modules/kernel/validation'
import { Gallery, type Viewer } from '../../index.ts'
import { FindCharacterDetailsQuery } from '../queries/find_character_details_query.ts'
import { CreatorLinks } from '../queries/creator_links.ts'
import { ListCharactersQuery } from '../queries/list_characters_query.ts'
import { ListChipsQuery } from '../queries/list_chips_query.ts'
import { ListTagsQuery } from '../queries/list_tags_query.ts'
import { SimilarCharactersQuery } from '../queries/similar_characters_query.ts'
import { StartersQuery } from '../queries/starters_query.ts'
import { getViewer } from './get_viewer.ts'
import { refuse } from './refusals.ts'
import { sendCharacter } from './send_character.ts'
import { characterValidator, listValidator } from './validators.ts'

/** Reads the gallery, with or without a session. The viewer determines what the responses include. */
@inject()
export default class CharactersController {
  constructor(
    private readonly gallery: Gallery,
    private readonly details: FindCharacterDetailsQuery,
    private readonly listCharacters: ListCharactersQuery,
    private readonly listTags: ListTagsQuery,
    private readonly listChips: ListChipsQuery,
    private readonly similarCharacters: SimilarCharactersQuery,
    private readonly listStarters: StartersQuery,
    private readonly replicas: Replicas,
    private readonly links: CreatorLinks
  ) {}

  async index(ctx: HttpContext) {
    const { cursor: after, ...request } = await readQuery(ctx, listValidator)
    const viewer = (await getViewer(ctx)) ?? (request.mine || request.liked ? ctx.auth.getUserOrFail() : null)
    // Users find their own characters, and those that they like, as they are now.
    const page = await (request.mine || request.liked
      ? this.listCharacters.run({ ...request, after }, viewer)
      : this.replicas.run(ctx, (client) => this.listCharacters.run({ ...request, after }, viewer, client)))
    if (page.next) ctx.response.header('Link', nextPageLink(ctx.request.url(true), page.next))
    return this.links.markCreators(page.items)
  }

  async tags(ctx: HttpContext) {
    const viewer = await getViewer(ctx)
    return this.replicas.run(ctx, (client) => this.listTags.run(viewer, client))
  }

  async chips(ctx: HttpContext) {
    const viewer = await getViewer(ctx)
    return this.replicas.run(ctx, (client) => this.listChips.run(viewer, client))
  }

  /** Sends the same characters to all callers. */
  landing(ctx: HttpContext) {
    return this.replicas.run(ctx, (client) => this.gallery.onLanding(client))
  }

  async starters(ctx: HttpContext) {
    const viewer = ctx.auth.getUserOrFail()
    return this.replicas.run(ctx, (client) => this.listStarters.run(viewer, client))
  }

  async show(ctx: HttpContext) {
    const viewer = await getViewer(ctx)
    const { edit } = await readQuery(ctx, characterValidator)
    if (edit) return this.#showToEdit(ctx, viewer ?? ctx.auth.getUserOrFail())
    return sendCharacter(ctx, await this.details.view(ctx.params.id, viewer))
  }

  /** Sends a character for the edit form. Owners get full texts even with adult content off. */
  async #showToEdit(ctx: HttpContext, viewer: Viewer) {
    const character = await this.gallery.findDetails(ctx.params.id, { ...viewer, limitlessEnabled: true })
    if (character && character.createdBy !== viewer.id) return refuse(ctx, { kind: 'not_yours', verb: 'edit' })
    return sendCharacter(ctx, character)
  }

  async similar(ctx: HttpContext) {
    const viewer = await getViewer(ctx)
    const view = await this.gallery.find(ctx.params.id, viewer)
    if (!view) return refuse(ctx, 'unknown')
    return this.links.markCreators(
      await this.replicas.run(ctx, (client) => this.similarCharacters.run(view.character, viewer, { client }))
    )
  }
}
