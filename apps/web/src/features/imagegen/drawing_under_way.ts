import type { DrawPictureRequest } from '#modules/imagegen/api'

/** A picture that is being drawn. Hanging up tells the server to stop. */
export interface UnderWay {
  request: Required<DrawPictureRequest>
  hangUp: AbortController
  since: number
}

let current: UnderWay | null = null
const listeners = new Set<() => void>()

/** The one picture that this tab is waiting for: it is drawn on while the reader is on another screen. */
export const drawingUnderWay = {
  subscribe(listener: () => void): () => void {
    listeners.add(listener)
    return () => listeners.delete(listener)
  },
  current: (): UnderWay | null => current,
  set(next: UnderWay | null): void {
    current = next
    for (const listener of listeners) listener()
  },
}
