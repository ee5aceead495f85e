import { fail, ok, type Result } from '#modules/kernel/result'

export interface DecodedBase64 {
  bytes: Uint8Array
  /** Deviations from RFC 4648, as sentences. */
  warnings: string[]
}

/**
 * Decodes base64 leniently: with or without padding, with white space, in the standard or the URL alphabet. Refuses other characters,
 * and a text that ends within a byte. The failure is a sentence.
 */
export const decodeBase64 = (text: string): Result<DecodedBase64, string> => {
  const warnings: string[] = []
  let packed = text
  if (/\s/.test(packed)) {
    packed = packed.replaceAll(/\s+/g, '')
    warnings.push('The base64 contains line breaks or spaces.')
  }
  const padding = packed.endsWith('==') ? 2 : packed.endsWith('=') ? 1 : 0
  const digits = packed.slice(0, packed.length - padding)
  if (/[^A-Za-z0-9+/_-]/.test(digits)) return fail('The base64 contains invalid characters.')
  if (digits.length % 4 === 1) return fail('The base64 is cut short.')
  if (/[_-]/.test(digits)) warnings.push('The base64 uses the alphabet for URLs.')
  if (packed.length % 4 !== 0) warnings.push('The base64 has no padding.')
  return ok({ bytes: Buffer.from(digits, 'base64'), warnings })
}

/** Returns an upper bound of the decoded length, for a check before decoding. */
export const base64BytesMax = (length: number): number => Math.ceil(length / 4) * 3
