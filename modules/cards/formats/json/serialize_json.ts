import type { JsonValue } from './json_node.ts'

/**
 * Serializes a value as compact JSON. Unlike `JSON.stringify`, keeps `-0`. Escapes lone surrogates. Omits members that are undefined.
 * Throws a `RangeError` for nesting deeper than `depthMax`, and for numbers that JSON can't represent.
 */
export const serializeJson = (value: JsonValue, depthMax: number): string => {
  if (typeof value === 'number') {
    if (!Number.isFinite(value)) throw new RangeError('JSON has no such number.')
    return Object.is(value, -0) ? '-0' : String(value)
  }
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  if (depthMax <= 0) throw new RangeError('The value is nested too deeply.')
  if (Array.isArray(value)) return `[${value.map((item) => serializeJson(item, depthMax - 1)).join(',')}]`
  const members = Object.entries(value).filter(([, member]) => member !== undefined)
  return `{${members.map(([key, member]) => `${JSON.stringify(key)}:${serializeJson(member, depthMax - 1)}`).join(',')}}`
}
