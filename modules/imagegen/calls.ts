/** The calls of pictures. */

import type { Call } from '#modules/kernel/calls'
import type {
  DeletedPicture,
  DrawPictureRequest,
  DrawnPicture,
  ImageModelOffer,
  ListedPicture,
  UploadedPicture,
} from './api.ts'

export const uploadPicture: Call<UploadedPicture, { body: FormData }> = 'POST /api/uploads/images'
export const drawPicture: Call<DrawnPicture, { body: DrawPictureRequest }> = 'POST /api/generate-image'
export const listImageModels: Call<ImageModelOffer[]> = 'GET /api/image-models'
export const listPictures: Call<ListedPicture[]> = 'GET /api/pictures'
export const deletePicture: Call<DeletedPicture, { params: { id: string } }> = 'DELETE /api/pictures/:id'
