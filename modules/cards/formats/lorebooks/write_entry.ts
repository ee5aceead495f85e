import { blankEntry, loreSources, type EntryFields } from '#modules/lore/index'
import { isDeepStrictEqual } from 'node:util'
import type { JsonPath, JsonValue } from '../json/json_node.ts'
import type { JsonEdit } from '../json/patch_json.ts'
import { isObject, type JsonObject } from './codecs.ts'
import { alsoReadsSpots, entrySpots, useProbabilitySpots, type Dialect, type Spot } from './entry_spots.ts'
import { valueAt } from './read_entry.ts'
import { withTavernFields } from './tavern_decorators.ts'

/** Returns the edits that turn an entry of a file into the stored entry. Fields that are equal in both get no edit. */
export const editsOfEntry = (
  json: JsonValue,
  { read, stored, dialect, path }: { read: EntryFields; stored: EntryFields; dialect: Dialect; path: JsonPath }
): JsonEdit[] => {
  const entry = isObject(json) ? json : {}
  const edits: JsonEdit[] = []
  const set = <Value>(spots: readonly Spot<Value>[], value: Value) => {
    for (const spot of spots) edits.push({ path: [...path, ...pathOf(spot)], value: spot.write(value) })
  }
  for (const field of Object.keys(entrySpots) as (keyof typeof entrySpots)[]) {
    if (isDeepStrictEqual(read[field], stored[field])) continue
    const spots = entrySpots[field][dialect] as Spot<unknown>[]
    if (field === 'position') set(positionTargets(entry, spots, stored.position), stored.position)
    else if (field === 'name') set(nameTargets(entry, spots, read.name), stored.name)
    else set(targetsOf(entry, spots), stored[field])
  }
  if (read.probability !== stored.probability && valueAtAny(entry, useProbabilitySpots[dialect]) === false)
    set(targetsOf(entry, useProbabilitySpots[dialect]), true)
  for (const source of loreSources) {
    const isOn = stored.alsoReads.includes(source)
    if (read.alsoReads.includes(source) !== isOn) set(targetsOf(entry, alsoReadsSpots[source][dialect]), isOn)
  }
  return withoutDuplicates(edits)
}

/** Keeps the first edit of each path. Several spots may have the same path, such as the word and the number of a position. */
const withoutDuplicates = (edits: readonly JsonEdit[]): JsonEdit[] => [
  ...new Map(edits.toReversed().map((edit) => [JSON.stringify(edit.path), edit])).values(),
]

const pathOf = ({ inExtensions, name }: Spot<never> | Spot<any>): string[] =>
  inExtensions ? ['extensions', name] : [name]

/** Returns all spots that the entry has, so that none keeps an old value. If it has none, returns the usual spot. */
const targetsOf = <Value>(entry: JsonObject, spots: readonly Spot<Value>[]): Spot<Value>[] => {
  const present = spots.filter((spot) => {
    const json = valueAt(entry, spot)
    return json !== undefined && (json === null || spot.read(json) !== undefined)
  })
  return present.length > 0 ? present : [spots[0]!]
}

/** Returns the spots for a position. Most positions have no word, so they also need the spot of the number. */
const positionTargets = (entry: JsonObject, spots: readonly Spot<unknown>[], position: string): Spot<unknown>[] => {
  const present = targetsOf(entry, spots)
  if (position === 'before_char' || position === 'after_char') return present
  return [
    spots[0]!,
    ...present.filter((spot) => spot.name !== spots[0]!.name || spot.inExtensions !== spots[0]!.inExtensions),
  ]
}

/** Returns the spots that have the name that was read. A name and a comment may differ, and the other one stays. */
const nameTargets = (entry: JsonObject, spots: readonly Spot<unknown>[], name: string): Spot<unknown>[] => {
  const same = spots.filter((spot) => name !== '' && spot.read(valueAt(entry, spot) ?? null) === name)
  return same.length > 0 ? same : [spots[0]!]
}

const valueAtAny = (entry: JsonObject, spots: readonly Spot<boolean>[]): JsonValue | undefined =>
  spots.map((spot) => valueAt(entry, spot)).find((value) => value !== undefined)

/** Creates an entry for the book of a card. SillyTavern's fields are in the extensions, as SillyTavern writes them. */
export const newBookEntry = (fields: EntryFields, id: number): JsonObject => {
  const extensions: JsonObject = {}
  const entry: JsonObject = {
    id,
    keys: fields.keys,
    secondary_keys: fields.secondaryKeys,
    name: fields.name,
    comment: fields.name,
    content: fields.content,
    enabled: fields.enabled,
    constant: fields.constant,
    selective: fields.selective,
    insertion_order: fields.order,
    position: fields.position === 'after_char' ? 'after_char' : 'before_char',
    use_regex: fields.useRegex,
    ...(fields.caseSensitive !== null && { case_sensitive: fields.caseSensitive }),
    ...(fields.priority !== null && { priority: fields.priority }),
    extensions,
  }
  for (const [field, spots] of Object.entries(entrySpots)) {
    const spot = (spots.v3 as Spot<unknown>[])[0]!
    const value = fields[field as keyof EntryFields]
    if (spot.inExtensions && !isDeepStrictEqual(value, blankEntry[field as keyof EntryFields]))
      extensions[spot.name] = spot.write(value)
  }
  for (const source of fields.alsoReads) extensions[alsoReadsSpots[source].v3[0]!.name] = true
  return entry
}

/** Creates an entry for a world, with every field that SillyTavern writes. It knows neither priorities nor `useRegex`. */
export const newWorldEntry = (given: EntryFields, uid: number, displayIndex: number): JsonObject => {
  const fields = withSlashes(withTavernFields(given))
  const entry: JsonObject = { uid }
  for (const [field, { sillytavern }] of Object.entries(entrySpots)) {
    if (field === 'priority' || field === 'useRegex') continue
    const [spot] = sillytavern as Spot<unknown>[]
    entry[spot!.name] = spot!.write(fields[field as keyof EntryFields])
  }
  for (const source of loreSources)
    entry[alsoReadsSpots[source].sillytavern[0]!.name] = fields.alsoReads.includes(source)
  return {
    ...entry,
    ...(fields.priority !== null && { priority: fields.priority }),
    addMemo: fields.name !== '',
    useProbability: true,
    vectorized: false,
    automationId: '',
    triggers: [],
    displayIndex,
  }
}

/** Puts patterns between slashes, for files in which other keys are no patterns. */
export const withSlashes = (fields: EntryFields): EntryFields => {
  if (!fields.useRegex) return fields
  const toSlashes = (key: string) => addSlashes(key, fields.caseSensitive)
  const { keys, secondaryKeys } = fields
  return { ...fields, useRegex: false, keys: keys.map(toSlashes), secondaryKeys: secondaryKeys.map(toSlashes) }
}

const addSlashes = (key: string, caseSensitive: boolean | null): string =>
  /^\/[^]+\/[a-z]*$/.test(key) ? key : `/${key.replaceAll(/(?<!\\)\//g, String.raw`\/`)}/${caseSensitive ? '' : 'i'}`
