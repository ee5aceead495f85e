import { blankEntry, loreSources, type EntryFields } from '#modules/lore/index'
import type { JsonValue } from '../json/json_node.ts'
import { flag, isObject, type JsonObject } from './codecs.ts'
import { alsoReadsSpots, entrySpots, useProbabilitySpots, type Dialect, type Spot } from './entry_spots.ts'

/** Returns the value at a spot, or undefined. */
export const valueAt = (entry: JsonObject, { inExtensions, name }: Pick<Spot<never>, 'inExtensions' | 'name'>) => {
  const holder = inExtensions ? entry.extensions : entry
  return isObject(holder) && Object.hasOwn(holder, name) ? holder[name] : undefined
}

export const firstOf = <Value>(entry: JsonObject, spots: readonly Spot<Value>[]): Value | undefined => {
  for (const spot of spots) {
    const json = valueAt(entry, spot)
    const value = json === undefined ? undefined : spot.read(json)
    if (value !== undefined) return value
  }
  return undefined
}

export interface EntryRules {
  dialect: Dialect
  /** Whether `use_regex` is reliable. SillyTavern sets it on every entry, although only keys between slashes are patterns. */
  trustsUseRegex: boolean
}

/** Reads an entry of a card's book or a SillyTavern world. Missing or invalid fields get their defaults. */
export const readEntry = (json: JsonValue, { dialect, trustsUseRegex }: EntryRules): EntryFields => {
  const entry = isObject(json) ? json : {}
  const read = { ...blankEntry } as Record<keyof EntryFields, unknown>
  for (const [field, spots] of Object.entries(entrySpots)) {
    const value = firstOf<unknown>(entry, spots[dialect] as Spot<unknown>[])
    if (value !== undefined) read[field as keyof EntryFields] = value
  }
  const fields = read as unknown as EntryFields
  return {
    ...fields,
    secondaryKeys: fields.secondaryKeys.filter((key) => key.trim() !== ''),
    probability: firstOf(entry, useProbabilitySpots[dialect]) === false ? 100 : fields.probability,
    useRegex: trustsUseRegex && fields.useRegex,
    alsoReads: loreSources.filter((source) => firstOf(entry, alsoReadsSpots[source][dialect])),
  }
}

/** Whether SillyTavern wrote the entry. */
export const isTavernEntry = (json: JsonValue): boolean => {
  const extensions = isObject(json) ? json.extensions : null
  return (
    isObject(extensions) && flag.read(extensions.useProbability ?? null) !== undefined && 'display_index' in extensions
  )
}
