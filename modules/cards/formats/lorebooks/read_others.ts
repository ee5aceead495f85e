import { blankBook, blankEntry, type EntryFields } from '#modules/lore/index'
import type { JsonValue } from '../json/json_node.ts'
import { flag, isObject, percent, text, textList, wholeNumber, type JsonObject } from './codecs.ts'
import type { LorebookFormat, ReadLorebook } from './lorebook.ts'
import { entriesIn, readBookFields } from './read_book.ts'

type OtherFormat = Exclude<LorebookFormat, 'v3' | 'book' | 'sillytavern'>
type Read = Omit<ReadLorebook, 'format' | 'warnings'> & Partial<Pick<ReadLorebook, 'warnings'>>

const order = wholeNumber(-1_000_000, 1_000_000)

const toEntries = (json: JsonValue | undefined, toFields: (entry: JsonObject) => Partial<EntryFields>) =>
  entriesIn(json).map(([origin, entry]) => ({ ...blankEntry, ...toFields(isObject(entry) ? entry : {}), origin }))

const textOf = (json: JsonValue | undefined) => text.read(json ?? null) ?? ''
const isOn = (json: JsonValue | undefined, otherwise = false) => flag.read(json ?? null) ?? otherwise
const numberOf = (json: JsonValue | undefined, otherwise: number) => order.read(json ?? null) ?? otherwise

/** Reads a RisuAI lorebook. Its keys match parts of words, and its entries activate each other. Folders have no text. */
const readRisu = (json: JsonObject): Read => {
  const entries = entriesIn(json.data)
  const modes = new Set(entries.map(([, entry]) => (isObject(entry) ? textOf(entry.mode) : '')))
  const special = ['multiple', 'child', 'folder'].filter((mode) => modes.has(mode))
  return {
    book: { ...blankBook, name: textOf(json.name), recursive: true },
    entries: toEntries(json.data, (entry) => {
      const extensions = isObject(entry.extentions) ? entry.extentions : {}
      const useRegex = isOn(entry.useRegex)
      const keysOf = (value: JsonValue | undefined) =>
        useRegex ? [textOf(value)].filter((key) => key !== '') : (textList.read(value ?? null) ?? [])
      return {
        name: textOf(entry.comment),
        keys: keysOf(entry.key),
        secondaryKeys: keysOf(entry.secondkey),
        selective: isOn(entry.selective),
        content: textOf(entry.content),
        constant: isOn(entry.alwaysActive),
        enabled: entry.mode !== 'folder',
        order: numberOf(entry.insertorder, 100),
        caseSensitive: isOn(extensions.risu_case_sensitive),
        wholeWords: false,
        useRegex,
        probability: percent.read(entry.activationPercent ?? null) ?? 100,
      }
    }),
    kept: special.length > 0 ? [`Modes of RisuAI: ${special.join(', ')}.`] : [],
  }
}

/** Converts `*` and `?`, which are wildcards within a word, to a pattern. */
const withWildcards = (key: string): string => {
  if (!/[*?]/.test(key)) return key
  const source = key
    .replaceAll(/[\\^$.+()[\]{}|/]/g, String.raw`\$&`)
    .replaceAll('*', String.raw`\w*`)
    .replaceAll('?', String.raw`\w`)
  return String.raw`/(?:^|\W)${source}(?:$|\W)/i`
}

/** Reads an Agnai lorebook. Entries with a higher weight come later in the prompt. */
const readAgnai = (json: JsonObject): Read => ({
  book: {
    ...readBookFields({
      ...json,
      scan_depth: json.scanDepth ?? null,
      token_budget: json.tokenBudget ?? null,
    }),
    recursive: isOn(json.recursiveScanning),
  },
  entries: toEntries(json.entries, (entry) => ({
    name: textOf(entry.name) || textOf(entry.comment),
    keys: (textList.read(entry.keywords ?? []) ?? []).map(withWildcards),
    secondaryKeys: textList.read(entry.secondaryKeys ?? []) ?? [],
    selective: isOn(entry.selective),
    content: textOf(entry.entry),
    enabled: isOn(entry.enabled, true),
    constant: isOn(entry.constant),
    order: numberOf(entry.weight, 0),
    priority: numberOf(entry.priority, 0),
    position: entry.position === 'after_char' ? 'after_char' : 'before_char',
    wholeWords: true,
  })),
  kept: [],
})

/** Joined keys beyond this number would need too many orders. */
const joinedMax = 3

/** Returns the parts of a key that are joined by `&`, which must all occur in any order. */
const joinedParts = (key: string): string[] => {
  const parts = key.startsWith('/') ? [key] : key.split(' & ').map((part) => part.trim())
  return parts.includes('') ? [key] : parts
}

/** Converts keys that are joined by `&` to a pattern. */
const withAnd = (key: string): string => {
  const parts = joinedParts(key)
  if (parts.length < 2 || parts.length > joinedMax) return key
  const sources = parts.map((part) => part.replaceAll(/[\\^$.*+?()[\]{}|/]/g, String.raw`\$&`))
  return `/${ordersOf(sources)
    .map((order) => order.join('[^]*'))
    .join('|')}/i`
}

const isOverJoined = (key: string) => joinedParts(key).length > joinedMax

/** Returns the keys of an entry. The parts of its only key become a key with further keys if there are too many for a pattern. */
const keysOfNovelAi = (entry: JsonObject): Partial<EntryFields> => {
  const keys = textList.read(entry.keys ?? []) ?? []
  const [only, ...others] = keys
  if (only === undefined || others.length > 0 || !isOverJoined(only)) return { keys: keys.map(withAnd) }
  const [first, ...further] = joinedParts(only)
  return { keys: [first!], secondaryKeys: further, selective: true, logic: 'and_all' }
}

const warningsOfJoined = (entries: JsonValue | undefined): string[] => {
  const count = entriesIn(entries).filter(([, entry]) => {
    const keys = isObject(entry) ? (textList.read(entry.keys ?? []) ?? []) : []
    return keys.length > 1 && keys.some(isOverJoined)
  }).length
  if (count === 0) return []
  const those = count === 1 ? '1 entry has a key that joins' : `${count} entries have keys that join`
  return [
    `${those} more than ${joinedMax} texts with “&”, beside other keys. Such a key is only found as it is written.`,
  ]
}

const ordersOf = (items: readonly string[]): string[][] =>
  items.length < 2
    ? [[...items]]
    : items.flatMap((item, at) => ordersOf(items.toSpliced(at, 1)).map((others) => [item, ...others]))

const readNovelAi = (json: JsonObject): Read => ({
  book: { ...blankBook, name: textOf(json.name) },
  warnings: warningsOfJoined(json.entries),
  entries: toEntries(json.entries, (entry) => {
    const context = isObject(entry.contextConfig) ? entry.contextConfig : {}
    const suffix = textOf(context.suffix).replace(/\n$/, '')
    return {
      name: textOf(entry.displayName),
      ...keysOfNovelAi(entry),
      content: textOf(context.prefix) + textOf(entry.text) + suffix,
      enabled: isOn(entry.enabled, true),
      constant: isOn(entry.forceActivation),
      order: numberOf(context.budgetPriority, 400),
    }
  }),
  kept: ['NovelAI: search ranges in characters, categories, biases, and exact places in the context.'],
})

/** Reads a KoboldAI lorebook. The keys of `keyanti` exclude their entry. */
const readKobold = (list: JsonValue[]): Read => ({
  book: { ...blankBook },
  entries: toEntries(list, (entry) => {
    const listOf = (value: JsonValue | undefined) => textList.read(value ?? null) ?? []
    const anti = listOf(entry.keyanti)
    return {
      name: textOf(entry.comment),
      keys: listOf(entry.key),
      secondaryKeys: listOf(entry.keysecondary),
      selective: isOn(entry.selective),
      content: (anti.length > 0 ? `@@exclude_keys ${anti.join(',')}\n` : '') + textOf(entry.content),
      constant: isOn(entry.constant),
      enabled: !isOn(entry.widisabled),
      probability: percent.read(entry.probability ?? null) ?? 100,
      groups: [],
    }
  }),
  kept: list.some((entry) => isObject(entry) && textOf(entry.wigroup) !== '')
    ? ['KoboldAI: groups, which are folders there.']
    : [],
})

export const readOther = (format: OtherFormat, json: JsonValue): Read => {
  if (Array.isArray(json)) return readKobold(json)
  const object = isObject(json) ? json : {}
  switch (format) {
    case 'risu':
      return readRisu(object)
    case 'agnai':
      return readAgnai(object)
    case 'novelai':
      return readNovelAi(object)
    case 'kobold':
      return readKobold([])
  }
}
