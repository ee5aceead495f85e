import { inject } from '@adonisjs/core'
import type { HttpContext } from '@adonisjs/core/http'
import vine from '@vinejs/vine'
import { ok } from '#modules/kernel/result'
import { isLonger, trimmed } from '#modules/kernel/text'
import { custom, readBody } from '#modules/kernel/validation'
import { limits } from '../limits.ts'
import { ChatFolders } from '../sessions/index.ts'
import { invalid, lookedUpId, optional, orNull, trueOrFalse } from './fields.ts'
import { refuse } from './refusals.ts'

@inject()
export default class ChatFoldersController {
  static readonly folderValidator = vine.create({
    name: custom((sent) => {
      const name = typeof sent === 'string' ? trimmed(sent) : ''
      if (name === '') return invalid('required', 'A folder needs a name.')
      if (isLonger(name, limits.folderNameMax))
        return invalid('maxLength', `The name of a folder has at most ${limits.folderNameMax} characters.`)
      return ok(name)
    }),
  })
  static readonly placeValidator = vine.create({
    isKept: custom(optional(trueOrFalse)),
    isArchived: custom(optional(trueOrFalse)),
    folderId: custom(optional(orNull(lookedUpId))),
  })

  constructor(private readonly folders: ChatFolders) {}

  /** GET /api/chat-folders */
  async index(ctx: HttpContext) {
    return ctx.response.json(await this.folders.list(ctx.auth.getUserOrFail().id))
  }

  /** POST /api/chat-folders */
  async store(ctx: HttpContext) {
    const { name } = await readBody(ctx, ChatFoldersController.folderValidator)
    const folder = await this.folders.create(ctx.auth.getUserOrFail().id, name)
    return typeof folder === 'string' ? refuse(ctx, folder) : ctx.response.created(folder)
  }

  /** PUT /api/chat-folders/{id} */
  async update(ctx: HttpContext) {
    const { name } = await readBody(ctx, ChatFoldersController.folderValidator)
    const folder = await this.folders.rename(ctx.auth.getUserOrFail().id, ctx.params.id, name)
    return typeof folder === 'string' ? refuse(ctx, folder) : ctx.response.json(folder)
  }

  /** DELETE /api/chat-folders/{id} */
  async destroy(ctx: HttpContext) {
    const refusal = await this.folders.delete(ctx.auth.getUserOrFail().id, ctx.params.id)
    return refusal ? refuse(ctx, refusal) : ctx.response.json({ message: 'The folder was deleted. Its chats stay.' })
  }

  /** PUT /api/chats/{sessionId}/place */
  async place(ctx: HttpContext) {
    const place = await readBody(ctx, ChatFoldersController.placeValidator)
    const refusal = await this.folders.place(ctx.auth.getUserOrFail().id, ctx.params.id, place)
    return refusal ? refuse(ctx, refusal) : ctx.response.json({ message: 'The chat was moved.' })
  }
}
