import { inject } from '@adonisjs/core'
import type { HttpContext } from '@adonisjs/core/http'
import { Gallery } from '#modules/gallery/index'
import { disconnectSignal, PictureMaker, refusePicture } from '#modules/imagegen/index'
import { isId } from '#modules/kernel/ids'
import { readBody } from '#modules/kernel/validation'
import type { GeneratedCharacterImage } from '../../api.ts'
import { ActOnCharacters } from '../actions/act_on_characters.ts'
import { refuse } from './refusals.ts'
import { drawingValidator } from './validators.ts'

/** Draws a picture for a character and sets it. Drawing can take minutes, so it runs outside of transactions. */
@inject()
export default class CharacterImagesController {
  constructor(
    private readonly gallery: Gallery,
    private readonly maker: PictureMaker,
    private readonly characters: ActOnCharacters
  ) {}

  async create(ctx: HttpContext): Promise<GeneratedCharacterImage | void> {
    const admin = { ...ctx.auth.getUserOrFail(), limitlessEnabled: true }
    const { characterId, prompt } = await readBody(ctx, drawingValidator)
    const find = async () => (isId(characterId) ? this.gallery.find(characterId, admin) : null)
    // Check this first, because a drawing costs money.
    if (!(await find())) return refuse(ctx, 'unknown')

    const request = { prompt, aspect: '2:3', ownerId: admin.id } as const
    const made = await this.maker.make(request, disconnectSignal(ctx.response.response))
    if (!made.ok) return refusePicture(ctx, made.failure)
    const { url: imageUrl } = made.value
    const changed = await this.characters.setPicture(admin.id, characterId, imageUrl, { prompt: prompt.trim() })
    if (!changed.ok) return refuse(ctx, { ...changed.failure, field: 'characterId' })
    const view = await find()
    return view ? { imageUrl, character: view.character } : refuse(ctx, 'unknown')
  }
}
