import { paths, type DrawnPicture, type DrawPictureRequest } from '#modules/imagegen/api'
import { useMutation, useMutationState, useQueryClient } from '@tanstack/react-query'
import { send } from '../../../lib/api_client.ts'

/** A picture that was asked for. Hanging up tells the server to stop drawing. */
export interface Drawing {
  request: Required<DrawPictureRequest>
  hangUp: AbortController
}

export async function generateImage({ request, hangUp }: Drawing): Promise<DrawnPicture> {
  const response = await send('POST', paths.generateImage, { body: request, signal: hangUp.signal })
  const picture = (await response.json()) as Partial<DrawnPicture> | null
  if (typeof picture?.imageUrl !== 'string' || picture.imageUrl === '') throw new Error('No picture came back.')
  return { imageUrl: picture.imageUrl }
}

const mutationKey = [paths.generateImage]

interface DrawingOutcomes {
  onSuccess: (picture: DrawnPicture, drawing: Drawing) => void
  onError: (error: Error, drawing: Drawing) => void
}

/** It goes on, and its end is told, when the reader is on another screen by then. */
export function useGenerateImage(outcomes: DrawingOutcomes) {
  const queryClient = useQueryClient()
  const { mutate, error, reset } = useMutation({ mutationKey, mutationFn: generateImage, ...outcomes })
  return { mutate, error, reset, isDrawing: () => queryClient.isMutating({ mutationKey }) > 0 }
}

/** The picture that is being drawn, whoever of our screens asked for it, and since when. */
export const useDrawingUnderWay = (): (Drawing & { since: number }) | null =>
  useMutationState({
    filters: { mutationKey, status: 'pending' },
    select: ({ state }) => ({ ...(state.variables as Drawing), since: state.submittedAt }),
  }).at(-1) ?? null
