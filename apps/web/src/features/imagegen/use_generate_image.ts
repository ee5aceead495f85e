import type { DrawnPicture } from '#modules/imagegen/api'
import { drawPicture } from '#modules/imagegen/calls'
import { useMutation } from '@tanstack/react-query'
import { callServer } from '#web/lib/api_client'
import { runningDrawing, type RunningDrawing } from './running_drawing.ts'

async function generateImage({ request, abort }: RunningDrawing): Promise<DrawnPicture> {
  const picture: Partial<DrawnPicture> | null = await callServer(drawPicture, { body: request, signal: abort.signal })
  if (typeof picture?.imageUrl !== 'string' || picture.imageUrl === '') throw new Error('No picture came back.')
  const { imageUrl, notDrawn } = picture
  return { imageUrl, ...(Array.isArray(notDrawn) && { notDrawn }) }
}

interface DrawingOutcomes {
  onSuccess: (picture: DrawnPicture, drawing: RunningDrawing) => void
  onError: (error: Error) => void
}

/** Goes on and reports its outcome after the user has left the screen. */
export const useGenerateImage = (outcomes: DrawingOutcomes) =>
  useMutation({
    mutationFn: generateImage,
    onSettled: () => runningDrawing.set(null),
    ...outcomes,
  })
