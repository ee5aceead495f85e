/*
 * Runs in a child process without the server's environment. The pool may kill the process at any moment.
 */
import { setPriority } from 'node:os'
import type { ImageModel, ImageRequest } from '../../contract/image.ts'
import { compose } from './compose.ts'
import { finish } from './finish.ts'
import type { Size } from './place.ts'

export interface DrawingJob extends Pick<ImageRequest, 'prompt' | 'aspect'> {
  model: ImageModel
  longestSide: number
}

export type DrawingAnswer = { bytes: Uint8Array; notDrawn: string[] } | { failure: string }

export default async function draw({ longestSide, ...request }: DrawingJob): Promise<DrawingAnswer> {
  try {
    const { svg, size, notDrawn } = compose(request)
    return { bytes: await finish(svg, request.model, pixelsOf(size, longestSide)), notDrawn }
  } catch (error) {
    // Returns only the name of the error, because its message may quote the prompt.
    return { failure: error instanceof Error ? error.name : 'unknown' }
  }
}

/** Returns the size in pixels. Every shape has the same number of pixels. `longestSide` is the longer side of shapes that aren't square. */
const pixelsOf = ({ width, height }: Size, longestSide: number): Size => {
  const unit = longestSide / Math.sqrt(1.5 * width * height)
  return { width: Math.round(width * unit), height: Math.round(height * unit) }
}

// Ctrl-C at the terminal also reaches this process, but the server decides when it exits.
process.on('SIGINT', () => {})
setPriority(10)
