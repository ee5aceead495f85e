import { fail, ok, type Result } from '#modules/kernel/result'
import type { BookFields, EntryFields } from '#modules/lore/index'
import { JsonDocument } from '../json/json_document.ts'
import type { JsonNode, JsonPath, JsonValue } from '../json/json_node.ts'
import type { JsonEdit } from '../json/patch_json.ts'
import { isObject, type JsonObject } from './codecs.ts'
import type { LorebookFormat } from './lorebook.ts'
import { bookSpots, entriesIn } from './read_book.ts'
import { readLorebook, rulesFor } from './read_lorebook.ts'
import { keptSpots, type Dialect, type Spot } from './entry_spots.ts'
import { firstOf, readEntry } from './read_entry.ts'
import { withTavernFields } from './tavern_decorators.ts'
import { translatedNames } from './translated_names.ts'
import { editsOfEntry, newBookEntry, newWorldEntry, withSlashes } from './write_entry.ts'

export const exportFormats = ['v3', 'sillytavern'] as const
export type ExportFormat = (typeof exportFormats)[number]

/** A stored lorebook with its original file. Entries are in order. `origin` is an entry's key in that file, or null for a new entry. */
export interface StoredLorebook {
  book: BookFields
  entries: readonly (EntryFields & { origin: string | null })[]
  original: { format: LorebookFormat; json: string } | null
}

/**
 * Writes a lorebook as JSON. In its original format, an unedited book keeps its exact text, and an edited book differs only in the edited
 * fields. In any other format, all entries are newly written. Their extensions get the fields that Facet doesn't know.
 */
export const writeLorebook = (stored: StoredLorebook, format: ExportFormat): Result<string, string> => {
  const { original } = stored
  if (!original) return ok(serialize(newFile(stored, format, { extensions: {}, entries: new Map() })))
  const parsed = JsonDocument.parse(original.json)
  if (!parsed.ok) return fail(parsed.failure.reason)
  const document = parsed.value
  const isSame = original.format === format || (format === 'v3' && original.format === 'book')
  if (!isSame) return ok(serialize(newFile(stored, format, unknownParts(document, original.format))))
  const patched = patchFile(document, stored, original.format as 'v3' | 'book' | 'sillytavern')
  if (!patched.ok) return patched
  return ok(original.format === 'book' ? `{"spec":"lorebook_v3","data":${patched.value.trim()}}` : patched.value)
}

const serialize = (value: JsonValue) => JSON.stringify(value, null, 2)

const patchFile = (
  document: JsonDocument,
  stored: StoredLorebook,
  format: 'v3' | 'book' | 'sillytavern'
): Result<string, string> => {
  const dialect = format === 'sillytavern' ? 'sillytavern' : 'v3'
  const holderPath: JsonPath = format === 'v3' && document.find(['data'])?.kind === 'object' ? ['data'] : []
  const path = [...holderPath, 'entries']
  const node = document.find(path)
  const list = entriesIn(node ? document.toValue(node) : undefined)
  const before = readLorebook(document)
  if (!before.ok) return fail(before.failure.reason)
  const rules = rulesFor(dialect, list)
  const byOrigin = new Map(list)
  const isList = node?.kind !== 'object'
  const keyOf = (origin: string): string | number => (isList ? Number(origin) : origin)

  const edits: JsonEdit[] = bookEdits(before.value.book, stored.book, holderPath)
  const isKnown = ({ origin }: { origin: string | null }) => origin !== null && byOrigin.has(origin)
  const isOrdered = isInOrder(stored.entries.filter(isKnown), before.value.entries) && isAppended(stored, isKnown)
  const ids = new Ids(list.map(([origin, entry]) => idOf(entry, dialect) ?? (isList ? null : origin)))
  const nextIndex = Math.max(list.length, ...list.map(([, entry]) => displayIndexOf(entry) + 1))
  let added = 0
  for (const [at, { origin, ...given }] of stored.entries.entries()) {
    const fields = rules.trustsUseRegex ? given : withSlashes(given)
    if (isKnown({ origin })) {
      const json = byOrigin.get(origin!)!
      const entryPath = [...path, keyOf(origin!)]
      const read = readEntry(json, rules)
      const isRewritten = dialect === 'sillytavern' && read.content !== fields.content
      const stored = isRewritten ? withTavernFields(fields) : fields
      edits.push(...editsOfEntry(json, { read, stored, dialect, path: entryPath }))
      if (!isOrdered && dialect === 'sillytavern') edits.push({ path: [...entryPath, 'displayIndex'], value: at })
      continue
    }
    const id = ids.next()
    const value =
      dialect === 'v3' ? newBookEntry(fields, id) : newWorldEntry(fields, id, isOrdered ? nextIndex + added : at)
    edits.push({ path: [...path, isList ? list.length + added : String(id)], value })
    added++
  }
  const staying = new Set(stored.entries.map(({ origin }) => origin))
  for (const [origin] of list)
    if (!staying.has(origin)) edits.push({ path: [...path, keyOf(origin)], value: undefined })
  const patched = document.patch(edits)
  if (!patched.ok) return fail(patched.failure.reason)
  if (isOrdered || !isList || dialect === 'sillytavern') return ok(patched.value)
  // After the patch, the remaining entries come first, in the order of the file. The new entries come last.
  const inFile = list.map(([origin]) => origin).filter((origin) => staying.has(origin))
  let placedNew = 0
  const places = stored.entries.map((entry) =>
    isKnown(entry) ? inFile.indexOf(entry.origin!) : inFile.length + placedNew++
  )
  return moveItems(patched.value, path, places)
}

const isInOrder = (kept: readonly { origin: string | null }[], read: readonly { origin: string }[]): boolean => {
  const places = new Map(read.map(({ origin }, at) => [origin, at]))
  return kept.every(({ origin }, at) => at === 0 || places.get(kept[at - 1]!.origin!)! < places.get(origin!)!)
}

/** Whether all new entries come after the known entries. */
const isAppended = ({ entries }: StoredLorebook, isKnown: (entry: { origin: string | null }) => boolean): boolean => {
  const firstNew = entries.findIndex((entry) => !isKnown(entry))
  return firstNew === -1 || !entries.slice(firstNew).some(isKnown)
}

const displayIndexOf = (entry: JsonValue): number =>
  isObject(entry) && typeof entry.displayIndex === 'number' ? entry.displayIndex : 0

/** Reorders the items of a list. The text of each item stays the same. */
const moveItems = (text: string, path: JsonPath, places: readonly number[]): Result<string, string> => {
  const parsed = JsonDocument.parse(text)
  if (!parsed.ok) return fail(parsed.failure.reason)
  const node = parsed.value.find(path)
  if (node?.kind !== 'array') return ok(text)
  const items = places.map((place) => parsed.value.raw(node.items[place]!))
  return ok(splice(parsed.value, node, `[${items.join(',')}]`))
}

const splice = (document: JsonDocument, { start, end }: JsonNode, replacement: string) =>
  document.text.slice(0, start) + replacement + document.text.slice(end)

const bookEdits = (read: BookFields, stored: BookFields, path: JsonPath): JsonEdit[] =>
  (Object.keys(bookSpots) as (keyof BookFields)[])
    .filter((field) => read[field] !== stored[field])
    .map((field) => ({ path: [...path, bookSpots[field].name], value: stored[field] }))

const idOf = (entry: JsonValue, dialect: 'v3' | 'sillytavern'): JsonValue =>
  isObject(entry) ? (entry[dialect === 'v3' ? 'id' : 'uid'] ?? null) : null

/** Generates IDs that no entry has, neither as a number nor as a string. */
class Ids {
  #last: number

  constructor(taken: readonly JsonValue[]) {
    const numbers = taken.map(Number).filter((id) => Number.isSafeInteger(id))
    this.#last = numbers.reduce((most, id) => Math.max(most, id), -1)
  }

  next(): number {
    return ++this.#last
  }
}

interface UnknownParts {
  /** The book's extensions, and its other fields that Facet doesn't read. */
  extensions: JsonObject
  /** All entries of the file, by origin. `addUnknown` selects the fields that Facet doesn't read. */
  entries: ReadonlyMap<string, JsonObject>
}

/** Returns the parts of an original that Facet doesn't read. Used for an export in another format. */
const unknownParts = (document: JsonDocument, format: LorebookFormat): UnknownParts => {
  const json = document.toValue()
  const holder = isObject(json) ? (format === 'v3' && isObject(json.data) ? json.data : json) : {}
  const { extensions = {}, ...root } = holder
  const own = isObject(extensions) ? extensions : {}
  const unknown = Object.entries(root).filter(([name]) => !bookNames.has(name))
  const list = entriesIn(Array.isArray(json) ? json : (holder.entries ?? holder.data))
  return {
    extensions: { ...Object.fromEntries(unknown), ...own },
    entries: new Map(list.flatMap(([origin, entry]) => (isObject(entry) ? [[origin, entry] as const] : []))),
  }
}

const bookNames: ReadonlySet<string> = new Set([
  ...Object.values(bookSpots).map(({ name }) => name),
  ...'entries data spec spec_version scanDepth tokenBudget recursiveScanning'.split(' '),
])

/**
 * Adds the fields that Facet doesn't read to an entry: those that SillyTavern knows in their places, others to the extensions, under their
 * original names. Also adds a unique id, because new entries are numbered.
 */
const addUnknown = (written: JsonObject, entry: JsonObject | undefined, dialect: Dialect): JsonObject => {
  if (!entry) return written
  const { extensions = {}, ...root } = entry
  const kept = [...Object.entries(isObject(extensions) ? extensions : {}), ...Object.entries(root)].filter(
    ([name]) => !translatedNames.has(name)
  )
  // RisuAI spells its extensions like this.
  if (isObject(entry.extentions ?? null)) {
    const { risu_case_sensitive: _, ...others } = entry.extentions as JsonObject
    if (Object.keys(others).length > 0) kept.push(['extentions', others])
  }
  // Numbers are the places in a file.
  if (typeof entry.id === 'string' && !/^\d*$/.test(entry.id)) kept.push(['id', entry.id])
  const whole = { ...written }
  for (const spots of Object.values(keptSpots)) {
    const value = firstOf(entry, [...spots.sillytavern, ...spots.v3])
    const [{ inExtensions, name }] = spots[dialect] as [Spot<JsonValue>]
    if (value !== undefined && inExtensions) kept.push([name, value])
    else if (value !== undefined) whole[name] = value
  }
  const own = isObject(written.extensions ?? null) ? (written.extensions as JsonObject) : {}
  return kept.length === 0 ? whole : { ...whole, extensions: { ...Object.fromEntries(kept), ...own } }
}

const newFile = ({ book, entries }: StoredLorebook, format: ExportFormat, unknown: UnknownParts): JsonObject => {
  const known: JsonObject = Object.fromEntries(
    (Object.keys(bookSpots) as (keyof BookFields)[])
      .filter((field) => book[field] !== null && book[field] !== '')
      .map((field) => [bookSpots[field].name, book[field]])
  )
  const { extensions } = unknown
  const unknownOf = (origin: string | null) => (origin === null ? undefined : unknown.entries.get(origin))
  if (format === 'v3') {
    const written = entries.map(({ origin, ...fields }, at) =>
      addUnknown(newBookEntry(fields, at), unknownOf(origin), 'v3')
    )
    return { spec: 'lorebook_v3', data: { ...known, extensions, entries: written } }
  }
  const written = entries.map(({ origin, ...fields }, at): [string, JsonValue] => [
    String(at),
    addUnknown(newWorldEntry(fields, at, at), unknownOf(origin), 'sillytavern'),
  ])
  return {
    ...known,
    ...(Object.keys(extensions).length > 0 && { extensions }),
    entries: Object.fromEntries(written),
  }
}
