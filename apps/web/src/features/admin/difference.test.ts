import { expect, test } from 'vitest'
import { differenceOf } from './difference.ts'

test('lists only the fields that differ, under readable names', () => {
  expect(differenceOf({ rubies: 1_050, debt: 0 }, { rubies: 50, debt: 0 })).toEqual([
    { name: 'Rubies', before: '1,050', after: '50' },
  ])
  expect(differenceOf({ firstMessage: 'Hello.' }, { firstMessage: 'Good evening.' })).toEqual([
    { name: 'First message', before: 'Hello.', after: 'Good evening.' },
  ])
})

test('leaves the other side null when a field was added or removed', () => {
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

test('names a nested field by its path', () => {
  expect(differenceOf({ user: { name: 'Ada' } }, { user: { name: 'Ada', lines: [{ text: 'x' }] } })).toEqual([
    { name: 'User lines 1 text', before: null, after: 'x' },
  ])
})

test.each([null, 7, 'text', true, [], {}, [1, 2]].map((value) => [value]))(
  '%j does not differ from itself',
  (value) => {
    expect(differenceOf(value, value)).toEqual([])
  }
)

test('leaves the name empty when the state is not an object', () => {
  expect(differenceOf('old', 'new')).toEqual([{ name: '', before: 'old', after: 'new' }])
})
