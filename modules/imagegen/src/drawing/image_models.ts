import { imageModelNames, imageModels, type ImageModelOffer } from '../../api.ts'
import type { ImageSettings } from '../../index.ts'

/** The selectable models, with the provider that draws them. */
export class ImageModels {
  readonly offers: ImageModelOffer[]

  constructor({ provider, note, isDemo }: Pick<ImageSettings, 'provider' | 'note' | 'isDemo'>) {
    this.offers = imageModels.map((model) => ({
      model,
      name: imageModelNames[model],
      provider,
      note,
      ...(isDemo && { isDemo }),
    }))
  }
}
