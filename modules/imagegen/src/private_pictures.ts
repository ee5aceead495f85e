import type { HttpContext } from '@adonisjs/core/http'

/** A stored picture that only its owner may see. */
export interface PrivatePicture {
  /** The random name of its files. It tells nothing about the picture, and equal pictures have different names. */
  file: string
  /** In pixels. */
  width: number
  height: number
  /** The sum of its files. */
  bytes: number
}

/** A copy of a picture that its owner had drawn. */
export interface CopiedDrawing extends PrivatePicture {
  prompt: string
  modelName: string
}

/** `thumb`: a WebP for lists. `whole`: the largest WebP. `model`: a JPEG for models that see. */
export type PrivatePictureForm = 'thumb' | 'whole' | 'model'

/**
 * The files of pictures that only their owners may see. They have no rows and no addresses: the caller keeps the names, checks who asks,
 * counts the bytes, and removes the files. Nothing finds files whose name was lost.
 */
export abstract class PrivatePictures {
  /** Stores the upload of a request. Returns null after it has answered why it can't. */
  abstract receive(ctx: HttpContext): Promise<PrivatePicture | null>
  /**
   * Copies a picture from the list of those that the user had drawn, with its mark. Returns null after it has answered why it can't, which
   * is 404 for all other addresses.
   */
  abstract copyDrawn(ctx: HttpContext, url: string): Promise<CopiedDrawing | null>
  /** Returns null if the files were removed. */
  abstract read(file: string, form: PrivatePictureForm): Promise<Buffer | null>
  /** Idempotent. */
  abstract remove(file: string): Promise<void>
}
