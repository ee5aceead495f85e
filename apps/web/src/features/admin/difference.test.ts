import { expect, test } from 'vitest'
import { differenceOf, splitChange } from './difference.ts'

test('only what differs is told, under names that people read', () => {
  expect(differenceOf({ rubies: 1_050, debt: 0 }, { rubies: 50, debt: 0 })).toEqual([
    { name: 'Rubies', before: '1,050', after: '50' },
  ])
  expect(differenceOf({ firstMessage: 'Hello.' }, { firstMessage: 'Good evening.' })).toEqual([
    { name: 'First message', before: 'Hello.', after: 'Good evening.' },
  ])
})

test('what came and what went has one side', () => {
  expect(differenceOf(null, { imported: 8, total: 8 })).toEqual([
    { name: 'Imported', before: null, after: '8' },
    { name: 'Total', before: null, after: '8' },
  ])
  expect(differenceOf({ name: 'Mara', tags: ['Sea', 'Night'] }, null)).toEqual([
    { name: 'Name', before: 'Mara', after: null },
    { name: 'Tags', before: 'Sea, Night', after: null },
  ])
  expect(differenceOf({ disabledAt: null, isAdmin: false }, { disabledAt: 'now', isAdmin: true })).toEqual([
    { name: 'Disabled at', before: null, after: 'now' },
    { name: 'Is admin', before: 'no', after: 'yes' },
  ])
})

test('what lies deeper has the way to it as its name', () => {
  expect(differenceOf({ user: { name: 'Ada' } }, { user: { name: 'Ada', lines: [{ text: 'x' }] } })).toEqual([
    { name: 'User lines 1 text', before: null, after: 'x' },
  ])
})

test.each([null, 7, 'text', true, [], {}, [1, 2]].map((value) => [value]))(
  '%j and itself have no difference',
  (value) => {
    expect(differenceOf(value, value)).toEqual([])
  }
)

test('a value that is no object is told without a name', () => {
  expect(differenceOf('old', 'new')).toEqual([{ name: '', before: 'old', after: 'new' }])
})

test.each([
  ['one two three', 'one 2 three', ['one ', 'two ', '2 ', 'three']],
  ['one two', 'one two three', ['one ', 'two', 'two three', '']],
  ['a', 'b', ['', 'a', 'b', '']],
  ['', 'new', ['', '', 'new', '']],
  ['a a a', 'a a', ['a ', 'a ', '', 'a']],
])('%j and %j part where they differ', (before, after, parts) => {
  expect(Object.values(splitChange(before, after))).toEqual(parts)
})
