import { defaultImageModel, imageModelNames, imageModels, type ImageModelOffer } from '../../api.ts'
import type { ImageSettings } from '../../index.ts'

/** The selectable models, with the provider that draws them. A single one if all of them are the same model. */
export class ImageModels {
  readonly offers: ImageModelOffer[]

  constructor({
    provider,
    note,
    modelName,
    isDemo,
  }: Pick<ImageSettings, 'provider' | 'note' | 'modelName' | 'isDemo'>) {
    this.offers = (modelName === null ? imageModels : [defaultImageModel]).map((model) => ({
      model,
      name: modelName ?? imageModelNames[model],
      provider,
      note,
      ...(isDemo && { isDemo }),
    }))
  }
}
