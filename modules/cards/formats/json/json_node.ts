/**
 * A value in a JSON text. `start` and `end` are offsets in the text, in UTF-16 units, without surrounding white space. Nothing is
 * normalized: the number `1.0` and the string `"\u0041"` can be read from the text as they were written.
 */
export type JsonNode = JsonObjectNode | JsonArrayNode | JsonScalarNode

export interface JsonObjectNode {
  kind: 'object'
  start: number
  end: number
  /** In the order of the text. A key may occur more than once. */
  members: JsonMember[]
}

export interface JsonMember {
  key: string
  /** Offset of the key's opening quotation mark. */
  keyStart: number
  /** Offset after the key's closing quotation mark. */
  keyEnd: number
  node: JsonNode
}

export interface JsonArrayNode {
  kind: 'array'
  start: number
  end: number
  items: JsonNode[]
}

export interface JsonScalarNode {
  kind: 'string' | 'number' | 'boolean' | 'null'
  start: number
  end: number
}

/** Keys of objects are strings, indexes of arrays are numbers. */
export type JsonPath = readonly (string | number)[]

/** A value as `JSON.parse` returns it. Objects have no prototype when they come from a `JsonDocument`. */
export type JsonValue = null | boolean | number | string | JsonValue[] | { [key: string]: JsonValue }

/** The reason why a text can't be read. `line` and `column` count from 1. They are null if the problem has no position. */
export interface JsonRefusal {
  kind: 'too_large' | 'too_deep' | 'too_many_values' | 'malformed'
  /** A sentence for users. Contains line and column. */
  reason: string
  line: number | null
  column: number | null
}

export interface JsonLimits {
  /** The size of the file in bytes, in any encoding. */
  bytesMax: number
  /** The nesting depth of objects and arrays. */
  depthMax: number
  /** The number of values of all kinds, including containers. */
  valuesMax: number
}

/** Far more than real cards need. Real lorebooks reach 2 MB, a depth of 12 and 100,000 values. */
export const jsonLimits: JsonLimits = { bytesMax: 8 * 1_048_576, depthMax: 200, valuesMax: 500_000 }

/** Limits of texts that Facet has written. Cards with large lorebooks may exceed the limits for reading. */
export const writtenLimits: JsonLimits = { bytesMax: Infinity, depthMax: 1_000, valuesMax: Infinity }

/** Returns the member with a key, or null. The last of duplicate keys wins, as in `JSON.parse`. */
export const findMember = ({ members }: JsonObjectNode, key: string): JsonMember | null =>
  members.findLast((member) => member.key === key) ?? null
