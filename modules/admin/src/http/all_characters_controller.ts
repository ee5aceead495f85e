import { inject } from '@adonisjs/core'
import type { HttpContext } from '@adonisjs/core/http'
import {
  AdminCharacters,
  Gallery,
  type AdminCharacter,
  type AdminRefusal,
  type Character,
} from '#modules/gallery/index'
import { limits } from '#modules/gallery/api'
import { isId } from '#modules/kernel/ids'
import { decodeCursor, encodeCursor } from '#modules/kernel/pages'
import { problem } from '#modules/kernel/problem'
import { ActOnCharacters } from '../actions/act_on_characters.ts'
import { answerPage } from './answer_page.ts'
import { landingValidator, pageValidator } from './validators.ts'

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
    const { q = '', limit = limits.listDefault, cursor } = await listValidator.validate(ctx.request.qs())
    const [kind, after] = (cursor !== undefined && decodeCursor(cursor, 2)) || []
    if (cursor !== undefined && !(kind === cursorKind && isId(after))) return answerPage(ctx, null)
    const request = { q, limit, after: isId(after) ? after : null }
    const { items, next } = await this.all.list(request, ctx.auth.getUserOrFail())
    return answerPage(ctx, { items, next: next && encodeCursor([cursorKind, next]) })
  }

  async destroy(ctx: HttpContext) {
    const isDeleted = await this.characters.delete(ctx.auth.getUserOrFail().id, ctx.params.id)
    return isDeleted ? { message: 'The character is deleted.' } : noSuchCharacter(ctx)
  }

  async image(ctx: HttpContext): Promise<Character | void> {
    const { id: actorId } = ctx.auth.getUserOrFail()
    const changed = await this.characters.setPicture(actorId, ctx.params.id, ctx.request.input('imageUrl'), {
      requestHost: ctx.request.host(),
    })
    return changed.ok ? this.#show(ctx) : refuseChange(ctx, changed.failure, 'imageUrl')
  }

  async firstMessage(ctx: HttpContext): Promise<Character | void> {
    const { id: actorId } = ctx.auth.getUserOrFail()
    const changed = await this.characters.setFirstMessage(actorId, ctx.params.id, ctx.request.input('firstMessage'))
    return changed.ok ? this.#show(ctx) : refuseChange(ctx, changed.failure, 'firstMessage')
  }

  async landing(ctx: HttpContext): Promise<AdminCharacter | void> {
    const { shown } = await landingValidator.validate(ctx.request.body())
    const changed = await this.characters.setOnLanding(ctx.auth.getUserOrFail().id, ctx.params.id, shown)
    if (!changed.ok) return refuseChange(ctx, changed.failure, 'shown')
    const character = await this.#show(ctx)
    return character && { ...character, onLanding: shown }
  }

  async #show(ctx: HttpContext): Promise<Character | void> {
    const view = await this.gallery.find(ctx.params.id, { ...ctx.auth.getUserOrFail(), limitlessEnabled: true })
    return view ? view.character : noSuchCharacter(ctx)
  }
}

export const noSuchCharacter = (ctx: HttpContext): void =>
  problem(ctx, 404, 'not_found', 'This character does not exist.')

/** `field` is the field's name in the request. */
export const refuseChange = (ctx: HttpContext, refusal: AdminRefusal, field: string): void => {
  if (refusal.kind === 'unknown') return noSuchCharacter(ctx)
  const { rule, message } = refusal.problem
  return problem(ctx, 422, 'validation_failed', message, [{ field, rule, message }])
}
