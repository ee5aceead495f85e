import type { ImageProvider } from '#plugins/contract/image'

/** Pictures, as other modules may use them: through `PictureStore`, which accounts declares, so that every module may ask for it. */
export { PictureStore, type KeptPicture, type PictureRefusal } from '#modules/accounts/index'
/** And pictures drawn from words. */
export { imageAspects, imageModels, type ImageAspect, type ImageModel } from '#plugins/contract/image'
export { PictureMaker, type PictureMakeFailure, type PictureWish } from './src/picture_maker.ts'
export { goneSignal } from './src/http/gone.ts'
/** The answer to a call that wished for a picture and got none. */
export { refusePicture } from './src/http/refuse_picture.ts'

/** What this process has to do with pictures right now. */
export abstract class PictureWork {
  /** Being drawn from words, being read, and waiting for their turn to be read. */
  abstract now(): { drawing: number; reading: number; waiting: number }
}

/** Of `config/images.ts`: who draws. */
export interface ImageSettings {
  /** Makes the provider, when the first picture is asked for. */
  open: () => Promise<ImageProvider>
  /** Who draws, as people read it. */
  provider: string
  /** What people should know of it, in a sentence; null for AI models under their own names. */
  note: string | null
  /** How long drawing one picture may take. */
  timeoutMs: number
  /** How many pictures one server has drawn at once. */
  atOnceMax: number
}

/** Of `config/pictures.ts`. */
export interface PictureSettings {
  /** Where the files are kept, unless `s3` says elsewhere. */
  folder: string
  /** For what is being received and read. Emptied of what a crash left behind. */
  underWayFolder: string
  s3: S3Settings | null
  /** How long the sending of one picture may take. */
  receiveTimeoutMs: number
  /** How long reading one picture may take before its process is ended. */
  readTimeoutMs: number
  /** How many processes may read pictures at once. */
  readersMax: number
}

export interface S3Settings {
  bucket: string
  region: string
  /** Of an S3-compatible store; null for Amazon's own. */
  endpoint: string | null
  /** Null: as the machine we run on has them. */
  credentials: { accessKeyId: string; secretAccessKey: string } | null
}
