import { fail, ok, type Result } from '#modules/kernel/result'
import type { JsonDocument } from '../json/json_document.ts'
import type { JsonPath, JsonValue } from '../json/json_node.ts'
import { isObject, type JsonObject } from './codecs.ts'
import { detectLorebook } from './detect_lorebook.ts'
import { entrySpots, type Dialect } from './entry_spots.ts'
import type { LorebookFormat, ReadEntry, ReadLorebook } from './lorebook.ts'
import { entriesIn, readBookFields } from './read_book.ts'
import { isTavernEntry, readEntry, valueAt } from './read_entry.ts'
import { readOther } from './read_others.ts'

export interface LorebookRefusal {
  kind: 'not_a_lorebook' | 'bad_keys'
  /** A sentence for users. */
  reason: string
}

/**
 * Reads a lorebook from a JSON document, for example from `['data', 'character_book']` of a card. Supports the books of V2 and V3 cards,
 * `lorebook_v3`, worlds of SillyTavern and Chub, and lorebooks of RisuAI, Agnai, NovelAI and KoboldAI. Doesn't check limits, because the
 * lore module enforces them.
 */
export const readLorebook = (document: JsonDocument, path: JsonPath = []): Result<ReadLorebook, LorebookRefusal> => {
  const node = document.find(path)
  const json = node && document.toValue(node)
  // Inside a card, an object of an unknown format is read as a book.
  const format = json === null ? null : (detectLorebook(json) ?? (path.length > 0 && isObject(json) ? 'book' : null))
  if (format === null || json === null)
    return fail({ kind: 'not_a_lorebook', reason: 'The file is not a lorebook in a format that Facet knows.' })
  return readJson(format, json)
}

/** Finds a key with spaces around it. Some editors wrote ` data ` instead of `data`, which other programs don't find either. */
const findBadKey = (json: JsonObject) => ['data', 'name', 'entries'].find((key) => !(key in json) && ` ${key} ` in json)

const readJson = (format: LorebookFormat, json: JsonValue): Result<ReadLorebook, LorebookRefusal> => {
  if (format !== 'v3' && format !== 'book' && format !== 'sillytavern')
    return ok({ format, warnings: [], ...readOther(format, json) })
  const outer = isObject(json) ? json : {}
  if (format === 'v3' && !isObject(outer.data) && !('entries' in outer)) {
    const reason = `The lorebook has no entries, because its "data" is ${'data' in outer ? 'no object' : 'missing'}.`
    return fail({ kind: 'not_a_lorebook', reason })
  }
  const holder = format === 'v3' && isObject(outer.data) ? outer.data : outer
  const badKey = findBadKey(outer) ?? findBadKey(holder)
  if (badKey) {
    const reason = `The file has a key " ${badKey} " with spaces around it, so no program finds its contents.`
    return fail({ kind: 'bad_keys', reason })
  }
  const dialect = format === 'sillytavern' ? 'sillytavern' : 'v3'
  const list = entriesIn(holder.entries)
  const rules = rulesFor(dialect, list)
  const entries = list
    .map(([origin, entry]): ReadEntry => ({ ...readEntry(entry, rules), origin }))
    .toSorted(byDisplay(dialect, new Map(list)))
  return ok({
    format,
    book: readBookFields(holder),
    entries,
    kept: keptParts(list),
    warnings: [...findWarnings(format, outer, list), ...positionWarnings(dialect, list)],
  })
}

/** Returns the rules for the entries of a book. Patterns without slashes are only valid in books that SillyTavern didn't write. */
export const rulesFor = (dialect: Dialect, list: readonly [string, JsonValue][]) => ({
  dialect,
  trustsUseRegex: dialect === 'v3' && !list.some(([, entry]) => isTavernEntry(entry)),
})

/** Compares the entries of a world by `displayIndex`, because the order of keys in an object has no meaning. */
const byDisplay = (dialect: Dialect, list: ReadonlyMap<string, JsonValue>) => {
  const rankOf = ({ origin }: ReadEntry): number => {
    const entry = list.get(origin)
    const index = isObject(entry ?? null) ? (entry as JsonObject).displayIndex : null
    return dialect === 'sillytavern' && typeof index === 'number' ? index : 0
  }
  return (a: ReadEntry, b: ReadEntry) => rankOf(a) - rankOf(b)
}

const keptParts = (list: readonly [string, JsonValue][]): string[] => {
  const entries = list.map(([, entry]) => entry).filter(isObject)
  const has = (...names: string[]) =>
    entries.some((entry) =>
      names.some((name) => isSet(entry[name]) || (isObject(entry.extensions) && isSet(entry.extensions[name])))
    )
  return [
    ...(has('vectorized') ? ['Vectorized entries: only their keys find them.'] : []),
    ...(has('automationId', 'automation_id') ? ['Automation ids.'] : []),
    ...(has('triggers') ? ['Triggers by kind of generation.'] : []),
    ...(has('outletName', 'outlet_name') ? ['Outlets.'] : []),
  ]
}

const isSet = (json: JsonValue | undefined) =>
  json !== undefined && json !== null && json !== '' && json !== false && !(Array.isArray(json) && json.length === 0)

/** Warns about positions without a known meaning, which become the default. */
const positionWarnings = (dialect: Dialect, list: readonly [string, JsonValue][]): string[] => {
  const spots = entrySpots.position[dialect]
  const unknown = list.filter(([, entry]) => {
    const given = isObject(entry) ? spots.map((spot) => ({ spot, json: valueAt(entry, spot) })) : []
    const written = given.filter(({ json }) => json !== undefined && json !== null && json !== '')
    return written.length > 0 && written.every(({ spot, json }) => spot.read(json!) === undefined)
  }).length
  return unknown > 0 ? [`${unknown} entries have an unknown position. They were put before the character.`] : []
}

const findWarnings = (format: LorebookFormat, outer: JsonObject, list: readonly [string, JsonValue][]): string[] => {
  const broken = list.filter(([, entry]) => !isObject(entry)).length
  const contents = entrySpots.content.v3
  const unread = list.filter(([, entry]) => {
    const json = isObject(entry) ? valueAt(entry, contents[0]!) : null
    return json !== undefined && json !== null && contents[0]!.read(json) === undefined
  }).length
  return [
    ...(format === 'v3' && !isObject(outer.data)
      ? ['The book has no "data". Its fields were read from the root.']
      : []),
    ...(unread > 0 ? [`${unread} entries have a content that is no text. It was read as empty.`] : []),
    ...(broken > 0 ? [`${broken} entries are no objects. They were read as empty entries.`] : []),
  ]
}
