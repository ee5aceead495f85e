import { fail, ok, type Result } from '#modules/kernel/result'
import { decodeCardText } from '../decode_card_text.ts'
import type { FileLimits } from '../file_limits.ts'
import type { FileRefusal, SourceDocument } from '../opened_file.ts'

/** Reads the card in an Exif comment. Refuses anything but JSON, because cameras and editors also write comments. */
export const readCommentCard = (
  comment: Uint8Array | null,
  limits: FileLimits
): Result<SourceDocument, FileRefusal> => {
  const noCard: FileRefusal = { kind: 'no_card', reason: 'The picture holds no character card.' }
  if (!comment) return fail(noCard)
  const decoded = decodeCardText(comment, limits)
  if (!decoded.ok) return decoded.failure.kind === 'damaged' ? fail(noCard) : decoded
  const { bytes } = decoded.value
  return /^(?:\xef\xbb\xbf)?\s*[{[]/.test(Buffer.from(bytes.subarray(0, 64)).toString('latin1'))
    ? ok({ source: 'UserComment', bytes })
    : fail(noCard)
}
