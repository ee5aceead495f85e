/** Wire shapes, paths and limits of pictures. Runs in a browser. */
import type { ImageAspect, ImageModel } from '#plugins/contract/image'
import { promptMax } from './src/domain/check_prompt.ts'
import { segment } from '#modules/kernel/path_segment'

export { imageAspects, imageModels, type ImageAspect, type ImageModel } from '#plugins/contract/image'
export { checkPrompt, type PromptProblem } from './src/domain/check_prompt.ts'

/** What an upload may weigh. */
export const uploadBytesMax = 10_000_000

/** By content, whatever the file says of itself. */
export const uploadTypes = ['image/png', 'image/jpeg', 'image/webp'] as const

export interface UploadedPicture {
  /** On our own address; takes `?w=` with one of the gallery's `pictureWidths`. */
  url: string
}

export const imageLimits = {
  promptMax,
  picturesPerHour: 30,
  /** Drawn at once for one user, by one server. */
  atOncePerUser: 2,
} as const

export const defaultImageModel: ImageModel = 'flux-schnell'
export const defaultImageAspect: ImageAspect = '1:1'

export const imageModelNames: Record<ImageModel, string> = {
  'flux-schnell': 'FLUX Schnell',
  'sdxl-lightning': 'SDXL Lightning',
  'stable-diffusion-3': 'Stable Diffusion 3',
}

export interface DrawPictureRequest {
  prompt: string
  model?: ImageModel
  aspect?: ImageAspect
}

export interface DrawnPicture {
  /** As `UploadedPicture.url`. */
  imageUrl: string
  /** Words of the prompt that the picture leaves out, where the provider can tell. At most 12. */
  notDrawn?: readonly string[]
}

/** One of the models that people choose from. */
export interface ImageModelOffer {
  model: ImageModel
  name: string
  /** Who draws: 'Replicate'. */
  provider: string
  /** What one should know of that: that it is no AI model, for one. */
  note: string | null
}

export const paths = {
  uploadImage: '/api/uploads/images',
  generateImage: '/api/generate-image',
  imageModels: '/api/image-models',
  uploadedPicture: (hash: string) => `/pictures/uploads/${segment(hash)}.webp`,
} as const
