import { namedImageModelOf, namedImageModels, type ImageProvider } from '../../contract/image.ts'
import { withTimeout } from '../../contract/with_timeout.ts'
import { DrawingPool } from './drawing_pool.ts'

export interface LocalImagesOptions {
  /** The longer side of pictures that are not square, in pixels. Square pictures have the same number of pixels. Default 1,344. */
  longestSide?: number | undefined
  /** How long a picture may take, including its time in the queue. Default 60,000. */
  patienceMs?: number | undefined
}

/**
 * Draws on this machine from the words of the prompt, without a key, network access or model weights. The same request
 * gives the same bytes. `notDrawn` names the words that the picture leaves out.
 */
export function localImages({ longestSide = 1344, patienceMs = 60_000 }: LocalImagesOptions = {}): ImageProvider {
  const pool = new DrawingPool()
  return {
    models: async () => namedImageModels,
    draw: ({ prompt, model, aspect }, caller) =>
      withTimeout(patienceMs, caller, (signal) =>
        pool.draw({ prompt, model: namedImageModelOf(model), aspect, longestSide }, signal)
      ),
  }
}
