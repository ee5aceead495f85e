import { inject } from '@adonisjs/core'
import type { HttpContext } from '@adonisjs/core/http'
import { Gallery } from '#modules/gallery/index'
import { defaultImageModel } from '#modules/imagegen/api'
import { disconnectSignal, PictureMaker, refusePicture } from '#modules/imagegen/index'
import { isId } from '#modules/kernel/ids'
import { problem } from '#modules/kernel/problem'
import { isBlank } from '#modules/kernel/text'
import type { GeneratedCharacterImage } from '../../api.ts'
import { ActOnCharacters } from '../actions/act_on_characters.ts'
import { noSuchCharacter, refuseChange } from './all_characters_controller.ts'

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
    const { characterId, prompt } = ctx.request.only(['characterId', 'prompt'])
    for (const [field, sent] of Object.entries({ characterId, prompt }))
      if (typeof sent !== 'string' || isBlank(sent)) return refuseIncomplete(ctx, field)
    const find = async () => (isId(characterId) ? this.gallery.find(characterId, admin) : null)
    // Check this first, because a drawing costs money.
    if (!(await find())) return noSuchCharacter(ctx)

    const request = { prompt, model: defaultImageModel, aspect: '2:3', ownerId: admin.id } as const
    const made = await this.maker.make(request, disconnectSignal(ctx.response.response))
    if (!made.ok) return refusePicture(ctx, made.failure)
    const { url: imageUrl } = made.value
    const changed = await this.characters.setPicture(admin.id, characterId, imageUrl, { prompt: prompt.trim() })
    if (!changed.ok) return refuseChange(ctx, changed.failure, 'characterId')
    const view = await find()
    return view ? { imageUrl, character: view.character } : noSuchCharacter(ctx)
  }
}

const refuseIncomplete = (ctx: HttpContext, field: string): void => {
  const message = 'Please select a character and enter an AI prompt'
  return problem(ctx, 422, 'validation_failed', message, [{ field, rule: 'required', message }])
}
