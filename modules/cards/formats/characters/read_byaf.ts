import { fail } from '#modules/kernel/result'
import { isLonger, storable } from '#modules/kernel/text'
import { readBackyardLore } from './backyard_lore.ts'
import { backyardMacros } from './backyard_macros.ts'
import { CardFields } from './card_fields.ts'
import { cardLimits } from './card_limits.ts'
import type { CardAsset, CardChat, CharacterReading, ReadingOptions } from './character_draft.ts'
import { finishDraft } from './finish_draft.ts'
import { isJsonObject, own } from './json_object.ts'
import { ReadingNotes, shownPath } from './reading_notes.ts'

/** A JSON document of an archive. `path` is its path in the archive. */
export interface ArchiveDocument {
  path: string
  value: unknown
}

export interface ByafDocuments {
  manifest: unknown
  character: ArchiveDocument
  /** In the order of the manifest. */
  scenarios: readonly ArchiveDocument[]
}

export interface ByafPaths {
  character: string
  scenarios: string[]
}

/** Returns the paths of the documents that a manifest of Backyard's archive format lists. Returns null if it lists no character. */
export const byafPaths = (manifest: unknown): ByafPaths | null => {
  if (!isJsonObject(manifest)) return null
  const [character] = textsOf(own(manifest, 'characters'))
  const scenarios = textsOf(own(manifest, 'scenarios')).slice(0, cardLimits.scenariosMax)
  return character === undefined ? null : { character, scenarios }
}

/**
 * Reads the documents of Backyard's archive format. The first scenario provides the character's scenario, greeting, prompt and examples.
 * The greetings of the other scenarios become alternates. Messages are reported as chats.
 */
export const readByaf = (
  { manifest, character, scenarios }: ByafDocuments,
  options: ReadingOptions
): CharacterReading => {
  const notes = new ReadingNotes()
  if (!isJsonObject(manifest)) return fail({ because: 'manifest.json of the archive is no object.' })
  if (!isJsonObject(character.value)) return fail({ because: 'The character of the archive is no object.' })
  const root = new CardFields(manifest, ['manifest.json'], notes)
  const author = root.inner('author')
  if (textsOf(own(manifest, 'characters')).length > 1)
    notes.warn('The archive has more than one character. Only the first was read.')
  const version = root.value('schemaVersion')
  root.skip('characters', 'scenarios', 'createdAt')

  const fields = new CardFields(character.value, [character.path], notes)
  fields.skip('schemaVersion', 'id', 'createdAt', 'updatedAt')
  const shortName = fields.text('name', { max: Infinity })
  const name = fields.text('displayName', { max: Infinity }) || shortName
  if (scenarios.length > cardLimits.scenariosMax)
    notes.warn(`The archive has ${scenarios.length} scenarios. The first ${cardLimits.scenariosMax} were read.`)
  const [first, ...others] = scenarios.slice(0, cardLimits.scenariosMax).flatMap(({ path, value }) => {
    if (isJsonObject(value)) return [new CardFields(value, [path], notes)]
    notes.warn(`${shownPath([path])} is no object. It was left out.`)
    return []
  })
  const text = (key: string) => (first ? backyardMacros(first.text(key, { max: cardLimits.textMax })) : '')
  const alternateGreetings = others.map((scenario) => greetingOf(scenario, notes)).filter((greeting) => greeting !== '')
  if (alternateGreetings.length > cardLimits.greetingsMax)
    notes.refuse(
      `The archive has ${alternateGreetings.length} greetings. At most ${cardLimits.greetingsMax} are allowed.`
    )
  const authorUrl = author?.text('backyardURL', { max: Infinity }) ?? ''
  const parts = {
    name,
    // Backyard's `{character}` is the short name.
    nickname: shortName === name ? '' : shortName,
    backstory: backyardMacros(fields.text('persona', { max: cardLimits.backstoryMax })),
    scenario: text('narrative'),
    firstMessage: first ? greetingOf(first, notes) : '',
    alternateGreetings,
    exampleDialogue: first ? examplesOf(first, notes) : '',
    systemPrompt: text('formattingInstructions'),
    creatorName: author?.text('name', { max: Infinity }) ?? '',
    source: authorUrl === '' ? [] : [authorUrl],
    isNsfw: fields.flag('isNSFW'),
    book: readBackyardLore(fields, notes),
    assets: [...imagesOf(fields, character.path, notes), ...backgroundsOf([first, ...others])],
  }
  if (parts.assets.length > cardLimits.assetsMax)
    notes.refuse(`The archive has ${parts.assets.length} pictures. At most ${cardLimits.assetsMax} are allowed.`)
  const chats = [first, ...others].flatMap((scenario, index) => (scenario ? chatOf(scenario, index) : []))
  for (const rest of [root, author, fields, first, ...others]) rest?.keepRest()
  return finishDraft(parts, {
    format: 'byaf',
    spec: typeof version === 'number' ? `BYAF ${version}` : null,
    chats,
    options,
    notes,
  })
}

/** Returns the first of the `firstMessages`. The format allows at most one. */
const greetingOf = (scenario: CardFields, notes: ReadingNotes): string =>
  messagesOf(scenario, 'firstMessages', notes)[0] ?? ''

const examplesOf = (scenario: CardFields, notes: ReadingNotes): string => {
  const examples = messagesOf(scenario, 'exampleMessages', notes)
    .map((text) => `<START>\n${text}`)
    .join('\n')
  if (isLonger(examples, cardLimits.textMax))
    notes.refuse(`${scenario.pathOf('exampleMessages')} has more than 50,000 characters.`)
  return examples
}

const messagesOf = (scenario: CardFields, key: string, notes: ReadingNotes): string[] =>
  (scenario.items(key) ?? [])
    .map((message, index) => {
      const path = [...scenario.path, key, index]
      if (!isJsonObject(message)) return ''
      return backyardMacros(new CardFields(message, path, notes).text('text', { max: cardLimits.textMax }))
    })
    .filter((text) => text !== '')

/** Returns the pictures that the character of an archive lists. */
export const byafImages = ({ path, value }: ArchiveDocument): CardAsset[] => {
  const notes = new ReadingNotes()
  return isJsonObject(value) ? imagesOf(new CardFields(value, [path], notes), path, notes) : []
}

const imagesOf = (fields: CardFields, characterPath: string, notes: ReadingNotes): CardAsset[] => {
  const folder = characterPath.slice(0, characterPath.lastIndexOf('/') + 1)
  return (fields.items('images') ?? []).flatMap((image, index) => {
    const path = textOf(image, 'path')
    if (path === '') {
      notes.warn(`${shownPath([...fields.path, 'images', index])} has no path. It was left out.`)
      return []
    }
    return [
      {
        type: 'icon',
        uri: `embeded://${folder}${path}`,
        name: index === 0 ? 'main' : textOf(image, 'label').slice(0, cardLimits.assetNameMax).toWellFormed(),
        ext: extensionOf(path),
      },
    ]
  })
}

/** Returns the background pictures. Their paths start at the root of the archive. Several scenarios may share a picture. */
const backgroundsOf = (scenarios: readonly (CardFields | undefined)[]): CardAsset[] => {
  const paths = scenarios.flatMap((scenario) => {
    const path = scenario?.value('backgroundImage')
    return typeof path === 'string' && path !== '' ? [path] : []
  })
  return [...new Set(paths)].map((path, index) => ({
    type: 'background',
    uri: `embeded://${path}`,
    name: index === 0 ? 'main' : '',
    ext: extensionOf(path),
  }))
}

const chatOf = (scenario: CardFields, index: number): CardChat[] => {
  const messages = scenario.value('messages')
  const title = textOf(scenario.object, 'title')
  scenario.skip('title', 'schemaVersion', 'canDeleteExampleMessages')
  if (!Array.isArray(messages) || messages.length === 0) return []
  return [{ path: String(scenario.path[0]), title: title || `Chat ${index + 1}`, messageCount: messages.length }]
}

/** Returns a short text, such as a path or a label. Empty for other values. */
const textOf = (value: unknown, key: string): string => {
  const text = isJsonObject(value) ? own(value, key) : null
  return typeof text === 'string' ? storable(text.slice(0, cardLimits.assetUriMax)) : ''
}

const textsOf = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter((text): text is string => typeof text === 'string') : []

const extensionOf = (path: string): string => /\.(\w{1,8})$/.exec(path)?.[1]?.toLowerCase() ?? 'unknown'
