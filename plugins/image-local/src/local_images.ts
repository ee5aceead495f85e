import type { ImageProvider } from '../../contract/image.ts'
import { withPatience } from '../../contract/with_patience.ts'
import { Studio } from './studio.ts'

export interface LocalImagesOptions {
  /** Of a picture that is not square, in pixels; a square one has as many in all. Default 1,344. */
  longestSide?: number | undefined
  /** How long a picture may take, its time in the queue included. Default 60,000. */
  patienceMs?: number | undefined
}

/**
 * Paints on this machine, from the words of the prompt and nothing else: no key, no network, no weights. The same request gives the
 * same bytes. The work is done in a process of its own, one picture at a time; when the signal fires, that process is ended. Throws
 * `rate_limited` when too many wait already.
 */
export function localImages({ longestSide = 1344, patienceMs = 60_000 }: LocalImagesOptions = {}): ImageProvider {
  const studio = new Studio()
  return {
    draw: ({ prompt, model, aspect }, caller) =>
      withPatience(patienceMs, caller, (signal) => studio.paint({ prompt, model, aspect, longestSide }, signal)),
  }
}
