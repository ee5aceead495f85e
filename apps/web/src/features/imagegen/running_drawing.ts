import type { DrawPictureRequest } from '#modules/imagegen/api'
import type { PictureDraft } from './kept_pictures.ts'
import { createStore } from '#web/lib/store'

/** A picture that is being drawn. Aborting also stops it on the server. */
export interface RunningDrawing {
  draft: PictureDraft
  request: DrawPictureRequest
  abort: AbortController
  since: number
}

/** The picture that this tab is waiting for, at most one. It outlives the screen. */
export const runningDrawing = createStore<RunningDrawing | null>(null)
