/** The calls of pictures. */

import type { Call } from '#modules/kernel/calls'
import type { DrawPictureRequest, DrawnPicture, ImageModelOffer, UploadedPicture } from './api.ts'

export const uploadPicture: Call<UploadedPicture, { body: FormData }> = 'POST /api/uploads/images'
export const drawPicture: Call<DrawnPicture, { body: DrawPictureRequest }> = 'POST /api/generate-image'
export const listImageModels: Call<ImageModelOffer[]> = 'GET /api/image-models'
