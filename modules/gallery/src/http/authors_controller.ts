import { inject } from '@adonisjs/core'
import type { HttpContext } from '@adonisjs/core/http'
import { readDocument } from '#modules/kernel/validation'
import { Gallery } from '../../index.ts'
import { CreateCharacter } from '../actions/create_character.ts'
import { DeleteCharacter } from '../actions/delete_character.ts'
import { ForkCharacter } from '../actions/fork_character.ts'
import { EditCharacter } from '../actions/edit_character.ts'
import { refuse } from './refusals.ts'
import { sendCharacter } from './send_character.ts'

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
    const created = await this.createCharacter.run(ctx.auth.getUserOrFail().id, readDocument(ctx), ctx.request.host())
    if (!created.ok) return refuse(ctx, { ...created.failure, things: 'characters' })
    ctx.response.status(201)
    return this.#showOwn(ctx, created.value.id)
  }

  async update(ctx: HttpContext) {
    const edited = await this.editCharacter.run(
      ctx.params.id,
      readDocument(ctx),
      ctx.auth.getUserOrFail(),
      ctx.request.host()
    )
    if (edited.ok) return this.#showOwn(ctx, ctx.params.id)
    return refuse(ctx, { ...edited.failure, verb: 'edit', things: 'changes' })
  }

  async fork(ctx: HttpContext) {
    const forked = await this.forkCharacter.run(ctx.params.id, ctx.auth.getUserOrFail())
    if (!forked.ok) return refuse(ctx, { ...forked.failure, things: 'characters' })
    ctx.response.status(201)
    return this.#showOwn(ctx, forked.value.id)
  }

  async destroy(ctx: HttpContext) {
    const deleted = await this.deleteCharacter.run(ctx.params.id, ctx.auth.getUserOrFail())
    if (!deleted.ok) return refuse(ctx, { ...deleted.failure, verb: 'delete' })
    return { message: 'The character is deleted.' }
  }

  async #showOwn(ctx: HttpContext, id: string) {
    const viewer = { ...ctx.auth.getUserOrFail(), limitlessEnabled: true }
    return sendCharacter(ctx, await this.gallery.findDetails(id, viewer))
  }
}
