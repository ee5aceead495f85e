import { inflateSync } from 'node:zlib'
import { fail, ok, type Result } from '#modules/kernel/result'
import type { FileLimits } from '../file_limits.ts'
import type { InflateBudget } from '../inflate_budget.ts'
import type { FileRefusal } from '../opened_file.ts'
import { mebibytes } from '../warnings.ts'
import type { PngChunk } from './png_chunks.ts'

const keywordLengthMax = 79

/** Returns the keyword of a text chunk, as written. Null if the chunk has none. */
export const readKeyword = ({ data }: PngChunk): string | null => {
  const end = data.subarray(0, keywordLengthMax + 1).indexOf(0)
  return end < 1 ? null : String.fromCharCode(...data.subarray(0, end))
}

/** Returns the value of a tEXt, zTXt or iTXt chunk, decompressed (PNG specification, section 11.3.3). */
export const readTextValue = (
  { type, data }: PngChunk,
  limits: FileLimits,
  budget: InflateBudget
): Result<Uint8Array, FileRefusal> => {
  const start = data.indexOf(0) + 1
  if (type === 'tEXt') return ok(data.subarray(start))
  if (type === 'zTXt') return data[start] === 0 ? inflate(data.subarray(start + 1), limits, budget) : fail(damaged)
  const isCompressed = data[start] === 1
  if (isCompressed && data[start + 1] !== 0) return fail(damaged)
  const languageEnd = data.indexOf(0, start + 2)
  const translatedEnd = languageEnd < 0 ? -1 : data.indexOf(0, languageEnd + 1)
  if (translatedEnd < 0) return fail(damaged)
  const value = data.subarray(translatedEnd + 1)
  return isCompressed ? inflate(value, limits, budget) : ok(value)
}

const inflate = (packed: Uint8Array, limits: FileLimits, budget: InflateBudget): Result<Uint8Array, FileRefusal> => {
  const maxOutputLength = Math.min(limits.chunkBytesMax, budget.left)
  const tooLarge: FileRefusal = {
    kind: 'too_large',
    reason: `A text in the PNG decompresses to more than ${mebibytes(limits.chunkBytesMax)}.`,
  }
  if (maxOutputLength <= 0) return fail(tooLarge)
  try {
    const value = inflateSync(packed, { maxOutputLength })
    budget.spend(value.length)
    return ok(value)
  } catch (error) {
    const isTooLarge = (error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE'
    if (isTooLarge) budget.spend(maxOutputLength)
    return fail(isTooLarge ? tooLarge : damaged)
  }
}

const damaged: FileRefusal = { kind: 'damaged', reason: 'A text in the PNG is damaged.' }
