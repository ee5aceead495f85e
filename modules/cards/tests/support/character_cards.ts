import type { CharacterDraft, ReadCharacter, ReadingOptions } from '../../formats/characters/character_draft.ts'
import { readCharacter, readCharacterDocument } from '../../formats/characters/read_character.ts'
import { JsonDocument } from '../../formats/json/json_document.ts'

/** Cards and options for the tests of characters. All texts are made up here. */

export const options: ReadingOptions = {
  categories: ['General', 'Anime', 'Romance', 'Limitless'],
  defaultCategory: 'General',
  adultCategory: 'Limitless',
}

export const v1 = {
  name: 'Mira',
  description: 'Mira repairs lighthouses.',
  personality: 'Dry, patient.',
  scenario: 'A storm on the coast.',
  first_mes: 'Hold this lamp.',
  mes_example: '<START>\n{{user}}: Cold?\n{{char}}: Always.',
}

export const v2Data = {
  ...v1,
  creator_notes: 'A keeper of lamps.\n\nWritten in a week.',
  system_prompt: 'Stay in the storm. {{original}}',
  post_history_instructions: 'Short sentences.',
  alternate_greetings: ['The light is out.', 'You again.'],
  tags: ['sea', 'Romance', 'Slow'],
  creator: 'Ana',
  character_version: '1.2',
  extensions: {},
}

export const v2 = { spec: 'chara_card_v2', spec_version: '2.0', data: v2Data }

export const v3Data = {
  ...v2Data,
  nickname: 'Mi',
  group_only_greetings: ['Crew, look up.'],
  creator_notes_multilingual: { en: 'A keeper of lamps.', ja: '灯台守。' },
  source: ['https://example.com/mira'],
  creation_date: 1_700_000_000,
  modification_date: 1_700_000_100,
  assets: [{ type: 'icon', uri: 'ccdefault:', name: 'main', ext: 'png' }],
  character_book: {
    extensions: {},
    entries: [
      { keys: ['lamp'], content: 'It is old.', extensions: {}, enabled: true, insertion_order: 1, use_regex: false },
    ],
  },
}

export const v3 = { spec: 'chara_card_v3', spec_version: '3.0', data: v3Data }

/** Reads a character. Throws the reason of a refusal. */
export const read = (value: unknown, more: Partial<ReadingOptions> = {}): ReadCharacter => {
  const reading = readCharacter(value, { ...options, ...more })
  if (!reading.ok) throw new Error(reading.failure.because)
  return reading.value
}

export const draftOf = (value: unknown, more: Partial<ReadingOptions> = {}): CharacterDraft => read(value, more).draft

export const refusalOf = (value: unknown): string => {
  const reading = readCharacter(value, options)
  return reading.ok ? 'read' : reading.failure.because
}

export const documentOf = (text: string): JsonDocument => {
  const document = JsonDocument.parse(text)
  if (!document.ok) throw new Error(document.failure.reason)
  return document.value
}

export const readText = (text: string): ReadCharacter => {
  const reading = readCharacterDocument(documentOf(text), options)
  if (!reading.ok) throw new Error(reading.failure.because)
  return reading.value
}
