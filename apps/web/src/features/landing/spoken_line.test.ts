import { expect, test } from 'vitest'
import { spokenLine } from './spoken_line.ts'

test('a line is what is said first, not what is done', () => {
  expect(spokenLine("*She trims the wick.*\n\nWell. You're warm.\n\n*A goose.*\n\nThat's Magistrate.")).toBe(
    "Well. You're warm."
  )
})

test('a line holds whole sentences, and no more than fit on a card', () => {
  const long = `${'word '.repeat(30)}end.`
  expect(spokenLine(`Sit down. ${long}`)).toBe('Sit down.')
  expect(spokenLine(`${long}\nYou may begin.`)).toBe('You may begin.')
  expect(spokenLine(long)).toBeNull()
})

test('who says nothing has no line', () => {
  expect(spokenLine('*looks up*')).toBeNull()
  expect(spokenLine('...')).toBeNull()
  expect(spokenLine('')).toBeNull()
})
