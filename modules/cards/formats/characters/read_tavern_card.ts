import type { CreatorNotes } from '#modules/gallery/api'
import { codePoints } from '#modules/kernel/text'
import { isRemote, readAssets } from './card_assets.ts'
import { readCardBook } from './card_book.ts'
import { CardFields, type NumberText } from './card_fields.ts'
import { cardLimits } from './card_limits.ts'
import type { CharacterReading, ReadingOptions } from './character_draft.ts'
import { withoutDecoratorsNote } from './decorators.ts'
import { readDepthPrompt } from './depth_note.ts'
import { readFacetExtension, type FacetExtension } from './facet_extension.ts'
import { finishDraft, tagRules, type DraftParts } from './finish_draft.ts'
import { hasKey, isJsonObject, kindOf, own, type JsonObject } from './json_object.ts'
import { ReadingNotes, shownKey } from './reading_notes.ts'
import { readRegexScripts } from './regex_scripts.ts'
import { keepExtensions } from './tavern_extensions.ts'
import { sillyTavernCopies, tavernFields, v1Fields } from './tavern_fields.ts'

export type TavernVersion = 'v1' | 'v2' | 'v3'

/**
 * Reads cards of the V1, V2 and V3 specifications, from SillyTavern, Chub, RisuAI, CAI Tools and their predecessors. `version` is the
 * result of `classify`.
 */
export const readTavernCard = (
  root: JsonObject,
  version: TavernVersion,
  options: ReadingOptions,
  numberText?: NumberText
): CharacterReading => {
  const notes = new ReadingNotes()
  const rootFields = new CardFields(root, [], notes, numberText)
  const data = version === 'v1' ? rootFields : (dataOf(rootFields, notes) ?? rootFields)
  const isNested = data !== rootFields
  data.refuseBlankKeys(tavernFields)
  if (version !== 'v1') rootFields.refuseBlankKeys(['data', 'spec', 'spec_version'])
  checkSpec(root, version, notes)

  const isV3 = version === 'v3'
  const isV2 = version !== 'v1'
  const text = (key: string, isRequired: boolean, max: number = cardLimits.textMax) => {
    // Some editors write a field only into the older copy at the root.
    const isAtRoot = isNested && !hasKey(data.object, key) && hasKey(root, key)
    if (isAtRoot) notes.warn(`${data.pathOf(key)} is missing. ${key} at the root was read.`)
    return (isAtRoot ? rootFields : data).text(key, { max, isRequired })
  }
  const greetings = (fields: CardFields, key: string, isRequired = false) =>
    fields.texts(key, { max: cardLimits.textMax, itemsMax: cardLimits.greetingsMax, isRequired })

  const extensions = data.inner('extensions')
  if (isV2 && !hasKey(data.object, 'extensions')) notes.warn(`${data.pathOf('extensions')} is missing.`)
  const facet = readFacetExtension(extensions, options)
  const groupGreetings = greetings(data, 'group_only_greetings', isV3)
  const ofExtension = extensions && groupGreetings.length === 0 ? greetings(extensions, 'group_greetings') : []
  const parts: DraftParts = {
    name: text('name', true, Infinity),
    nickname: text('nickname', false, Infinity) || (facet?.nickname ?? ''),
    backstory: text('description', true, cardLimits.backstoryMax),
    personality: text('personality', true),
    scenario: text('scenario', true),
    firstMessage: text('first_mes', true),
    exampleDialogue: text('mes_example', true),
    systemPrompt: text('system_prompt', isV2),
    postHistoryInstructions: text('post_history_instructions', isV2),
    alternateGreetings: greetings(data, 'alternate_greetings', isV2),
    groupGreetings: groupGreetings.length > 0 ? groupGreetings : ofExtension,
    depthNote: readDepthPrompt(extensions?.inner('depth_prompt') ?? null, notes),
    regexScripts: readRegexScripts(extensions, notes),
    creatorNotes: readCreatorNotes(data, facet, isV2, notes),
    creatorName: text('creator', isV2, Infinity),
    version: text('character_version', isV2, Infinity),
    source: readSources(data, facet),
    book: readCardBook(data, 'character_book', notes),
    assets: readAssets(data, extensions, isV3, notes),
    cardTags: data.texts('tags', { ...tagRules, isRequired: isV2 }),
  }
  noteDates(data, notes)
  const avatar = data.value('avatar')
  if (typeof avatar === 'string' && avatar !== 'none')
    notes.keep(data.pathOf('avatar'), isRemote(avatar) ? 'a remote picture, never fetched' : '')
  if (extensions) keepExtensions(extensions, notes)
  data.keepRest()
  if (isNested) {
    noteOldCopies(root, data.object, notes)
    rootFields.skip('spec', 'spec_version', 'creatorcomment', 'tags', 'creator', ...v1Fields)
    rootFields.keepRest()
  }
  return finishDraft(parts, { format: version, spec: specOf(root), facet, options, notes })
}

/** Returns the fields in `data`. Returns null if they are at the root, or missing, which refuses the card. */
const dataOf = (root: CardFields, notes: ReadingNotes): CardFields | null => {
  const value = root.value('data')
  if (isJsonObject(value)) return root.inner('data')
  if (v1Fields.some((key) => hasKey(root.object, key)))
    notes.warn('The card has no data. Its fields were read at the root.')
  else notes.refuse(`The card has no data: ${value === undefined ? 'it is missing' : `it is ${kindOf(value)}`}.`)
  return null
}

const specOf = (root: JsonObject): string | null => {
  const spec = own(root, 'spec')
  if (typeof spec !== 'string') return null
  const version = versionOf(root)
  return shownKey(version === '' ? spec : `${spec} ${version}`)
}

const versionOf = (root: JsonObject): string => {
  const version = own(root, 'spec_version')
  return typeof version === 'string' || typeof version === 'number' ? String(version) : ''
}

const checkSpec = (root: JsonObject, version: TavernVersion, notes: ReadingNotes) => {
  if (version === 'v1') return
  const spec = own(root, 'spec')
  const named = version.toUpperCase()
  if (spec === undefined)
    return notes.warn(`The card doesn’t say which specification it follows. It was read as ${named}.`)
  if (spec !== `chara_card_${version}`)
    notes.warn(`The specification ${JSON.stringify(specOf(root))} is unknown. The card was read as ${named}.`)
  const number = Number.parseFloat(versionOf(root))
  if (number !== (version === 'v3' ? 3 : 2))
    notes.warn(
      Number.isNaN(number)
        ? 'spec_version is missing.'
        : `spec_version is ${number}. The card was read as ${version === 'v3' ? '3.0' : '2.0'}.`
    )
}

const readCreatorNotes = (
  data: CardFields,
  facet: FacetExtension | null,
  isRequired: boolean,
  notes: ReadingNotes
): CreatorNotes => {
  const rules = { max: cardLimits.textMax }
  // In V1 cards, SillyTavern calls the field `creatorcomment`.
  const key = hasKey(data.object, 'creator_notes') || isRequired ? 'creator_notes' : 'creatorcomment'
  const text = withoutDecoratorsNote(data.text(key, { ...rules, isRequired }))
  const translated = data.inner('creator_notes_multilingual') ?? facet?.fields.inner('translations') ?? null
  const codes = Object.keys(translated?.object ?? {})
  if (codes.length > cardLimits.translationsMax) {
    notes.refuse(
      `The creator’s notes have ${codes.length} languages. At most ${cardLimits.translationsMax} are allowed.`
    )
    return { text, translations: {} }
  }
  const translations: Record<string, string> = {}
  for (const code of codes) {
    if (/^[a-z]{2,3}(?:-[a-z0-9]{2,8}){0,3}$/i.test(code)) {
      const translation = translated!.text(code, rules)
      if (translation !== '') translations[code] = translation
    } else notes.warn(`${translated!.pathOf(code)} is no language. It was left out.`)
  }
  return { text, translations }
}

const readSources = (data: CardFields, facet: FacetExtension | null): string[] => {
  const rules = { max: Infinity, itemsMax: Infinity }
  const sources = data.texts('source', rules)
  return sources.length > 0 ? sources : (facet?.fields.texts('source', rules) ?? [])
}

/** Warns about dates in milliseconds, because V3 has Unix seconds. Dates stay in the original. */
const noteDates = (data: CardFields, notes: ReadingNotes) => {
  for (const key of ['creation_date', 'modification_date']) {
    const date = own(data.object, key)
    if (typeof date === 'number' && date > 100_000_000_000)
      notes.warn(`${data.pathOf(key)} is in milliseconds instead of seconds.`)
  }
}

/** Warns about old copies that differ. SillyTavern also writes the fields of V1 at the root, and `data` wins. */
const noteOldCopies = (root: JsonObject, data: JsonObject, notes: ReadingNotes) => {
  for (const [key, current] of [...v1Fields.map((field) => [field, field] as const), ...sillyTavernCopies]) {
    const [old, text] = [own(root, key), own(data, current)]
    if (typeof old === 'string' && typeof text === 'string' && old !== text)
      notes.warn(
        `${key} at the root differs from data.${current}, which was read. It has ${codePoints(old)} characters.`
      )
  }
}
