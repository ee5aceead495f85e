import { expect, test } from 'vitest'
import { spokenLine } from './spoken_line.ts'

test('returns the first spoken words, not the actions', () => {
  expect(spokenLine("*She trims the wick.*\n\nWell. You're warm.\n\n*A goose.*\n\nThat's Magistrate.")).toBe(
    "Well. You're warm."
  )
})

test('holds whole sentences that fit on a card', () => {
  const long = `${'word '.repeat(30)}end.`
  expect(spokenLine(`Sit down. ${long}`)).toBe('Sit down.')
  expect(spokenLine(`${long}\nYou may begin.`)).toBe('You may begin.')
  expect(spokenLine(long)).toBeNull()
})

test('returns null when nothing is spoken', () => {
  expect(spokenLine('*looks up*')).toBeNull()
  expect(spokenLine('...')).toBeNull()
  expect(spokenLine('')).toBeNull()
})
