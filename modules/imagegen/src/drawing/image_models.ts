import { imageModelNames, imageModels, type ImageModelOffer } from '../../api.ts'
import type { ImageSettings } from '../../index.ts'

/** What people choose from, and who really draws it. */
export class ImageModels {
  readonly offers: ImageModelOffer[]

  constructor({ provider, note }: Pick<ImageSettings, 'provider' | 'note'>) {
    this.offers = imageModels.map((model) => ({ model, name: imageModelNames[model], provider, note }))
  }
}
