import * as rules from '#config/content_rules'
import {
  isBlank,
  type CharacterDetails,
  type CharacterDraft,
  type CharacterParts,
  type PictureFocus,
} from '#modules/gallery/api'
import type { CharacterChanges, NewCharacter } from '../../authoring.ts'
import { blankPartValues, partFields, partLabels, partValuesOf, toWireParts, type PartValues } from './part_values.ts'

/** The form's values. A missing picture is an empty string. */
export interface CharacterValues extends PartValues {
  name: string
  description: string
  /** Whether the description is only a teaser, which prompts leave out. */
  descriptionIsTeaser: boolean
  backstory: string
  personality: string
  avatar: string
  /** The focus of the current avatar. */
  avatarFocus: PictureFocus | null
  category: string
  tags: string[]
  firstMessage: string
  scenario: string
  /** Empty when the avatar serves as the background. */
  background: string
  isPublic: boolean
  isNsfw: boolean
}

export type CharacterField = keyof CharacterValues

/** The fields in the order of the form. */
export const characterFields: readonly CharacterField[] = [
  'avatar',
  'avatarFocus',
  'name',
  'description',
  'descriptionIsTeaser',
  'category',
  'tags',
  'personality',
  'backstory',
  'scenario',
  'firstMessage',
  'background',
  'isPublic',
  'isNsfw',
  ...partFields,
]

export const fieldLabels: Record<CharacterField, string> = {
  name: 'Name',
  description: 'Description',
  descriptionIsTeaser: 'Use of the description',
  backstory: 'Backstory',
  personality: 'Personality',
  avatar: 'Avatar',
  avatarFocus: 'Focus of the avatar',
  category: 'Category',
  tags: 'Tags',
  firstMessage: 'First message',
  scenario: 'Scenario',
  background: 'Background',
  isPublic: 'Public',
  isNsfw: 'Adult content',
  ...partLabels,
}

export const newValues = (avatar = ''): CharacterValues => ({
  name: '',
  description: '',
  descriptionIsTeaser: false,
  backstory: '',
  personality: '',
  avatar,
  avatarFocus: null,
  category: rules.defaultCategory,
  tags: [],
  firstMessage: '',
  scenario: '',
  background: '',
  isPublic: true,
  isNsfw: false,
  ...blankPartValues,
})

export const valuesOf = (character: CharacterDetails): CharacterValues => ({
  name: character.name,
  description: character.description ?? '',
  // Earlier releases made the descriptions of cards from their notes.
  descriptionIsTeaser: character.descriptionIsTeaser ?? !isBlank(character.creatorNotes?.text ?? ''),
  backstory: character.backstory ?? '',
  personality: character.personality ?? '',
  avatar: character.avatar ?? '',
  avatarFocus: character.avatarFocus,
  category: character.category,
  tags: character.tags,
  firstMessage: character.firstMessage ?? '',
  scenario: character.scenario ?? '',
  // A background equal to the avatar was never chosen. It follows the avatar.
  background: character.background === character.avatar ? '' : (character.background ?? ''),
  isPublic: character.isPublic,
  isNsfw: character.isNsfw,
  ...partValuesOf(character),
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
  const changed = toWireParts(changedValues(newValues(), values))
  const parts = Object.fromEntries(partFields.flatMap((field) => (field in changed ? [[field, changed[field]]] : [])))
  const fields = Object.fromEntries(Object.entries(values).filter(([field]) => !(field in partLabels)))
  return { ...(fields as Omit<CharacterValues, keyof PartValues>), ...parts }
}

/** Returns the stored character in the format against which the rules check changes. */
export const draftOf = (character: CharacterDetails): CharacterDraft & Partial<CharacterParts> => ({
  ...toWireParts(valuesOf(character)),
  avatar: character.avatar,
  background: character.background,
  greeting: character.greeting ?? '',
})
