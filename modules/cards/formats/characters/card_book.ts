import type { JsonValue } from '../json/json_node.ts'
import type { CardFields } from './card_fields.ts'
import type { CardBook } from './character_draft.ts'
import { isJsonObject, kindOf, own } from './json_object.ts'
import type { ReadingNotes } from './reading_notes.ts'

/**
 * Reads the lorebook inside a card. Its entries may be a list or an object, or the book itself may be their list. Returns null without a
 * book.
 */
export const readCardBook = (fields: CardFields, key: string, notes: ReadingNotes): CardBook | null => {
  const value = fields.value(key)
  if (value === undefined || value === null) return null
  const path = [...fields.path.map(String), key]
  const warn = (problem: string) => notes.warn(`${fields.pathOf(key)} ${problem}`)
  if (Array.isArray(value)) {
    warn('is a list instead of an object. It was read as the entries.')
    return { path: [], value: { extensions: {}, entries: value as JsonValue[] }, entryCount: value.length }
  }
  if (!isJsonObject(value)) {
    warn(`is ${kindOf(value)} instead of an object. It was not read.`)
    notes.keep(fields.pathOf(key))
    return null
  }
  const entries = own(value, 'entries')
  if (isJsonObject(entries)) warn('has an object of entries instead of a list.')
  else if (!Array.isArray(entries)) warn('has no list of entries.')
  const entryCount = Array.isArray(entries) ? entries.length : isJsonObject(entries) ? Object.keys(entries).length : 0
  return { path, value: value as { [key: string]: JsonValue }, entryCount }
}

/** A lore item of Backyard. `key` contains the keywords, separated by commas. */
export interface LoreItem {
  key: string
  value: string
  order: number
}

/** Converts Backyard's lore items to a V3 lorebook. Returns null without items. */
export const bookOfLoreItems = (items: readonly LoreItem[]): CardBook | null => {
  if (items.length === 0) return null
  const entries = items.map(({ key, value, order }, index) => ({
    id: index,
    keys: key
      .split(',')
      .map((word) => word.trim())
      .filter((word) => word !== ''),
    content: value,
    extensions: {},
    enabled: true,
    insertion_order: order,
    use_regex: false,
  }))
  return { path: [], value: { extensions: {}, entries }, entryCount: entries.length }
}
