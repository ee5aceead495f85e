import type { VersionTexts } from '#modules/gallery/api'
import { expect, test } from 'vitest'
import { changesBetween, readableChanges } from './version_changes.ts'

const texts: VersionTexts = {
  name: 'Mara Venn',
  nickname: null,
  description: 'A keeper.',
  personality: 'Dry.',
  backstory: null,
  scenario: null,
  firstMessage: 'Hello.',
  greeting: null,
  alternateGreetings: ['One.', 'Two.', 'Three.'],
  groupGreetings: [],
  exampleDialogue: null,
  systemPrompt: null,
  postHistoryInstructions: null,
  depthNote: { text: 'It rains.', depth: 4, role: 'system' },
}

const changes = (after: Partial<VersionTexts>) => readableChanges(changesBetween(texts, { ...texts, ...after }))

test('lists the texts that differ, in the order of the form', () => {
  expect(changes({})).toEqual([])
  expect(changes({ backstory: 'Eleven winters.', personality: 'Kind.' })).toEqual([
    { name: 'Personality', before: 'Dry.', after: 'Kind.' },
    { name: 'Backstory', before: null, after: 'Eleven winters.' },
  ])
})

test('compares greetings one by one', () => {
  expect(changes({ alternateGreetings: ['Zero.', 'One.', 'Too.', 'Three.'] })).toEqual([
    { name: 'Alternate greeting 1', before: null, after: 'Zero.' },
    { name: 'Alternate greeting 3', before: 'Two.', after: 'Too.' },
  ])
  expect(changes({ alternateGreetings: ['One.'], groupGreetings: ['All.'] })).toEqual([
    { name: 'Alternate greeting 2', before: 'Two.', after: null },
    { name: 'Alternate greeting 3', before: 'Three.', after: null },
    { name: 'Group greeting 1', before: null, after: 'All.' },
  ])
})

test('names the settings of a depth note', () => {
  expect(changes({ depthNote: { text: 'It rains.', depth: 2, role: 'user' } })).toEqual([
    { name: 'Depth note: depth', before: '4', after: '2' },
    { name: 'Depth note: role', before: 'system', after: 'user' },
  ])
  expect(changes({ depthNote: null }).map(({ name }) => name)).toEqual([
    'Depth note',
    'Depth note: depth',
    'Depth note: role',
  ])
})

test('names hidden texts without showing them', () => {
  expect(readableChanges([{ field: 'systemPrompt', before: null, after: null, isHidden: true }])).toEqual([
    { name: 'System prompt', before: null, after: null, isHidden: true },
  ])
})
