import { expect, test } from 'vitest'
import { diffLists, diffWords } from './difference.ts'

const shown = (before: string, after: string) =>
  diffWords(before, after)
    .map(({ kind, content }) => (kind === 'same' ? content : kind === 'removed' ? `[-${content}]` : `[+${content}]`))
    .join('')

test.each([
  ['one two three', 'one 2 three', 'one [-two][+2] three'],
  ['one two', 'one two three', 'one two[+ three]'],
  ['a', 'b', '[-a][+b]'],
  ['', 'new', '[+new]'],
  ['old', '', '[-old]'],
  ['same', 'same', 'same'],
  ['', '', ''],
  [
    'keeps the lamp and waits for ships',
    'keeps a lamp and waits for boats',
    'keeps [-the][+a] lamp and waits for [-ships][+boats]',
  ],
  ['one two', 'uno dos', '[-one two][+uno dos]'],
  ['first line\n\nsecond', 'first line\nsecond', 'first line[-\n\n][+\n]second'],
])('marks the words that differ between %j and %j', (before, after, expected) => {
  expect(shown(before, after)).toBe(expected)
})

test('gives back both texts, however different they are', () => {
  // A fixed sequence, so that a failure can be repeated.
  let seed = 7
  const next = (max: number) => (seed = (seed * 48_271) % 2_147_483_647) % max
  for (let round = 0; round < 300; round += 1) {
    const list = () => Array.from({ length: next(30) }, () => 'abcdef'[next(6)]!)
    const [was, is] = [list(), list()]
    const runs = diffLists(was, is)
    const side = (kind: string) =>
      runs.filter((run) => run.kind === 'same' || run.kind === kind).flatMap(({ content }) => content)
    expect(side('removed')).toEqual(was)
    expect(side('added')).toEqual(is)
  }
})

test('finds the shortest difference', () => {
  const edits = diffLists([...'abcabba'], [...'cbabac']).flatMap(({ kind, content }) =>
    kind === 'same' ? [] : content
  )
  expect(edits).toHaveLength(5)
})

test('shows texts with too many differences as one change', () => {
  const numbers = (first: number) => Array.from({ length: 2_000 }, (_, n) => String(first + n))
  expect(diffLists(numbers(0), numbers(5_000)).map(({ kind, content }) => [kind, content.length])).toEqual([
    ['removed', 2_000],
    ['added', 2_000],
  ])
})
