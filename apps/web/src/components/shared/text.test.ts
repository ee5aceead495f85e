import { expect, test } from 'vitest'
import { splitActions } from './split_actions.ts'

const show = (text: string, isGrowing?: boolean) =>
  splitActions(text, isGrowing).map((part) => (part.isAction ? `<${part.text}>` : part.text))

test('text between asterisks is an action', () => {
  expect(show('*nods* Yes. *leaves*')).toEqual(['<nods>', ' Yes. ', '<leaves>'])
  expect(show('That is **it**.')).toEqual(['That is ', '<it>', '.'])
})

test('a single asterisk in a line stays as text', () => {
  expect(show('2 * 3\nand *more')).toEqual(['2 * 3\nand *more'])
})

test('an open action at the end of a growing text is an action', () => {
  expect(show('Yes. *turns to', true)).toEqual(['Yes. ', '<turns to>'])
  expect(show('*nods* Yes', true)).toEqual(['<nods>', ' Yes'])
})

test('splitting loses no text', () => {
  for (const text of ['', '*', '**', 'a*b*c', '***x***', '* *', 'a\n*b\nc*']) {
    expect(show(text).join('').replace(/[<>*]/g, '')).toBe(text.replaceAll('*', ''))
  }
})

test('splitting takes linear time for long runs of asterisks', () => {
  // In quadratic time, each of these would take a minute or more.
  const run = '*'.repeat(200_000)
  const [letters, lines] = ['a'.repeat(200_000), `${run}\n${run}`]
  for (const isGrowing of [false, true]) {
    expect(splitActions(run + letters + '\n', isGrowing)).toHaveLength(1)
    expect(splitActions(lines, isGrowing)).toHaveLength(isGrowing ? 2 : 1)
  }
})
