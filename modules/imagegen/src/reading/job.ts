import type { PictureRefusal } from '#modules/accounts/index'
import type { FormRefusal } from './find_file.ts'

/** What a reading process is told. It reads one file and writes `{width}.webp` into one folder. */
export interface ReadingJob {
  file: string
  /** The file is a form with the picture in it, and this separates its parts; null when it is the picture. */
  boundary: string | null
  folder: string
  widths: readonly number[]
}

export type ReadingRefusal = PictureRefusal | FormRefusal

/** What it says. `ready` once, before anything else. */
export type ReadingAnswer =
  | { kind: 'ready' }
  | { kind: 'read'; widths: number[]; memoryBytes: number }
  | { kind: 'refused'; refusal: ReadingRefusal; memoryBytes: number }
  | { kind: 'failed'; message: string }
