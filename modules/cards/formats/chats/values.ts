import { codePoints, isBlank, storable } from '#modules/kernel/text'
import { chatFileLimits } from './limits.ts'

export type JsonObject = Record<string, unknown>

export const isObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Returns an own property's value, never one of the prototype. Undefined for values that aren't objects. */
export const member = (value: unknown, key: string): unknown =>
  isObject(value) && Object.hasOwn(value, key) ? value[key] : undefined

export const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : [])

/** Returns a text without NUL and lone surrogates. Empty for values that aren't texts. */
export const textOf = (value: unknown): string => (typeof value === 'string' ? storable(value) : '')

/** Whether screens can show a text as a message. */
export const isShowable = (text: string): boolean => text.length <= chatFileLimits.textMax && !isBlank(text)

/** Returns a name on one line, cut to `max` code points. Null if nothing is left. */
export const nameOf = (value: unknown, max: number): string | null => {
  const line = textOf(value)
    .replaceAll(/[\s\p{Cc}]+/gu, ' ')
    .trim()
  if (line === '') return null
  return codePoints(line) > max ? [...line].slice(0, max).join('') : line
}
