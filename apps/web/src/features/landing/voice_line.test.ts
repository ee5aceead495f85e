import { expect, test } from 'vitest'
import { voiceLine } from './voice_line.ts'

test('a line is what is said first, not what is done', () => {
  expect(voiceLine("*She trims the wick.*\n\nWell. You're warm.\n\n*A goose.*\n\nThat's Magistrate.")).toBe(
    "Well. You're warm."
  )
})

test('a line holds whole sentences, and no more than fit on a card', () => {
  const long = `${'word '.repeat(30)}end.`
  expect(voiceLine(`Sit down. ${long}`)).toBe('Sit down.')
  expect(voiceLine(`${long}\nYou may begin.`)).toBe('You may begin.')
  expect(voiceLine(long)).toBeNull()
})

test('who says nothing has no line', () => {
  expect(voiceLine('*looks up*')).toBeNull()
  expect(voiceLine('...')).toBeNull()
  expect(voiceLine('')).toBeNull()
})
