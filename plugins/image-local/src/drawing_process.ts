/*
 * Runs in a child process without the server's environment. The pool may end it at any moment.
 */
import { setPriority } from 'node:os'
import type { ImageRequest } from '../../contract/image.ts'
import { compose, type Composition } from './compose.ts'
import { finish } from './finish.ts'

export interface DrawingJob extends ImageRequest {
  longestSide: number
}

export type DrawingAnswer = { bytes: Uint8Array; notDrawn: string[] } | { failure: string }

export default async function draw({ longestSide, ...request }: DrawingJob): Promise<DrawingAnswer> {
  try {
    const { svg, size, notDrawn } = compose(request)
    return { bytes: await finish(svg, request.model, pixelsOf(size, longestSide)), notDrawn }
  } catch (error) {
    // Only the name: a message may quote the prompt.
    return { failure: error instanceof Error ? error.name : 'unknown' }
  }
}

/** The same number of pixels in every shape; `longestSide` belongs to those that are not square. */
const pixelsOf = ({ width, height }: Composition['size'], longestSide: number) => {
  const unit = longestSide / Math.sqrt(1.5 * width * height)
  return { width: Math.round(width * unit), height: Math.round(height * unit) }
}

// A Ctrl-C at the terminal reaches this process too, but the server decides when it ends.
process.on('SIGINT', () => {})
setPriority(10)
