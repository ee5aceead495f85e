import { inject } from '@adonisjs/core'
import type { HttpContext } from '@adonisjs/core/http'
import { AdminCharacters, Gallery, type AdminCharacter, type Character } from '#modules/gallery/index'
import { limits } from '#modules/gallery/api'
import { isId } from '#modules/kernel/ids'
import { decodeCursor, encodeCursor } from '#modules/kernel/pages'
import { readBody, readQuery } from '#modules/kernel/validation'
import { ActOnCharacters } from '../actions/act_on_characters.ts'
import { answerPage } from './answer_page.ts'
import { refuse } from './refusals.ts'
import { firstMessageValidator, imageValidator, landingValidator, pageValidator } from './validators.ts'

const listValidator = pageValidator(limits.listMax)

/** Distinguishes this list's cursors from others. */
const cursorKind = 'all_characters'

/** All users' characters. Here, admins get the full texts of private and adult characters. */
@inject()
export default class AllCharactersController {
  constructor(
    private readonly all: AdminCharacters,
    private readonly gallery: Gallery,
    private readonly characters: ActOnCharacters
  ) {}

  async index(ctx: HttpContext): Promise<AdminCharacter[] | void> {
    const { q = '', limit = limits.listDefault, cursor } = await readQuery(ctx, listValidator)
    const [kind, after] = (cursor !== undefined && decodeCursor(cursor, 2)) || []
    if (cursor !== undefined && !(kind === cursorKind && isId(after))) return answerPage(ctx, null)
    const request = { q, limit, after: isId(after) ? after : null }
    const { items, next } = await this.all.list(request, ctx.auth.getUserOrFail())
    return answerPage(ctx, { items, next: next && encodeCursor([cursorKind, next]) })
  }

  async destroy(ctx: HttpContext) {
    const deleted = await this.characters.delete(ctx.auth.getUserOrFail(), ctx.params.id)
    return deleted.ok ? { message: 'The character is deleted.' } : refuse(ctx, deleted.failure.kind)
  }

  async image(ctx: HttpContext): Promise<Character | void> {
    const { id: actorId } = ctx.auth.getUserOrFail()
    const { imageUrl } = await readBody(ctx, imageValidator)
    const changed = await this.characters.setPicture(actorId, ctx.params.id, imageUrl, {
      requestHost: ctx.request.host(),
    })
    return changed.ok ? this.#show(ctx) : refuse(ctx, { ...changed.failure, field: 'imageUrl' })
  }

  async firstMessage(ctx: HttpContext): Promise<Character | void> {
    const { id: actorId } = ctx.auth.getUserOrFail()
    const { firstMessage } = await readBody(ctx, firstMessageValidator)
    const changed = await this.characters.setFirstMessage(actorId, ctx.params.id, firstMessage)
    return changed.ok ? this.#show(ctx) : refuse(ctx, { ...changed.failure, field: 'firstMessage' })
  }

  async landing(ctx: HttpContext): Promise<AdminCharacter | void> {
    const { shown } = await readBody(ctx, landingValidator)
    const changed = await this.characters.setOnLanding(ctx.auth.getUserOrFail().id, ctx.params.id, shown)
    if (!changed.ok) return refuse(ctx, { ...changed.failure, field: 'shown' })
    const character = await this.#show(ctx)
    return character && { ...character, onLanding: shown }
  }

  async #show(ctx: HttpContext): Promise<Character | void> {
    const view = await this.gallery.find(ctx.params.id, { ...ctx.auth.getUserOrFail(), limitlessEnabled: true })
    return view ? view.character : refuse(ctx, 'unknown')
  }
}
