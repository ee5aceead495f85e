import { expect, test } from 'vitest'
import { fillMacros, userName } from './fill_macros.ts'
import { splitActions } from './split_actions.ts'

test('replaces every macro in both spellings', () => {
  const names = { character: 'Mara', user: 'sam' }
  expect(fillMacros('{{Char}} and {{char}} greet {{User}}, {{user}}.', names)).toBe('Mara and Mara greet sam, sam.')
})

test('inserts names with patterns and macros as they are', () => {
  expect(fillMacros('{{char}} meets {{user}}', { character: '$& {{x}}', user: "$'" })).toBe("$& {{x}} meets $'")
})

test("userName is the username, the first name or 'User'", () => {
  expect(userName({ username: 'sam', firstName: 'Samuel' })).toBe('sam')
  expect(userName({ username: null, firstName: 'Samuel' })).toBe('Samuel')
  expect(userName({ username: null, firstName: '' })).toBe('User')
})

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
