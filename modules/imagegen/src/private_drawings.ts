import type { Result } from '#modules/kernel/result'
import type { ImageRequest } from '#plugins/contract/image'
import type { PictureMakeFailure, PictureRequest } from './picture_maker.ts'
import type { PrivatePicture } from './private_pictures.ts'

/** A drawing that may begin. It can be stored, and drawn by another process. */
export interface AdmittedDrawing extends Required<ImageRequest> {
  modelName: string
  /** The rubies that the caller holds, takes with the picture, or gives back. */
  cost: number
}

/** Draws pictures that only their owners may see. The caller holds and takes their price. */
export abstract class PrivateDrawings {
  /** Checks a request, and counts it in the limits of its owner. */
  abstract admit(request: Omit<PictureRequest, 'onProgress'>): Promise<Result<AdmittedDrawing, PictureMakeFailure>>
  /** Takes back the count of a drawing that did not begin, or failed through no fault of its owner. */
  abstract uncount(ownerId: string): Promise<void>
  /**
   * Draws and stores a picture under the name `file`, which can be repeated. `progressId`: the id in the owner's `PictureProgressEvent`.
   * `busy` and `too_many_at_once`: no slot of this process is free.
   */
  abstract draw(
    drawing: AdmittedDrawing,
    owner: { ownerId: string; progressId: string; file: string },
    signal: AbortSignal
  ): Promise<Result<PrivatePicture, PictureMakeFailure>>
}
