import { ok, type Result } from '#modules/kernel/result'
import { createAssets } from '../create_assets.ts'
import type { FileRefusal, OpenedFile } from '../opened_file.ts'
import type { OpeningContext } from '../opening_context.ts'
import { readCommentCard } from './comment_card.ts'
import { readUserComment } from './exif.ts'
import { app1, jpegSegments } from './jpeg_segments.ts'

/** Opens a JPEG with a card in its Exif UserComment. */
export const openJpeg = (file: Buffer, context: OpeningContext): Result<OpenedFile, FileRefusal> =>
  openCommentedPicture('jpeg', file, findComment(file), context)

const findComment = (file: Buffer): Uint8Array | null => {
  for (const { marker, data } of jpegSegments(file)) {
    const comment = marker === app1 ? readUserComment(data) : null
    if (comment) return comment
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
