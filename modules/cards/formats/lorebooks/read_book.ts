import { blankBook, type BookFields } from '#modules/lore/index'
import type { JsonValue } from '../json/json_node.ts'
import { flag, isObject, orNull, text, wholeNumber, type Codec, type JsonObject } from './codecs.ts'

/** The names of a book's fields. SillyTavern's worlds only have the name, Chub's worlds have all fields. */
export const bookSpots: { [Field in keyof BookFields]: { name: string; codec: Codec<BookFields[Field]> } } = {
  name: { name: 'name', codec: text },
  description: { name: 'description', codec: text },
  scanDepth: { name: 'scan_depth', codec: orNull(wholeNumber(0, 100_000)) },
  tokenBudget: { name: 'token_budget', codec: orNull(wholeNumber(0, 10_000_000)) },
  recursive: { name: 'recursive_scanning', codec: orNull(flag) },
}

/** Reads the fields of a book. A token budget of 0 is read as no budget, because the book would otherwise have no effect. */
export const readBookFields = (json: JsonObject): BookFields => {
  const read: Record<string, unknown> = { ...blankBook }
  for (const [field, { name, codec }] of Object.entries(bookSpots)) {
    const value = Object.hasOwn(json, name) ? codec.read(json[name]!) : undefined
    if (value !== undefined) read[field] = value
  }
  const book = read as unknown as BookFields
  return { ...book, tokenBudget: book.tokenBudget === 0 ? null : book.tokenBudget }
}

/** Returns the entries of a list or an object, with their indexes or keys. */
export const entriesIn = (json: JsonValue | undefined): [string, JsonValue][] =>
  Array.isArray(json) ? json.map((one, at) => [String(at), one]) : isObject(json) ? Object.entries(json) : []
