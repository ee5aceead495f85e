import type { JsonValue } from '../json/json_node.ts'
import type { CharacterDraft } from './character_draft.ts'
import { withDecoratorsNote, withoutDecorators } from './decorators.ts'
import { isFilled, isJsonObject, own } from './json_object.ts'
import { writeRegexScripts } from './regex_scripts.ts'

type JsonMembers = { [key: string]: JsonValue }

/** Facet's fields of a character. `book` contains a V3 lorebook. */
export interface WritableCharacter extends Omit<CharacterDraft, 'book'> {
  book: { value: JsonValue } | null
  createdAt?: Date | null
  updatedAt?: Date | null
}

/** A card as a value for `serializeJson`. */
export interface WrittenCard extends JsonMembers {
  spec: string
  spec_version: string
  data: JsonMembers
}

/** Writes a complete V3 card. Reading it returns the same fields. Pass `[defaultAsset]` as assets for a card inside a picture. */
export const writeV3 = (character: WritableCharacter): WrittenCard => {
  const { nickname, source, groupGreetings, book, assets, createdAt, updatedAt } = character
  const translations = character.creatorNotes?.translations ?? {}
  return {
    spec: 'chara_card_v3',
    spec_version: '3.0',
    data: {
      ...commonFields(character, notesOf(character)),
      extensions: extensionsOf(character, {}),
      group_only_greetings: groupGreetings,
      ...(book && { character_book: book.value }),
      ...(nickname !== '' && { nickname }),
      ...(isFilled(translations) && { creator_notes_multilingual: translations }),
      ...(source.length > 0 && { source }),
      ...(createdAt && { creation_date: seconds(createdAt) }),
      ...(updatedAt && { modification_date: seconds(updatedAt) }),
      assets: assets.map(({ type, uri, name, ext }) => ({ type, uri, name, ext })),
    },
  }
}

/**
 * Writes a V2 card. Fields of V3 are written to `extensions.facet`, so reading the card returns the same fields, except for the assets.
 * Removes the lorebook's decorators, and mentions that in the creator's notes.
 */
export const writeV2 = (character: WritableCharacter): WrittenCard => {
  const { nickname, source, groupGreetings, book } = character
  const translations = character.creatorNotes?.translations ?? {}
  const plainBook = book && bookWithoutDecorators(book.value)
  const notes = notesOf(character)
  return {
    spec: 'chara_card_v2',
    spec_version: '2.0',
    data: {
      ...commonFields(character, plainBook?.isChanged ? withDecoratorsNote(notes) : notes),
      extensions: {
        ...extensionsOf(character, {
          ...(nickname !== '' && { nickname }),
          ...(isFilled(translations) && { translations }),
          ...(source.length > 0 && { source }),
        }),
        ...(groupGreetings.length > 0 && { group_greetings: groupGreetings }),
      },
      ...(plainBook && { character_book: plainBook.value }),
    },
  }
}

/** Returns the creator's notes, else the teaser, because apps show the notes to readers. */
const notesOf = ({ creatorNotes, description }: WritableCharacter): string => creatorNotes?.text || description

const commonFields = (character: WritableCharacter, creatorNotes: string): JsonMembers => ({
  name: character.name,
  description: character.backstory,
  personality: character.personality,
  scenario: character.scenario,
  first_mes: character.firstMessage,
  mes_example: character.exampleDialogue,
  creator_notes: creatorNotes,
  system_prompt: character.systemPrompt,
  post_history_instructions: character.postHistoryInstructions,
  alternate_greetings: character.alternateGreetings,
  tags: character.tags,
  creator: character.creatorName,
  character_version: character.version,
})

const extensionsOf = (
  { description, descriptionIsTeaser, category, isNsfw, depthNote, regexScripts }: WritableCharacter,
  more: JsonMembers
): JsonMembers => ({
  facet: {
    description,
    descriptionIsTeaser,
    category,
    ...(isNsfw && { isNsfw }),
    ...more,
  },
  ...(depthNote && { depth_prompt: { prompt: depthNote.text, depth: depthNote.depth, role: depthNote.role } }),
  ...(regexScripts.length > 0 && { regex_scripts: writeRegexScripts(regexScripts) }),
})

const seconds = (date: Date) => Math.floor(date.getTime() / 1_000)

/** Returns the entries of a lorebook with their indexes or keys. */
export const entriesOf = (book: unknown): [key: string | number, entry: unknown][] => {
  const entries = isJsonObject(book) ? own(book, 'entries') : book
  if (Array.isArray(entries)) return [...entries.entries()]
  return isJsonObject(entries) ? Object.entries(entries) : []
}

const bookWithoutDecorators = (book: JsonValue): { value: JsonValue; isChanged: boolean } => {
  let isChanged = false
  const plain = (entry: JsonValue): JsonValue => {
    if (!isJsonObject(entry)) return entry
    const content = own(entry, 'content')
    if (typeof content !== 'string') return entry as JsonValue
    const kept = withoutDecorators(content)
    if (kept === content) return entry as JsonValue
    isChanged = true
    return { ...(entry as JsonMembers), content: kept }
  }
  if (!isJsonObject(book)) return { value: Array.isArray(book) ? book.map(plain) : book, isChanged }
  const { entries } = book as JsonMembers
  if (!Array.isArray(entries)) return { value: book as JsonValue, isChanged }
  return { value: { ...(book as JsonMembers), entries: entries.map(plain) }, isChanged }
}
