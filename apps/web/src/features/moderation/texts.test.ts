import { expect, test } from 'vitest'
import { dueText } from './texts.ts'

const now = Date.parse('2026-11-30T12:00:00Z')

test.each([
  ['2026-12-07T12:00:00Z', 'Due in 7 days'],
  ['2026-12-01T12:00:00Z', 'Due in 24 h'],
  ['2026-11-30T12:10:00Z', 'Due in 0 h'],
  ['2026-11-30T10:00:00Z', 'Overdue by 2 h'],
  ['2026-11-20T12:00:00Z', 'Overdue by 10 days'],
])('a case due at %s is described as "%s"', (dueAt, text) => {
  expect(dueText(dueAt, now)).toBe(text)
})
