/** The calls of pictures. */

import type { Call, Page } from '#modules/kernel/calls'
import type {
  DeletedPicture,
  DrawPictureRequest,
  DrawnPicture,
  ImageModelOffer,
  ListedPicture,
  UploadedPicture,
} from './api.ts'

/**
 * Uploads a picture of at most 10 MB. See [Uploading pictures](#uploading-pictures).
 * @answers 201
 * @accepts multipart/form-data file
 */
export const uploadPicture: Call<UploadedPicture, { body: FormData }> = 'POST /api/uploads/images'
/** Generates a picture, at an address of this server. See [Generating pictures](#generating-pictures). */
export const drawPicture: Call<DrawnPicture, { body: DrawPictureRequest }> = 'POST /api/generate-image'
/**
 * The models of pictures, the default one first, or the one that `IMAGES_MODEL` names. `note` is a sentence about the provider, or null. `isDemo`:
 * drawn by rules. 503 `images_unavailable`.
 */
export const listImageModels: Call<ImageModelOffer[]> = 'GET /api/image-models'
/** The pictures that the caller had drawn, newest first. `limit` 24, at most 100, `cursor`. */
export const listPictures: Call<ListedPicture[], { query?: Page }> = 'GET /api/pictures'
/** Deletes a picture with its prompt and file. `isKept`: the file stays, because a character, a persona or a profile shows it. */
export const deletePicture: Call<DeletedPicture, { params: { id: string } }> = 'DELETE /api/pictures/:id'
