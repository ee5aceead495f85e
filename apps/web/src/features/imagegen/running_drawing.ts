import type { DrawPictureRequest } from '#modules/imagegen/api'

/** A picture that is being drawn. Aborting also stops it on the server. */
export interface RunningDrawing {
  request: Required<DrawPictureRequest>
  abort: AbortController
  since: number
}

let current: RunningDrawing | null = null
const listeners = new Set<() => void>()

/** The picture that this tab is waiting for, at most one. It outlives the screen. */
export const runningDrawing = {
  subscribe(listener: () => void): () => void {
    listeners.add(listener)
    return () => listeners.delete(listener)
  },
  current: (): RunningDrawing | null => current,
  set(next: RunningDrawing | null): void {
    current = next
    for (const listener of listeners) listener()
  },
}
