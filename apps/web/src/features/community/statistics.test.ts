import type { CharacterStatistics, StatisticsCell } from '#modules/community/api'
import { expect, test } from 'vitest'
import { bucketName, chartOf, daysOf, linesByVersion, linesOfLeft, versionsName } from './statistics.ts'

const cell = (fields: Partial<StatisticsCell>): StatisticsCell => ({
  kind: 'talk',
  firstDay: '2026-11-28',
  lastDay: '2026-11-28',
  parts: { first: 1, last: 1 },
  people: 5,
  returned: null,
  views: 0,
  chats: 1,
  messages: 10,
  rerolls: 0,
  stops: 0,
  answers: 1,
  answerCharacters: 7,
  ...fields,
})

const statistics = (fields: Partial<CharacterStatistics> = {}): CharacterStatistics => ({
  character: { id: 'mara', name: 'Mara' },
  range: 7,
  startedOn: '2026-11-01',
  closedThrough: '2026-11-29',
  cells: [],
  isCut: false,
  versions: [],
  ...fields,
})

test('lists the closed days of a range since the first one', () => {
  expect(daysOf(statistics())).toEqual([23, 24, 25, 26, 27, 28, 29].map((day) => `2026-11-${day}`))
  expect(daysOf(statistics({ startedOn: '2026-11-28' }))).toEqual(['2026-11-28', '2026-11-29'])
  expect(daysOf(statistics({ closedThrough: null }))).toEqual([])
})

test('counts a cell on its last day, and names all its days', () => {
  const { places, ofDays } = chartOf(
    statistics({ cells: [cell({ firstDay: '2026-11-25' }), cell({ kind: 'view', lastDay: '2026-11-29' })] }),
    'talk'
  )
  expect(ofDays.map((cells) => cells.length)).toEqual([0, 0, 0, 0, 0, 1, 0])
  expect(places[5]!.name).toMatch(/^Nov 25\s–\s28$/)
  expect(places[6]!.name).toBe('Nov 29')
})

test('marks the days on which versions began, and leaves out names without room', () => {
  const versions = [2, 3, 4].map((number) => ({ number, createdAt: `2026-11-${22 + number}T10:00:00.000Z` }))
  const { places } = chartOf(statistics({ versions, range: 30 }), 'talk')
  expect(places.flatMap(({ flag }) => flag ?? [])).toEqual(['v2', '', ''])
})

test('adds cells of the same parts, and keeps parts together that a cell joins', () => {
  const cells = [
    cell({ parts: { first: 1, last: 1 } }),
    cell({ parts: { first: 1, last: 1 }, messages: 5 }),
    cell({ parts: { first: 4, last: 4 } }),
    cell({ parts: { first: 3, last: 5 } }),
    cell({ kind: 'left', parts: { first: 6, last: 6 } }),
  ]
  expect(linesByVersion(cells).map(({ first, last, numbers }) => [first, last, numbers.messages])).toEqual([
    [1, 1, 15],
    [3, 5, 20],
  ])
  expect(linesOfLeft(cells).map(({ first, numbers }) => [first, numbers.chats])).toEqual([[6, 1]])
})

test('names versions and buckets', () => {
  expect([versionsName({ first: 3, last: 3 }), versionsName({ first: 3, last: 5 })]).toEqual([
    'Version 3',
    'Versions 3–5',
  ])
  expect([0, 1, 6].map((part) => bucketName({ first: part, last: part }))).toEqual([
    '1 message',
    '2–4 messages',
    '100 or more messages',
  ])
  expect(bucketName({ first: 1, last: 2 })).toBe('2–9 messages')
})
