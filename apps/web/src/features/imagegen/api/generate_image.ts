import { paths, type DrawnPicture } from '#modules/imagegen/api'
import { useMutation } from '@tanstack/react-query'
import { send } from '../../../lib/api_client.ts'
import { drawingUnderWay, type UnderWay } from '../drawing_under_way.ts'

export async function generateImage({ request, hangUp }: UnderWay): Promise<DrawnPicture> {
  const response = await send('POST', paths.generateImage, { body: request, signal: hangUp.signal })
  const picture = (await response.json()) as Partial<DrawnPicture> | null
  if (typeof picture?.imageUrl !== 'string' || picture.imageUrl === '') throw new Error('No picture came back.')
  const { imageUrl, notDrawn } = picture
  return { imageUrl, ...(Array.isArray(notDrawn) && { notDrawn }) }
}

interface DrawingOutcomes {
  onSuccess: (picture: DrawnPicture, drawing: UnderWay) => void
  onError: (error: Error) => void
}

/** It goes on, and its end is told, when the reader is on another screen by then. */
export const useGenerateImage = (outcomes: DrawingOutcomes) =>
  useMutation({
    mutationFn: generateImage,
    onSettled: () => drawingUnderWay.set(null),
    ...outcomes,
  })
