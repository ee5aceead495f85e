import * as rules from '#config/content_rules'
import {
  depthRoles,
  isBlank,
  isPictureFocus,
  type CharacterAsset,
  type CharacterDetails,
  type CharacterDraft,
  type CharacterParts,
  type CreatorNotes,
  type DepthNote,
  type DepthRole,
  type PictureFocus,
} from '#modules/gallery/api'
import type { CharacterChanges, NewCharacter } from '../../authoring.ts'

const field = <Value>(label: string, blank: Value) => ({ label, blank })

const mainFields = {
  avatar: field('Avatar', ''),
  /** The focus of the current avatar. */
  avatarFocus: field<PictureFocus | null>('Focus of the avatar', null),
  name: field('Name', ''),
  description: field('Description', ''),
  /** Whether the description is only a teaser, which prompts leave out. */
  descriptionIsTeaser: field<boolean>('Use of the description', false),
  category: field<string>('Category', rules.defaultCategory),
  tags: field<string[]>('Tags', []),
  personality: field('Personality', ''),
  backstory: field('Backstory', ''),
  scenario: field('Scenario', ''),
  firstMessage: field('First message', ''),
  /** Empty when the avatar serves as the background. */
  background: field('Background', ''),
  isPublic: field<boolean>('Public', true),
  isNsfw: field<boolean>('Adult content', false),
}

/** The advanced fields. */
const parts = {
  alternateGreetings: field<string[]>('Alternate greetings', []),
  groupGreetings: field<string[]>('Group greetings', []),
  exampleDialogue: field('Example dialogue', ''),
  systemPrompt: field('System prompt', ''),
  postHistoryInstructions: field('Post-history instructions', ''),
  /** Without a text, there is no note. This is the default note of the most common card format. */
  depthNote: field<DepthNote>('Depth note', { text: '', depth: 4, role: 'system' }),
  nickname: field('Nickname', ''),
  creatorNotes: field<CreatorNotes>('Creator’s notes', { text: '', translations: {} }),
  creatorName: field('Creator', ''),
  version: field('Version', ''),
  /** One source per line. */
  source: field('Sources', ''),
  lorebookIds: field<string[]>('Lorebooks', []),
  assets: field<CharacterAsset[]>('Further pictures', []),
  definitionPublic: field<boolean>('Show the definition', true),
  allowForks: field<boolean>('Allow forks', false),
}

const fields = { ...mainFields, ...parts }

type ValuesOf<Fields extends Record<string, { blank: unknown }>> = { [Name in keyof Fields]: Fields[Name]['blank'] }

export type PartValues = ValuesOf<typeof parts>
export type PartField = keyof PartValues

/** The form's values. A missing text or picture is an empty string. */
export type CharacterValues = ValuesOf<typeof fields>
export type CharacterField = keyof CharacterValues

/** The fields in the order of the form. */
export const characterFields = Object.keys(fields) as readonly CharacterField[]

export const isPartField = (name: string): name is PartField => Object.hasOwn(parts, name)

export const labelOf = (name: CharacterField): string => fields[name].label

export const blankValues = Object.fromEntries(
  characterFields.map((name) => [name, fields[name].blank])
) as unknown as CharacterValues

export const valuesOf = (character: CharacterDetails): CharacterValues => ({
  ...blankValues,
  ...Object.fromEntries(characterFields.flatMap((name) => (character[name] == null ? [] : [[name, character[name]]]))),
  // Earlier releases made the descriptions of cards from their notes.
  descriptionIsTeaser: character.descriptionIsTeaser ?? !isBlank(character.creatorNotes?.text ?? ''),
  // A character that is reviewed is private, but its owner wants it to be public.
  isPublic: character.isPublic || character.review !== undefined,
  // A background equal to the avatar was never chosen. It follows the avatar.
  background: character.background === character.avatar ? '' : (character.background ?? ''),
  source: character.source.join('\n'),
})

export const isAdult = ({ category, isNsfw }: Pick<CharacterValues, 'category' | 'isNsfw'>): boolean =>
  isNsfw || category === rules.adultCategory

/** Returns the values that differ from the initial values. */
export function changedValues(first: CharacterValues, values: CharacterValues): Partial<CharacterValues> {
  return Object.fromEntries(
    characterFields
      // Compares identities first, because greetings may be long.
      .filter((field) => values[field] !== first[field])
      .filter((field) => JSON.stringify(values[field]) !== JSON.stringify(first[field]))
      .map((field) => [field, values[field]])
  )
}

/** Returns the changes to send to the server. A new avatar is sent with its focus, if any, and with a background that follows it. */
export function changesOf(first: CharacterValues, values: CharacterValues): CharacterChanges {
  const changed = toWireParts(changedValues(first, values))
  if (!('avatar' in changed)) return changed
  const { avatarFocus, background } = values
  return { ...changed, ...(avatarFocus && { avatarFocus }), ...(background === '' && { background }) }
}

/** Returns a new character to send to the server, without blank parts. */
export function newCharacterOf(values: CharacterValues): NewCharacter {
  const changed = toWireParts(changedValues(blankValues, values))
  const entries = Object.entries({ ...values, ...changed })
  return Object.fromEntries(
    entries.filter(([name]) => !isPartField(name) || name in changed)
  ) as unknown as NewCharacter
}

/** Returns the stored character in the format against which the rules check changes. */
export const draftOf = (character: CharacterDetails): CharacterDraft & Partial<CharacterParts> => ({
  ...toWireParts(valuesOf(character)),
  avatar: character.avatar,
  background: character.background,
  greeting: character.greeting ?? '',
})

type WireParts<Values> = {
  [Field in keyof Values]: Field extends keyof CharacterParts ? CharacterParts[Field] : Values[Field]
}

/** Converts values to the format that the API accepts. */
function toWireParts<Values extends Partial<PartValues>>(values: Values): WireParts<Values> {
  const { depthNote, source } = values
  return {
    ...values,
    ...(depthNote && { depthNote: isBlank(depthNote.text) ? null : depthNote }),
    ...(source !== undefined && { source: source.split('\n').filter((line) => line.trim() !== '') }),
  } as WireParts<Values>
}

const isTextList = (value: unknown): value is string[] =>
  Array.isArray(value) && value.every((text) => typeof text === 'string')

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const isDepthNote = (value: unknown) =>
  isObject(value) &&
  typeof value.text === 'string' &&
  typeof value.depth === 'number' &&
  depthRoles.includes(value.role as DepthRole)

const isNotes = (value: unknown) =>
  isObject(value) &&
  typeof value.text === 'string' &&
  isObject(value.translations) &&
  isTextList(Object.values(value.translations))

const isAsset = (value: unknown) =>
  isObject(value) && [value.type, value.name, value.address].every((text) => typeof text === 'string')

/** Whether a value from a draft has the type of its field. */
export function isValueOf(name: CharacterField, value: unknown): boolean {
  if (name === 'avatarFocus') return value === null || isPictureFocus(value)
  if (name === 'depthNote') return isDepthNote(value)
  if (name === 'creatorNotes') return isNotes(value)
  if (name === 'assets') return Array.isArray(value) && value.every(isAsset)
  const { blank } = fields[name]
  return Array.isArray(blank) ? isTextList(value) : typeof value === typeof blank
}
