import type { JsonValue } from '../json/json_node.ts'
import { entryRoles, keyLogics, type CharacterFilter, type EntryFields, type EntryPosition } from '#modules/lore/index'
import {
  commaList,
  content,
  flag,
  inverseFlag,
  isObject,
  label,
  level,
  numbered,
  orNull,
  percent,
  text,
  textList,
  wholeNumber,
  type Codec,
} from './codecs.ts'

/**
 * The field names of card books and `lorebook_v3`, or of SillyTavern's worlds. Chub writes both names side by side, so readers always try
 * both.
 */
export type Dialect = 'v3' | 'sillytavern'

/** The location of a field in an entry: at its root or in its `extensions`. */
export interface Spot<Value> extends Codec<Value> {
  inExtensions: boolean
  name: string
}

const at = <Value>(name: string, codec: Codec<Value>): Spot<Value> => ({ ...codec, inExtensions: false, name })
const ext = <Value>(name: string, codec: Codec<Value>): Spot<Value> => ({ ...codec, inExtensions: true, name })

/**
 * Returns the spots of a SillyTavern field. SillyTavern's worlds have it at the root. Other books have it in the extensions, in either
 * spelling (Chub).
 */
const tavern = <Value>(name: string, codec: Codec<Value>) => {
  const snake = name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
  const root = at(name, codec)
  const inside = [ext(snake, codec), ...(snake === name ? [] : [ext(name, codec)])]
  return { v3: [...inside, root], sillytavern: [root, ...inside] }
}

/** Like `tavern`, but prefers the camel-case name in the extensions. */
const spelled = <Value>(name: string, codec: Codec<Value>) => {
  const { v3, sillytavern } = tavern(name, codec)
  const [snake, camel, root] = v3
  return { v3: [camel!, snake!, root!], sillytavern }
}

/** Returns the spots of a field that has a separate name in each dialect. */
const named = <Value>(v3: Spot<Value>[], sillytavern: Spot<Value>[]) => ({
  v3: [...v3, ...sillytavern],
  sillytavern: [...sillytavern, ...v3],
})

const tavernPositions: EntryPosition[] = [
  'before_char',
  'after_char',
  'note_top',
  'note_bottom',
  'at_depth',
  'before_examples',
  'after_examples',
  'outlet',
]
const tavernPosition = numbered(tavernPositions)
/** The two words of V2. The extensions contain the other positions. */
const positionWord: Codec<EntryPosition> = {
  read: (json) => (json === 'before_char' || json === 'after_char' ? json : undefined),
  write: (value) => (value === 'after_char' ? 'after_char' : 'before_char'),
}

const characterFilter: Codec<CharacterFilter | null> = {
  read(json) {
    if (!isObject(json)) return json === null ? null : undefined
    const names = textList.read(json.names ?? []) ?? []
    const tags = textList.read(json.tags ?? []) ?? []
    return names.length + tags.length === 0 ? null : { exclude: json.isExclude === true, names, tags }
  },
  write: (value) => (value === null ? null : { isExclude: value.exclude, names: value.names, tags: value.tags }),
}

const messages = wholeNumber(0, 100_000)
const depth = wholeNumber(0, 100_000)

type FieldSpots = {
  [Field in Exclude<keyof EntryFields, 'alsoReads'>]: Record<Dialect, Spot<EntryFields[Field]>[]>
}

/**
 * The spots of each field, by dialect. A reader uses the first spot with a valid value. A writer uses the first spot for new entries. When
 * it changes an entry, it uses all spots that the entry has. The order is SillyTavern's, in which it writes them.
 */
export const entrySpots: FieldSpots = {
  keys: named([at('keys', textList)], [at('key', textList)]),
  secondaryKeys: named([at('secondary_keys', textList)], [at('keysecondary', textList)]),
  name: named([at('name', label), at('comment', label)], [at('comment', label), at('name', label)]),
  content: named([at('content', content)], [at('content', content)]),
  constant: named([at('constant', flag)], [at('constant', flag)]),
  selective: named([at('selective', flag)], [at('selective', flag)]),
  logic: spelled('selectiveLogic', numbered(keyLogics)),
  order: named(
    [at('insertion_order', wholeNumber(-1_000_000, 1_000_000))],
    [at('order', wholeNumber(-1_000_000, 1_000_000))]
  ),
  position: {
    v3: [ext('position', tavernPosition), at('position', positionWord), at('position', tavernPosition)],
    sillytavern: [at('position', tavernPosition), at('position', positionWord), ext('position', tavernPosition)],
  },
  enabled: named([at('enabled', flag)], [at('disable', inverseFlag)]),
  ignoreBudget: tavern('ignoreBudget', flag),
  excludeRecursion: tavern('excludeRecursion', flag),
  preventRecursion: tavern('preventRecursion', flag),
  delayUntilRecursion: tavern('delayUntilRecursion', level),
  probability: tavern('probability', percent),
  depth: tavern('depth', depth),
  outletName: tavern('outletName', text),
  groups: tavern('group', commaList),
  groupOverride: tavern('groupOverride', flag),
  groupWeight: tavern('groupWeight', wholeNumber(0, 1_000_000)),
  scanDepth: tavern('scanDepth', orNull(depth)),
  caseSensitive: named(
    [at('case_sensitive', orNull(flag)), ext('case_sensitive', orNull(flag))],
    [at('caseSensitive', orNull(flag)), ext('caseSensitive', orNull(flag))]
  ),
  wholeWords: tavern('matchWholeWords', orNull(flag)),
  groupScoring: tavern('useGroupScoring', orNull(flag)),
  role: tavern('role', numbered(entryRoles)),
  sticky: tavern('sticky', messages),
  cooldown: tavern('cooldown', messages),
  delay: tavern('delay', messages),
  characterFilter: tavern('characterFilter', characterFilter),
  priority: named(
    [at('priority', orNull(wholeNumber(-1_000_000, 1_000_000)))],
    [at('priority', orNull(wholeNumber(-1_000_000, 1_000_000)))]
  ),
  useRegex: named([at('use_regex', flag)], [at('useRegex', flag)]),
}

export const alsoReadsSpots = {
  personaDescription: tavern('matchPersonaDescription', flag),
  characterDescription: tavern('matchCharacterDescription', flag),
  characterPersonality: tavern('matchCharacterPersonality', flag),
  characterDepthNote: tavern('matchCharacterDepthPrompt', flag),
  scenario: tavern('matchScenario', flag),
  creatorNotes: tavern('matchCreatorNotes', flag),
}

const anyValue: Codec<JsonValue> = { read: (json) => json, write: (value) => value }

/** Fields of SillyTavern that Facet doesn't use. An export puts them where SillyTavern reads them. */
export const keptSpots = {
  vectorized: tavern('vectorized', anyValue),
  automationId: tavern('automationId', anyValue),
  triggers: tavern('triggers', anyValue),
}

/** Whether the probability applies at all. */
export const useProbabilitySpots = spelled('useProbability', flag)
