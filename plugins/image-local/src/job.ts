import type { ImageRequest } from '../../contract/image.ts'

/** What the painting process is told. */
export interface PaintingJob extends ImageRequest {
  longestSide: number
}

/** What it answers: the picture as WebP, or why there is none, which names nobody's words. */
export type PaintingAnswer = { kind: 'painted'; bytes: Uint8Array } | { kind: 'failed'; message: string }
