import { fail, type Result } from '#modules/kernel/result'
import type { FileRefusal, OpenedFile } from '../opened_file.ts'
import type { OpeningContext } from '../opening_context.ts'
import { readUserComment } from './exif.ts'
import { openCommentedPicture } from './open_jpeg.ts'

const riffHeaderLength = 12
/** The chunk type `EXIF`. */
const exifType = 0x45584946

/** Opens a WebP with a card in its Exif UserComment, as old versions of TavernAI wrote it (WebP container specification). */
export const openWebp = (file: Uint8Array, context: OpeningContext): Result<OpenedFile, FileRefusal> => {
  const view = new DataView(file.buffer, file.byteOffset, file.byteLength)
  const end = view.getUint32(4, true) + 8
  if (end > file.length) return fail({ kind: 'damaged', reason: 'The WebP is cut short. Download it again.' })
  let comment: Uint8Array | null = null
  let at = riffHeaderLength
  while (comment === null && at + 8 <= end) {
    const length = view.getUint32(at + 4, true)
    if (length > end - at - 8) return fail({ kind: 'damaged', reason: 'The WebP is damaged.' })
    if (view.getUint32(at) === exifType) comment = readUserComment(file.subarray(at + 8, at + 8 + length))
    at += 8 + length + (length % 2)
  }
  return openCommentedPicture('webp', file.subarray(0, end), comment, context)
}
