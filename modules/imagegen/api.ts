/** Wire types and limits of pictures. Shared with the browser. */
import type { ImageAspect, ImageModel } from '#plugins/contract/image'
import { promptMax } from './src/domain/check_prompt.ts'
import { pathSegment } from '#modules/kernel/path_segment'

export { imageAspects, imageModels, type ImageAspect, type ImageModel } from '#plugins/contract/image'
export { checkPrompt, type PromptProblem } from './src/domain/check_prompt.ts'

export const uploadBytesMax = 10_000_000

/** The accepted types, detected by content. File names and declared types are ignored. */
export const uploadTypes = ['image/png', 'image/jpeg', 'image/webp'] as const

export interface UploadedPicture {
  /** A path on this server. Accepts `?w=` with one of the gallery's `pictureWidths`. */
  url: string
}

export const imageLimits = {
  promptMax,
  picturesPerHour: 30,
  picturesPerDay: 100,
  /** The limit of all users together. No user gets more than a twentieth. */
  picturesOfAllPerDay: 2_000,
  /** Concurrent drawings per user and server. */
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
  /** A path on this server, like `UploadedPicture.url`. */
  imageUrl: string
  /** Words of the prompt that the picture leaves out, where the provider can tell. At most 12. */
  notDrawn?: readonly string[]
}

export interface ImageModelOffer {
  model: ImageModel
  name: string
  /** The provider's display name, such as 'Replicate'. */
  provider: string
  /** A sentence about the provider for users, for example that it isn't an AI model. */
  note: string | null
  /** Drawn by built-in rules, not by an AI model. */
  isDemo?: true
}

/** The address of an uploaded picture. */
export const uploadedPictureAddress = (hash: string) => `/pictures/uploads/${pathSegment(hash)}.webp`
