import { fail, ok, type Result } from '#modules/kernel/result'
import { decodeBase64, type DecodedBase64 } from './base64.ts'
import type { FileLimits } from './file_limits.ts'
import type { FileRefusal } from './opened_file.ts'
import { mebibytes } from './warnings.ts'

/** RisuAI's prefix of encrypted cards. */
const encryptedPrefix = 'rcc||'

/**
 * Decodes the JSON inside a picture's text: base64 by the specification, else plain JSON, else a comma-separated list of byte values.
 * Doesn't parse the JSON.
 */
export const decodeCardText = (value: Uint8Array, limits: FileLimits): Result<DecodedBase64, FileRefusal> => {
  const { start, end } = trimmed(value)
  const content = value.subarray(start, end)
  if (content.length === 0) return fail({ kind: 'damaged', reason: 'The card in the picture is empty.' })
  const head = latin1(content.subarray(0, 64))
  if (head.startsWith(encryptedPrefix))
    return fail({ kind: 'encrypted', reason: 'The card is encrypted by RisuAI. Export it there without encryption.' })
  if (head.startsWith('{') || head.startsWith('[')) {
    if (content.length > limits.documentBytesMax) return fail(tooLarge(limits))
    return ok({ bytes: content, warnings: ['The card in the picture is plain JSON instead of base64.'] })
  }
  // Base64 without line breaks is a third longer than its content.
  if (content.length > limits.documentBytesMax * 2) return fail(tooLarge(limits))
  if (/^\d{1,3}\s*,/.test(head)) return decodeNumbers(content)
  const decoded = decodeBase64(latin1(content))
  if (!decoded.ok)
    return fail({ kind: 'damaged', reason: `The card in the picture is not readable. ${decoded.failure}` })
  return decoded.value.bytes.length > limits.documentBytesMax ? fail(tooLarge(limits)) : decoded
}

const comma = 0x2c

/**
 * Decodes the byte values of old TavernAI cards, such as `123,34,110`. Works byte by byte, because splitting the text would need far more
 * memory.
 */
const decodeNumbers = (content: Uint8Array): Result<DecodedBase64, FileRefusal> => {
  const damaged: FileRefusal = {
    kind: 'damaged',
    reason: 'The card in the picture is not readable: it is no list of bytes.',
  }
  const bytes = new Uint8Array(Math.ceil(content.length / 2))
  let length = 0
  let number = 0
  let digits = 0
  for (const unit of content) {
    if (unit === comma) {
      if (digits === 0) return fail(damaged)
      bytes[length++] = number
      number = digits = 0
    } else if (unit >= 0x30 && unit <= 0x39) {
      number = number * 10 + unit - 0x30
      if (++digits > 3 || number > 255) return fail(damaged)
    } else if (unit > 0x20) return fail(damaged)
  }
  if (digits === 0) return fail(damaged)
  bytes[length++] = number
  return ok({ bytes: bytes.subarray(0, length), warnings: ['The card in the picture is a list of bytes.'] })
}

/** Returns the range without surrounding white space and NUL, which some writers append. */
const trimmed = (bytes: Uint8Array): { start: number; end: number } => {
  const isBlank = (byte: number) => byte <= 0x20
  let start = 0
  let end = bytes.length
  while (start < end && isBlank(bytes[start]!)) start++
  while (end > start && isBlank(bytes[end - 1]!)) end--
  return { start, end }
}

const latin1 = (bytes: Uint8Array) => Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1')

const tooLarge = ({ documentBytesMax }: FileLimits): FileRefusal => ({
  kind: 'too_large',
  reason: `The card’s JSON is larger than ${mebibytes(documentBytesMax)}.`,
})
