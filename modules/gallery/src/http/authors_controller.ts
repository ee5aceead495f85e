import { inject } from '@adonisjs/core'
import type { HttpContext } from '@adonisjs/core/http'
import { sendJson } from '#modules/kernel/send_json'
import { Gallery } from '../../index.ts'
import { CreateCharacter } from '../actions/create_character.ts'
import { DeleteCharacter } from '../actions/delete_character.ts'
import { ForkCharacter } from '../actions/fork_character.ts'
import { EditCharacter } from '../actions/edit_character.ts'
import { adultGate, forksNotAllowed, invalidCharacter, notOwned, refuseEdit, storageFull, tooMany } from './refusals.ts'
import { noSuchCharacter } from './no_such_character.ts'

/** Creates, edits and deletes the caller's own characters, and copies others. The responses always include the full texts. */
@inject()
export default class AuthorsController {
  constructor(
    private readonly gallery: Gallery,
    private readonly createCharacter: CreateCharacter,
    private readonly editCharacter: EditCharacter,
    private readonly deleteCharacter: DeleteCharacter,
    private readonly forkCharacter: ForkCharacter
  ) {}

  async create(ctx: HttpContext) {
    const created = await this.createCharacter.run(ctx.auth.getUserOrFail().id, bodyOf(ctx), ctx.request.host())
    if (created.ok) {
      ctx.response.status(201)
      return this.#showOwn(ctx, created.value.id)
    }
    switch (created.failure.kind) {
      case 'invalid':
        return invalidCharacter(ctx, created.failure.problems)
      case 'too_many':
        return tooMany(ctx, created.failure, 'characters')
      case 'storage_full':
        return storageFull(ctx, created.failure)
    }
  }

  async update(ctx: HttpContext) {
    const edited = await this.editCharacter.run(
      ctx.params.id,
      bodyOf(ctx),
      ctx.auth.getUserOrFail(),
      ctx.request.host()
    )
    if (edited.ok) return this.#showOwn(ctx, ctx.params.id)
    return refuseEdit(ctx, edited.failure)
  }

  async fork(ctx: HttpContext) {
    const forked = await this.forkCharacter.run(ctx.params.id, ctx.auth.getUserOrFail())
    if (forked.ok) {
      ctx.response.status(201)
      return this.#showOwn(ctx, forked.value.id)
    }
    switch (forked.failure.kind) {
      case 'unknown':
        return noSuchCharacter(ctx)
      case 'adult_gate':
        return adultGate(ctx)
      case 'not_allowed':
        return forksNotAllowed(ctx)
      case 'too_many':
        return tooMany(ctx, forked.failure, 'characters')
      case 'storage_full':
        return storageFull(ctx, forked.failure)
    }
  }

  async destroy(ctx: HttpContext) {
    const deleted = await this.deleteCharacter.run(ctx.params.id, ctx.auth.getUserOrFail())
    return deleted.ok ? { message: 'The character is deleted.' } : notOwned(ctx, deleted.failure, 'delete')
  }

  async #showOwn(ctx: HttpContext, id: string) {
    const viewer = { ...ctx.auth.getUserOrFail(), limitlessEnabled: true }
    const character = await this.gallery.findDetails(id, viewer)
    return character ? sendJson(ctx, character) : noSuchCharacter(ctx)
  }
}

/** The unvalidated body. */
const bodyOf = ({ request }: HttpContext): unknown => request.body()
