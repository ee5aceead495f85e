/** A JSON object from an untrusted file. Its keys are data, including `__proto__` and `constructor`. */
export type JsonObject = { readonly [key: string]: unknown }

export const isJsonObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Returns an own property's value, never an inherited value. */
export const own = (object: JsonObject, key: string): unknown => (Object.hasOwn(object, key) ? object[key] : undefined)

export const hasKey = (object: JsonObject, ...keys: readonly string[]): boolean =>
  keys.every((key) => Object.hasOwn(object, key))

/** Returns the kind of a value for messages, such as `a text`, `a list` or `an object`. */
export const kindOf = (value: unknown): string => {
  if (value === null || value === undefined) return 'null'
  if (Array.isArray(value)) return 'a list'
  if (typeof value === 'string') return 'a text'
  if (typeof value === 'number' || typeof value === 'bigint') return 'a number'
  return typeof value === 'boolean' ? 'true or false' : 'an object'
}

/** Returns false for null, undefined, false, and empty texts, lists and objects. */
export const isFilled = (value: unknown): boolean => {
  if (Array.isArray(value)) return value.length > 0
  if (isJsonObject(value)) return Object.keys(value).length > 0
  return value !== undefined && value !== null && value !== '' && value !== false
}
