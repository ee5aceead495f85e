import type { JsonValue } from '../json/json_node.ts'
import { detectLorebook } from '../lorebooks/detect_lorebook.ts'
import type { LorebookFormat } from '../lorebooks/lorebook.ts'
import { cardLimits } from './card_limits.ts'
import type { CharacterFormat } from './character_draft.ts'
import { hasKey, isJsonObject, kindOf, own, type JsonObject } from './json_object.ts'
import { shownKey } from './reading_notes.ts'
import { v1Fields } from './tavern_fields.ts'

/** `sillytavern` is the header or a line of its JSONL. */
export type ChatFormat = 'sillytavern' | 'ooba' | 'character_ai' | 'kobold_lite' | 'agnai' | 'risu'

export type PresetFormat = 'chat_completion' | 'instruct' | 'context'

/** The content of a JSON value. The items of a `list` are not classified. */
export type JsonContent =
  | { holds: 'character'; format: Exclude<CharacterFormat, 'ooba_yaml' | 'byaf'> }
  | { holds: 'lorebook'; format: LorebookFormat }
  | { holds: 'chat'; format: ChatFormat }
  | { holds: 'preset'; format: PresetFormat }
  | { holds: 'group'; format: 'sillytavern' }
  | { holds: 'module'; format: 'risu' }
  | { holds: 'list'; itemCount: number }
  | { holds: 'unknown'; because: string }

/** Classifies a JSON value by its fields. Looks at most two levels deep. The first rule that matches decides. */
export const classify = (value: unknown): JsonContent => {
  if (Array.isArray(value)) return classifyList(value)
  if (!isJsonObject(value)) return unknown(`The file holds ${kindOf(value)} instead of a card.`)
  const isCard = says('spec', 'chara_card_v2', 'chara_card_v3')(value)
  const format = isCard ? null : detectLorebook(value as JsonValue)
  if (format) return lorebook(format)
  const rule = rules.find(({ matches }) => matches(value))
  return rule ? rule.content : unknown(reasonFor(value))
}

interface Rule {
  matches: (object: JsonObject) => boolean
  content: JsonContent
}

const has =
  (...keys: string[]) =>
  (object: JsonObject) =>
    hasKey(object, ...keys)
const says =
  (key: string, ...values: string[]) =>
  (object: JsonObject) =>
    values.some((value) => own(object, key) === value)
const inner = (object: JsonObject, key: string): JsonObject => {
  const value = own(object, key)
  return isJsonObject(value) ? value : {}
}
const first = (object: JsonObject, key: string): JsonObject => {
  const value = own(object, key)
  const item: unknown = Array.isArray(value) ? value[0] : undefined
  return isJsonObject(item) ? item : {}
}
const hasAny = (object: JsonObject, keys: readonly string[]) => keys.some((key) => hasKey(object, key))

const character = (format: (JsonContent & { holds: 'character' })['format']): JsonContent => ({
  holds: 'character',
  format,
})
const lorebook = (format: LorebookFormat): JsonContent => ({ holds: 'lorebook', format })
const chat = (format: ChatFormat): JsonContent => ({ holds: 'chat', format })
const preset = (format: PresetFormat): JsonContent => ({ holds: 'preset', format })
const unknown = (because: string): JsonContent => ({ holds: 'unknown', because })

const rules: readonly Rule[] = [
  { matches: says('spec', 'chara_card_v3'), content: character('v3') },
  { matches: says('spec', 'chara_card_v2'), content: character('v2') },
  { matches: says('type', 'risuChat', 'risuAllChats'), content: chat('risu') },
  { matches: says('type', 'risuModule'), content: { holds: 'module', format: 'risu' } },
  {
    matches: (object) => hasKey(object, 'data_visible') || hasKey(object, 'internal', 'visible'),
    content: chat('ooba'),
  },
  { matches: has('histories'), content: chat('character_ai') },
  { matches: has('savedsettings', 'actions'), content: chat('kobold_lite') },
  { matches: (object) => hasKey(first(object, 'messages'), 'msg'), content: chat('agnai') },
  {
    matches: (object) => hasKey(object, 'chat_metadata') || hasKey(object, 'user_name', 'character_name'),
    content: chat('sillytavern'),
  },
  { matches: has('mes', 'is_user'), content: chat('sillytavern') },
  { matches: has('members', 'chats', 'chat_id'), content: { holds: 'group', format: 'sillytavern' } },
  { matches: has('prompts', 'prompt_order'), content: preset('chat_completion') },
  { matches: has('input_sequence'), content: preset('instruct') },
  { matches: has('story_string'), content: preset('context') },
  {
    matches: (object) =>
      own(object, 'kind') === 'character' ||
      (isJsonObject(own(object, 'persona')) && hasKey(object, 'greeting', 'sampleChat')),
    content: character('agnai'),
  },
  {
    matches: (object) => hasKey(object, 'version') && hasKey(inner(object, 'character'), 'aiName'),
    content: character('backyard'),
  },
  // An entry of Facet's own import files shares name, personality and scenario with V1.
  { matches: has('name', 'backstory'), content: character('facet_entry') },
  {
    matches: (object) => hasKey(object, 'name') && v1Fields.some((key) => key !== 'name' && hasKey(object, key)),
    content: character('v1'),
  },
  { matches: has('char_name'), content: character('pygmalion') },
  // Each of V1's fields is missing in some V1 cards. No other format has these two fields.
  { matches: (object) => hasAny(object, ['first_mes', 'mes_example']), content: character('v1') },
  { matches: (object) => hasKey(inner(object, 'data'), 'name'), content: character('v2') },
]

const classifyList = (list: readonly unknown[]): JsonContent => {
  if (list.length === 0) return unknown('The file holds an empty list.')
  if (list.length > cardLimits.listItemsMax)
    return unknown(`The file holds a list of more than ${cardLimits.listItemsMax.toLocaleString('en')} items.`)
  const format = detectLorebook(list as JsonValue[])
  return format ? lorebook(format) : { holds: 'list', itemCount: list.length }
}

const keysOfCards = ['spec', 'data', 'char_name', 'entries', ...v1Fields]

const reasonFor = (object: JsonObject): string => {
  const keys = Object.keys(object)
  if (keys.length === 0) return 'The file holds an empty object.'
  const blank = keys.find((key) => key !== key.trim() && keysOfCards.includes(key.trim()))
  if (blank !== undefined)
    return `The field ${JSON.stringify(blank.slice(0, 60))} has blanks around its name. Rename it to "${blank.trim()}".`
  const spec = own(object, 'spec')
  if (typeof spec === 'string') return `Facet doesn’t know the specification ${JSON.stringify(shownKey(spec))}.`
  if (hasKey(object, 'schemaVersion'))
    return 'This is a part of a Backyard archive. Import the whole .byaf file instead.'
  const shown = keys.slice(0, 5).map((key) => JSON.stringify(shownKey(key)))
  const more = keys.length > shown.length ? ` and ${keys.length - shown.length} more` : ''
  return `No card, lorebook or chat has these fields: ${shown.join(', ')}${more}.`
}
