import { notAllowedTitle } from '#modules/gallery/api'
import type { DrawnPicture, ImageModelOffer } from '#modules/imagegen/api'
import { drawPicture } from '#modules/imagegen/calls'
import { useSyncExternalStore } from 'react'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { ApiError, isStatus, sentenceOf } from '#web/lib/api_error'
import { toast, toastFailure } from '#web/lib/toasts'
import { withRetryTime } from '#web/lib/retry_message'
import { callServer } from '#web/lib/api_client'
import { refreshDrawnPictures } from './drawn_pictures.ts'
import { offerOf, optionsOf, useImageModels } from '#web/components/shared/image_models'
import { runningDrawing, type RunningDrawing } from './running_drawing.ts'
import { keptPictures, type GeneratedPicture, type PictureDraft } from './kept_pictures.ts'

const failureText = 'Failed to generate image'

/** Why drawing failed, and what to do. */
interface DrawingProblem {
  message: string
  /** The prompt has to change. */
  isAboutPrompt: boolean
}

export interface Drawing {
  pictures: readonly GeneratedPicture[]
  running: (PictureDraft & { id: string | undefined; since: number }) | null
  problem: DrawingProblem | null
  draw(draft: PictureDraft): void
  stop(): void
  clearProblem(): void
}

/**
 * Draws one picture at a time. A running drawing goes on after the user has left the screen. `onDrawn` gets the pictures that this
 * component asked for.
 */
export function useDrawing(userId: string, onDrawn?: (picture: GeneratedPicture) => void): Drawing {
  const { pictures } = useSyncExternalStore(keptPictures.subscribe, () => keptPictures.of(userId))
  const running = useSyncExternalStore(runningDrawing.subscribe, runningDrawing.current)
  const offers = useImageModels().data
  const queryClient = useQueryClient()
  const generate = useGenerateImage({
    onSuccess: ({ imageUrl, notDrawn }, { draft }) => {
      void refreshDrawnPictures(queryClient)
      const offer = offerOf(offers, draft.model)
      const picture = { url: imageUrl, ...draft, modelName: offer?.name, isDemo: offer?.isDemo, notDrawn }
      keptPictures.add(userId, picture)
      onDrawn?.(picture)
      toast('Image generated successfully!')
    },
    onError: (error) => {
      // The query client handles 401 for all requests.
      if (isAborted(error) || isStatus(error, 401)) return
      const isForbidden = error instanceof ApiError && error.code === 'content_not_allowed'
      toastFailure(isForbidden ? notAllowedTitle : 'Error', sentenceOf(error, failureText))
    },
  })
  const { mutate, error, reset } = generate
  return {
    pictures,
    running: running && { ...running.draft, id: running.request.id, since: running.since },
    problem: error && problemOf(error),
    draw: (draft) => {
      // Ignores a second click.
      if (runningDrawing.current()) return
      const request = requestOf(draft, offerOf(offers, draft.model))
      const drawing = { draft, request, abort: new AbortController(), since: Date.now() }
      runningDrawing.set(drawing)
      mutate(drawing)
    },
    stop: () => running?.abort.abort(),
    clearProblem: reset,
  }
}

/** Asks for the model on offer, with the options that it has. */
function requestOf({ prompt, model, aspect, options }: PictureDraft, offer: ImageModelOffer | undefined) {
  const chosen = optionsOf(options, offer)
  const wanted = offer?.model ?? model
  return {
    prompt,
    ...(wanted !== '' && { model: wanted }),
    aspect,
    ...(Object.keys(chosen).length > 0 && { options: chosen }),
    ...(offer?.tellsProgress && { id: crypto.randomUUID() }),
  }
}

const isAborted = (error: Error) => error.name === 'AbortError'

function problemOf(error: Error): DrawingProblem | null {
  if (isAborted(error) || isStatus(error, 401)) return null
  if (!(error instanceof ApiError))
    return { message: `${failureText}. Check your connection and try again.`, isAboutPrompt: false }
  const why = sentenceOf(error, `${failureText}. Please try again.`)
  return { message: withRetryTime(why, error.retryAfterSeconds), isAboutPrompt: error.status === 422 }
}

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
const useGenerateImage = (outcomes: DrawingOutcomes) =>
  useMutation({
    mutationFn: generateImage,
    onSettled: () => runningDrawing.set(null),
    ...outcomes,
  })
