import { notAllowedTitle } from '#modules/gallery/api'
import { useSyncExternalStore } from 'react'
import { ApiError, isStatus, sentenceOf } from '#web/lib/api_error'
import { toast, toastFailure } from '#web/lib/toasts'
import { withRetryTime } from '#web/lib/retry_message'
import { offerOf, useImageModels } from './image_models.ts'
import { useGenerateImage } from './use_generate_image.ts'
import { runningDrawing } from './running_drawing.ts'
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
  running: (PictureDraft & { since: number }) | null
  problem: DrawingProblem | null
  draw(draft: PictureDraft): void
  cancel(): void
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
  const generate = useGenerateImage({
    onSuccess: ({ imageUrl, notDrawn }, { request }) => {
      const picture = { url: imageUrl, ...request, modelName: offerOf(offers, request.model)?.name, notDrawn }
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
    running: running && { ...running.request, since: running.since },
    problem: error && problemOf(error),
    draw: (request) => {
      // Ignores a second click.
      if (runningDrawing.current()) return
      const drawing = { request, abort: new AbortController(), since: Date.now() }
      runningDrawing.set(drawing)
      mutate(drawing)
    },
    cancel: () => running?.abort.abort(),
    clearProblem: reset,
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
