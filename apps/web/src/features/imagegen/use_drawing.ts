import { notAllowedTitle } from '#modules/gallery/api'
import { useSyncExternalStore } from 'react'
import { ApiError, isStatus, sentenceOf } from '../../lib/api_error.ts'
import { toast, toastFailure } from '../../lib/toasts.ts'
import { waitSentence } from '../../lib/retry_message.ts'
import { useGenerateImage } from './api/generate_image.ts'
import { drawingUnderWay } from './drawing_under_way.ts'
import { keptPictures, type GeneratedPicture, type PictureDraft } from './kept_pictures.ts'

const failed = 'Failed to generate image'

/** Why there is no picture, and what to do. */
export interface DrawingProblem {
  message: string
  /** It is the prompt that has to change. */
  isPrompts: boolean
}

export interface Drawing {
  pictures: readonly GeneratedPicture[]
  /** What is being drawn, and since when. */
  underWay: (PictureDraft & { since: number }) | null
  problem: DrawingProblem | null
  draw(draft: PictureDraft): void
  cancel(): void
  forgetProblem(): void
}

/** Has pictures drawn, one at a time. One that is under way goes on while the reader is elsewhere, and joins the list all the same. */
export function useDrawing(userId: string): Drawing {
  const { pictures } = useSyncExternalStore(keptPictures.subscribe, () => keptPictures.of(userId))
  const underWay = useSyncExternalStore(drawingUnderWay.subscribe, drawingUnderWay.current)
  const generate = useGenerateImage({
    onSuccess: ({ imageUrl }, { request }) => {
      keptPictures.add(userId, { url: imageUrl, ...request })
      toast('Image generated successfully!')
    },
    onError: (error) => {
      // Whoever is signed out is told so, and led to the sign-in page, for every call alike.
      if (isHungUp(error) || isStatus(error, 401)) return
      const isForbidden = error instanceof ApiError && error.code === 'content_not_allowed'
      toastFailure(isForbidden ? notAllowedTitle : 'Error', sentenceOf(error, failed))
    },
  })
  const { mutate, error, reset } = generate
  return {
    pictures,
    underWay: underWay && { ...underWay.request, since: underWay.since },
    problem: error && problemOf(error),
    draw: (request) => {
      // Two presses, however fast, are one.
      if (drawingUnderWay.current()) return
      const drawing = { request, hangUp: new AbortController(), since: Date.now() }
      drawingUnderWay.set(drawing)
      mutate(drawing)
    },
    cancel: () => underWay?.hangUp.abort(),
    forgetProblem: reset,
  }
}

const isHungUp = (error: Error) => error.name === 'AbortError'

function problemOf(error: Error): DrawingProblem | null {
  if (isHungUp(error) || isStatus(error, 401)) return null
  if (!(error instanceof ApiError))
    return { message: `${failed}. Check your connection and try again.`, isPrompts: false }
  const why = sentenceOf(error, `${failed}. Please try again.`)
  return { message: waitSentence(why, error.retryAfterSeconds), isPrompts: error.status === 422 }
}
