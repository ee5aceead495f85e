/** Wire types and limits of pictures. Shared with the browser. */
import type { ImageAspect, ImageOption, ImageOptions, ImageProgress } from '#plugins/contract/image'
import { promptMax } from './src/domain/check_prompt.ts'
import { pathSegment } from '#modules/kernel/path_segment'

export {
  imageAspects,
  type ImageAspect,
  type ImageOption,
  type ImageOptions,
  type ImageProgress,
} from '#plugins/contract/image'
export { checkOptions, imageOptionNames, type OptionProblem } from './src/domain/check_options.ts'
export { checkPrompt, type PromptProblem } from './src/domain/check_prompt.ts'

export const uploadBytesMax = 10_000_000

/** The accepted types, detected by content. Animations become their first frame. File names and declared types are ignored. */
export const uploadTypes = ['image/png', 'image/jpeg', 'image/webp', 'image/gif'] as const

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
  /** Pictures in a page of the list: by default, and at most. */
  listPage: 24,
  listPageMax: 100,
} as const

export const defaultImageAspect: ImageAspect = '1:1'

export interface DrawPictureRequest {
  prompt: string
  /** The `model` of an offer. Default: the first one. */
  model?: string
  aspect?: ImageAspect
  /** Options that the offer has, within its bounds. */
  options?: ImageOptions
  /** The id of the picture in `PictureProgressEvent`. Without it, no progress is told. */
  id?: string
}

/** An event for the user's open tabs. */
export type PictureProgressEvent = { type: 'picture'; id: string } & ImageProgress

export interface DrawnPicture {
  /** A path on this server, like `UploadedPicture.url`. */
  imageUrl: string
  /** Words of the prompt that the picture leaves out, where the provider can tell. At most 12. */
  notDrawn?: readonly string[]
  /** The seed with which the model draws the same picture again. Absent for models without seeds. */
  seed?: number
}

/** A picture in its user's list, with what it takes to draw it again. */
export interface ListedPicture {
  id: string
  url: string
  prompt: string
  /** The model's id when it drew, and its name. It may no longer be on offer. */
  model: string
  modelName: string
  aspect: ImageAspect
  options: ImageOptions
  /** Null for models without seeds. */
  seed: number | null
  /** Drawn by rules, not by a model. */
  isDemo: boolean
  createdAt: string
}

export interface DeletedPicture {
  message: string
  /** True if the picture's file stays, because a character, a persona or a profile shows it. */
  isKept: boolean
}

export interface ImageModelOffer {
  model: string
  name: string
  /** The provider's display name, such as 'Replicate'. */
  provider: string
  /** A sentence about the provider for users, for example that it isn't an AI model. */
  note: string | null
  /** Drawn by built-in rules, not by an AI model. */
  isDemo?: true
  /** The options that users may set, with bounds. Absent without any. */
  options?: readonly ImageOption[]
  /** Rubies for a picture. Absent if it is free. */
  cost?: number
  /** Present if `PictureProgressEvent` tells how far a picture is. */
  tellsProgress?: true
}

/** The address of an uploaded picture. */
export const uploadedPictureAddress = (hash: string) => `/pictures/uploads/${pathSegment(hash)}.webp`
