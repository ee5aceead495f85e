import { storable } from '#modules/kernel/text'
import type { JsonValue } from '../json/json_node.ts'

/** Converts a value of a file. `read` returns undefined for a value without meaning, so that another spot or the default applies. */
export interface Codec<Value> {
  read(json: JsonValue): Value | undefined
  write(value: Value): JsonValue
}

export type JsonObject = { [key: string]: JsonValue }

export const isObject = (value: JsonValue | undefined): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Some files have numbers as texts. */
const toNumber = (json: JsonValue): number | undefined => {
  const number = typeof json === 'string' && json.trim() !== '' ? Number(json) : json
  return typeof number === 'number' && Number.isFinite(number) ? number : undefined
}

/** A codec that writes values as they are. */
const reading = <Value extends JsonValue>(read: (json: JsonValue) => Value | undefined): Codec<Value> => ({
  read,
  write: (value) => value,
})

/** Reads a number, moved into a range. */
const numberWithin = (min: number, max: number, rounded = (number: number) => number) =>
  reading((json) => {
    const number = toNumber(json)
    return number === undefined ? undefined : Math.min(max, Math.max(min, rounded(number)))
  })

export const wholeNumber = (min: number, max: number): Codec<number> => numberWithin(min, max, Math.round)

export const percent: Codec<number> = numberWithin(0, 100)

/** Accepts null as a value of its own. */
export const orNull = <Value>(codec: Codec<Value>): Codec<Value | null> => ({
  read: (json) => (json === null ? null : codec.read(json)),
  write: (value) => (value === null ? null : codec.write(value)),
})

/** Some files have flags as texts or numbers. */
export const flag: Codec<boolean> = reading((json) => {
  if (typeof json === 'boolean') return json
  if (json === 1 || json === 'true') return true
  return json === 0 || json === 'false' ? false : undefined
})

export const inverseFlag: Codec<boolean> = {
  read(json) {
    const value = flag.read(json)
    return value === undefined ? undefined : !value
  },
  write: (value) => !value,
}

/** PostgreSQL stores neither NUL nor lone surrogates. The original keeps them. */
export const text: Codec<string> = reading((json) =>
  typeof json === 'string' ? storable(json) : typeof json === 'number' ? String(json) : undefined
)

/** The text of an entry. Some files have it as a list of lines. */
export const content: Codec<string> = reading((json) =>
  Array.isArray(json) ? textList.read(json)!.join('\n') : text.read(json)
)

/** A label. Empty labels are ignored, so that another spot applies. */
export const label: Codec<string> = reading((json) => text.read(json) || undefined)

/** A list of texts, a single text with commas, or an object with texts as values. */
export const textList: Codec<string[]> = reading((json) => {
  if (typeof json === 'string') return commaList.read(json)
  if (typeof json === 'number') return [String(json)]
  if (isObject(json)) return textList.read(Object.values(json))
  if (!Array.isArray(json)) return undefined
  return json.flatMap((item) => text.read(item) ?? [])
})

export const commaList: Codec<string[]> = {
  read: (json) =>
    typeof json !== 'string'
      ? undefined
      : storable(json)
          .split(',')
          .map((part) => part.trim())
          .filter((part) => part !== ''),
  write: (value) => value.join(', '),
}

/** Converts numbers from 0 to words. */
export const numbered = <Word extends string>(words: readonly Word[]): Codec<Word> => ({
  read: (json) => (json === null ? undefined : words[toNumber(json) ?? -1]),
  write: (value) => Math.max(0, words.indexOf(value)),
})

/** A level as a number. True is level 1, false is level 0. */
export const level: Codec<number> = {
  read: (json) => (json === true ? 1 : json === false || json === null ? 0 : wholeNumber(0, 1_000).read(json)),
  write: (value) => (value === 0 ? false : value === 1 ? true : value),
}
