import { ok, type Result } from '#modules/kernel/result'
import { createAssets } from '../create_assets.ts'
import type { FileRefusal, OpenedFile } from '../opened_file.ts'
import type { OpeningContext } from '../opening_context.ts'
import { readCommentCard } from './comment_card.ts'
import { readUserComment } from './exif.ts'

const startOfScan = 0xda
const endOfImage = 0xd9
const app1 = 0xe1

/** Opens a JPEG with a card in its Exif UserComment. */
export const openJpeg = (file: Uint8Array, context: OpeningContext): Result<OpenedFile, FileRefusal> =>
  openCommentedPicture('jpeg', file, findComment(file), context)

/** Searches the segments before the picture's data (ITU T.81, annex B). */
const findComment = (file: Uint8Array): Uint8Array | null => {
  let at = 2
  while (at + 4 <= file.length && file[at] === 0xff) {
    const marker = file[at + 1]!
    if (marker === 0xff) {
      at++
      continue
    }
    if (marker === startOfScan || marker === endOfImage) return null
    // Markers without a length: TEM and RST.
    if (marker === 0x01 || (marker >= 0xd0 && marker <= 0xd7)) {
      at += 2
      continue
    }
    const length = file[at + 2]! * 256 + file[at + 3]!
    if (length < 2 || length > file.length - at - 2) return null
    const segment = file.subarray(at + 4, at + 2 + length)
    const comment = marker === app1 ? readUserComment(segment) : null
    if (comment) return comment
    at += 2 + length
  }
  return null
}

/** Opens a picture with a card in its Exif comment. */
export const openCommentedPicture = (
  format: 'jpeg' | 'webp',
  picture: Uint8Array,
  comment: Uint8Array | null,
  { limits }: OpeningContext
): Result<OpenedFile, FileRefusal> => {
  const card = readCommentCard(comment, limits)
  if (!card.ok) return card
  return ok({
    format,
    documents: [card.value],
    picture,
    assets: createAssets({ names: [], picture, limits }),
    files: [],
    kept: [],
    warnings: [],
  })
}
