import { expect, test } from 'vitest'
import { readableNotes } from './creator_notes.tsx'

const notes = { text: 'Start at the pier.', translations: { de: 'Beginne am Pier.', 'pt-BR': 'Comece no cais.' } }

test.each([
  [['de-AT', 'en'], 'de'],
  [['pt-BR'], 'pt-BR'],
  [['pt'], 'pt-BR'],
  [['en-GB', 'de'], null],
  [['fr', 'DE'], 'de'],
  [['fr'], null],
  [[], null],
])('shows readers of %j the notes in %j', (languages, language) => {
  const shown = readableNotes(notes, languages)
  expect(shown.language).toBe(language)
  expect(shown.text).toBe(language === null ? notes.text : notes.translations[language as 'de'])
})

test('shows a translation if there is nothing else', () => {
  expect(readableNotes({ text: '', translations: { ja: '桟橋' } }, ['en'])).toEqual({ text: '桟橋', language: 'ja' })
})
