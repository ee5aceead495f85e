import { inject } from '@adonisjs/core'
import { defaultImageModel, imageModelNames, imageModels, type ImageModelOffer } from '../../api.ts'
import { ImageSettings } from '../../index.ts'

/** The selectable models, with the provider that draws them. A single one if all of them are the same model. */
@inject()
export class ImageModels {
  readonly offers: ImageModelOffer[]

  constructor({ provider, note, modelName, isDemo }: ImageSettings) {
    this.offers = (modelName === null ? imageModels : [defaultImageModel]).map((model) => ({
      model,
      name: modelName ?? imageModelNames[model],
      provider,
      note,
      ...(isDemo && { isDemo }),
    }))
  }
}
