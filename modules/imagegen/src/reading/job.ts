import type { PictureRefusal } from '#modules/accounts/index'
import type { DigitalSource } from '../domain/digital_source.ts'
import type { FormRefusal } from './find_file.ts'

/** A job of the reading process: reads one file and writes `{width}.webp` files and `likeness`, or `picture.png`, into a folder. */
export interface ReadingJob {
  file: string
  /** The boundary, if the file is a multipart form. Null if the file is the picture. */
  boundary: string | null
  folder: string
  widths: readonly number[]
  /** Writes only the widest file. The answer has all widths that the picture could have. */
  isWidestOnly?: boolean
  /** Also writes `picture.jpg`, at most this many pixels a side, and `size`, the pixels of the widest file. */
  jpegSide?: number
  /** Writes all pixels as `picture.png`, and no widths. */
  isPng?: boolean
  /** The mark of a picture that a machine made. `kept`: the mark of the file itself, which is ours. Default: none, whatever the file has. */
  mark?: DigitalSource | 'kept' | null
}

export type ReadingRefusal = PictureRefusal | FormRefusal
