import { inject } from '@adonisjs/core'
import { Storage } from '#modules/accounts/index'
import { fail, ok, type Result } from '#modules/kernel/result'
import type { ImageRequest } from '#plugins/contract/image'
import { checkOptions } from '../domain/check_options.ts'
import { checkPrompt, PromptRules } from '../domain/check_prompt.ts'
import { ImageEngine } from '../drawing/image_engine.ts'
import type { PictureMakeFailure, PictureRequest } from '../picture_maker.ts'

/** A checked request, and the name of its model. */
export type CheckedPicture = Required<ImageRequest> & { modelName: string }

/** Checks a request for a picture: its texts, its model, its options, and its owner's storage. */
@inject()
export class CheckPicture {
  constructor(
    private readonly engine: ImageEngine,
    private readonly rules: PromptRules,
    private readonly storage: Storage
  ) {}

  async run({
    prompt,
    model,
    aspect,
    options = {},
    ownerId,
  }: Omit<PictureRequest, 'onProgress'>): Promise<Result<CheckedPicture, PictureMakeFailure>> {
    const { rules, storage, engine } = this
    const checked = checkPrompt(rules, prompt)
    if (!checked.ok) return fail({ kind: 'prompt', problem: checked.failure })
    const models = await engine.models()
    if (!models.ok) return models
    const chosen = model === undefined ? models.value[0]! : models.value.find(({ id }) => id === model)
    if (!chosen) return fail({ kind: 'model', models: models.value.map(({ id }) => id) })
    const checkedOptions = checkOptions(rules, chosen, options)
    if (!checkedOptions.ok) return fail({ kind: 'option', problem: checkedOptions.failure })
    const full = await storage.refusal(ownerId)
    if (full) return fail(full)
    return ok({
      prompt: checked.value,
      model: chosen.id,
      aspect,
      options: checkedOptions.value,
      modelName: chosen.name,
    })
  }
}
