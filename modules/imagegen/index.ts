import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import type { S3Settings } from '#modules/kernel/open_disk'
import type { ImageProvider } from '#plugins/contract/image'
import type { ImageBounds } from '#plugins/contract/image_sizes'

/** Accounts declares `PictureStore`, so that modules that this one imports can use it, too. */
export { PictureStore, type KeptPicture, type PictureRefusal } from '#modules/accounts/index'
export { imageAspects, type ImageAspect } from '#plugins/contract/image'
export { PictureMaker, type PictureMakeFailure, type PictureRequest } from './src/picture_maker.ts'
export { disconnectSignal } from './src/http/disconnect_signal.ts'
export { refusePicture } from './src/http/refusals.ts'
export { failureSentences, isUserFault } from './src/drawing/provider_failure.ts'
export { PrivateDrawings, type AdmittedDrawing } from './src/private_drawings.ts'
export {
  PrivatePictures,
  type CopiedDrawing,
  type PrivatePicture,
  type PrivatePictureForm,
} from './src/private_pictures.ts'

/** SQL functions of this module that other modules may call. */
export const sqlSurface: { functions: readonly string[] } = { functions: [] }

/** This process's current load, for metrics. */
export abstract class PictureWork {
  /** The numbers of pictures being drawn, being read, and waiting to be read. */
  abstract now(): { drawing: number; reading: number; waiting: number }
}

/** Moderators' changes to stored pictures, in the caller's transaction. They return whether they changed anything. */
export abstract class ModeratedPictures {
  /** `ownerId` is null when the account of the first uploader is gone. Null for an unknown or blocked picture. */
  abstract find(hash: string): Promise<{ ownerId: string | null } | null>
  /** Returns the hashes of other pictures that look almost the same, oldest first. */
  abstract findAlike(hash: string, limit: number, trx?: TransactionClientContract): Promise<string[]>
  /** The picture is no longer served, and uploads of the same picture are refused. Its files stay, for an appeal. */
  abstract block(hash: string, trx: TransactionClientContract): Promise<boolean>
  abstract unblock(hash: string, trx: TransactionClientContract): Promise<boolean>
}

/** The settings in `config/images.ts`. */
export abstract class ImageSettings {
  /** Creates the provider. Called for the first picture. */
  abstract readonly open: () => Promise<ImageProvider>
  /** The provider's display name. */
  abstract readonly provider: string
  /** A sentence about the provider for users. Null for AI models under their own names. */
  abstract readonly note: string | null
  /** The name of the one model that draws every picture. Null: the provider's models. */
  abstract readonly modelName: string | null
  /** True when rules draw, not an AI model. */
  abstract readonly isDemo: boolean
  /** Returns the rubies for a picture of a model. 0: free. */
  abstract readonly costOf: (model: string) => number
  /** The largest pictures, and the most work for one, that users may ask for. */
  abstract readonly bounds: ImageBounds
  abstract readonly timeoutMs: number
  /** The maximum number of concurrent drawings per server. */
  abstract readonly atOnceMax: number
}

export interface CdnSettings {
  /** Takes the addresses of removed pictures. */
  purgeUrl: string
  /** The bearer token of `purgeUrl`. */
  token: string | null
  /** The origin of the public addresses of pictures. */
  origin: string
}

/** The settings in `config/pictures.ts`. */
export abstract class PictureSettings {
  /** The folder of stored files. Unused with `s3`. */
  abstract readonly folder: string
  /** Temporary files of uploads. Leftovers of a crash are removed at start. */
  abstract readonly workFolder: string
  abstract readonly s3: S3Settings | null
  /** The CDN that keeps copies of pictures. */
  abstract readonly cdn: CdnSettings | null
  abstract readonly receiveTimeoutMs: number
  /** After this time the reading process is killed. */
  abstract readonly readTimeoutMs: number
  /** The maximum number of reading processes. */
  abstract readonly readersMax: number
}
