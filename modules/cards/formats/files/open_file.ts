import { fail, type Result } from '#modules/kernel/result'
import { fileLimits, type FileLimits } from './file_limits.ts'
import { InflateBudget } from './inflate_budget.ts'
import { openText } from './open_text.ts'
import type { OpeningContext } from './opening_context.ts'
import type { FileRefusal, OpenedFile } from './opened_file.ts'
import { openJpeg } from './pictures/open_jpeg.ts'
import { openWebp } from './pictures/open_webp.ts'
import { openPng } from './png/open_png.ts'
import { mebibytes } from './warnings.ts'
import { openZip, openZipBehindJpeg } from './zip/open_zip.ts'

/**
 * Opens a file of any app, and finds the card's JSON, the picture and the assets. Only the bytes determine the format, not the name. Never
 * throws because of a file's contents. The result refers to `bytes`, so the caller must not change them.
 */
export const openFile = (
  bytes: Uint8Array,
  limits: FileLimits = fileLimits
): Promise<Result<OpenedFile, FileRefusal>> => {
  const context: OpeningContext = {
    limits,
    budget: new InflateBudget(limits.inflatedBytesMax),
    isContained: false,
    openContained: (contained) => openWithin(contained, { ...context, isContained: true }),
  }
  return openWithin(bytes, context)
}

const openWithin = async (bytes: Uint8Array, context: OpeningContext): Promise<Result<OpenedFile, FileRefusal>> => {
  const { fileBytesMax } = context.limits
  if (bytes.length === 0) return fail({ kind: 'empty', reason: 'The file is empty.' })
  if (bytes.length > fileBytesMax)
    return fail({ kind: 'too_large', reason: `The file is larger than ${mebibytes(fileBytesMax)}.` })
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  switch (recognise(file)) {
    case 'png':
      return openPng(file, context)
    case 'jpeg':
      return (await openZipBehindJpeg(file, context)) ?? openJpeg(file, context)
    case 'webp':
      return openWebp(file, context)
    case 'zip':
      return openZip(file, context)
    case 'risum':
      return fail({ kind: 'unsupported', reason: 'This is a RisuAI module. Facet can’t read modules.' })
    case 'binary':
      return fail({
        kind: 'not_recognised',
        reason: 'The file is no character card, lorebook or chat that Facet knows.',
      })
    case 'text':
      return openText(file, context)
  }
}

type Recognised = 'png' | 'jpeg' | 'webp' | 'zip' | 'risum' | 'binary' | 'text'

/** Detects the format by the first bytes. */
const recognise = (file: Buffer): Recognised => {
  const head = file.toString('latin1', 0, 16)
  if (head.startsWith('\x89PNG\r\n\x1a\n')) return 'png'
  if (head.startsWith('\xff\xd8\xff')) return 'jpeg'
  if (head.startsWith('RIFF') && head.startsWith('WEBP', 8)) return 'webp'
  if (head.startsWith('PK\x03\x04') || head.startsWith('PK\x05\x06')) return 'zip'
  if (head.startsWith('o\0')) return 'risum'
  const isUtf16 = head.startsWith('\xff\xfe') || head.startsWith('\xfe\xff')
  return !isUtf16 && head.includes('\0') ? 'binary' : 'text'
}
