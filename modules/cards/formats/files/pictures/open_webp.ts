import { fail, type Result } from '#modules/kernel/result'
import type { FileRefusal, OpenedFile } from '../opened_file.ts'
import type { OpeningContext } from '../opening_context.ts'
import { readUserComment } from './exif.ts'
import { openCommentedPicture } from './open_jpeg.ts'
import { endOfWebp, webpChunks } from './webp_chunks.ts'

/** Opens a WebP with a card in its Exif UserComment, as old versions of TavernAI wrote it. */
export const openWebp = (file: Buffer, context: OpeningContext): Result<OpenedFile, FileRefusal> => {
  const end = endOfWebp(file)
  if (end > file.length) return fail({ kind: 'damaged', reason: 'The WebP is cut short. Download it again.' })
  let comment: Uint8Array | null = null
  for (const chunk of webpChunks(file)) {
    if (!chunk) return fail({ kind: 'damaged', reason: 'The WebP is damaged.' })
    if (chunk.type === 'EXIF') comment = readUserComment(chunk.data)
    if (comment) break
  }
  return openCommentedPicture('webp', file.subarray(0, end), comment, context)
}
