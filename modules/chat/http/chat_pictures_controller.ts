import { inject } from '@adonisjs/core'
import type { HttpContext } from '@adonisjs/core/http'
import { PictureStore } from '#modules/accounts/index'
import { PrivatePictures } from '#modules/imagegen/index'
import { readBody, readQuery } from '#modules/kernel/validation'
import { DescribePicture } from '../replies/index.ts'
import { ChatPictures } from '../sessions/index.ts'
import { backgroundValidator, pictureFileValidator, pictureValidator } from './picture_validators.ts'
import { refusePicture } from './refusals.ts'

/** The pictures of chats, for their users alone. */
@inject()
export default class ChatPicturesController {
  constructor(
    private readonly pictures: ChatPictures,
    private readonly description: DescribePicture,
    private readonly files: PrivatePictures,
    private readonly store: PictureStore
  ) {}

  /** POST /api/uploads/chats/{sessionId} */
  async upload(ctx: HttpContext) {
    const key = { userId: ctx.auth.getUserOrFail().id, sessionId: ctx.params.id as string }
    const refusal = await this.pictures.check(key)
    if (refusal) return refusePicture(ctx, refusal)
    const stored = await this.files.receive(ctx)
    if (!stored) return
    const picture = await this.pictures.add(key, stored)
    return ctx.response.status(201).json(picture)
  }

  /** GET /api/chats/{sessionId}/pictures */
  async index(ctx: HttpContext) {
    const list = await this.pictures.list({ userId: ctx.auth.getUserOrFail().id, sessionId: ctx.params.id })
    return list ? ctx.response.json(list) : refusePicture(ctx, 'no_such_chat')
  }

  /** PUT /api/chat-pictures/{id} */
  async update(ctx: HttpContext) {
    const change = await readBody(ctx, pictureValidator)
    const picture = await this.pictures.change(ctx.auth.getUserOrFail().id, ctx.params.id, change)
    return picture ? ctx.response.json(picture) : refusePicture(ctx, 'no_such_picture')
  }

  /** POST /api/chats/{id}/background */
  async putBehind(ctx: HttpContext) {
    const { url } = await readBody(ctx, backgroundValidator)
    const key = { userId: ctx.auth.getUserOrFail().id, sessionId: ctx.params.id as string }
    const refusal = await this.pictures.check(key)
    if (refusal) return refusePicture(ctx, refusal)
    const copied = await this.files.copyDrawn(ctx, url)
    return copied && ctx.response.status(201).json(await this.pictures.putBehind(key, copied))
  }

  /** POST /api/chat-pictures/{id}/description */
  async describe(ctx: HttpContext) {
    const { id: userId } = ctx.auth.getUserOrFail()
    const found = await this.pictures.fileOf(userId, ctx.params.id)
    if (!found) return refusePicture(ctx, 'no_such_picture')
    const described = await this.description.run(userId, found.file)
    if (!described.ok) return refusePicture(ctx, described.failure)
    const picture = await this.pictures.change(userId, ctx.params.id, { alt: described.value })
    return picture ? ctx.response.json(picture) : refusePicture(ctx, 'no_such_picture')
  }

  /** DELETE /api/chat-pictures/{id} */
  async destroy(ctx: HttpContext) {
    const isDeleted = await this.pictures.delete(ctx.auth.getUserOrFail().id, ctx.params.id)
    return isDeleted ? ctx.response.json({ message: 'The picture is deleted.' }) : refusePicture(ctx, 'no_such_picture')
  }

  /** GET /pictures/chats/{id} */
  async file(ctx: HttpContext) {
    const { form } = await readQuery(ctx, pictureFileValidator)
    const found = await this.pictures.fileOf(ctx.auth.getUserOrFail().id, ctx.params.id)
    const bytes = found && (await this.files.read(found.file, form))
    if (!bytes) return refusePicture(ctx, 'no_such_picture')
    ctx.response
      .header('Content-Type', 'image/webp')
      .header('Cache-Control', 'private, max-age=86400')
      .header('X-Content-Type-Options', 'nosniff')
    return ctx.response.send(bytes)
  }

  /** POST /api/chat-pictures/{id}/copy */
  async publish(ctx: HttpContext) {
    const { id: userId } = ctx.auth.getUserOrFail()
    const found = await this.pictures.fileOf(userId, ctx.params.id)
    const bytes = found && (await this.files.read(found.file, 'whole'))
    if (!bytes) return refusePicture(ctx, 'no_such_picture')
    const copied = await this.store.copy(bytes, userId)
    return copied.ok ? ctx.response.status(201).json(copied.value) : refusePicture(ctx, 'not_usable')
  }
}
