import { expect, test } from 'vitest'
import { countCodePoints } from './code_points.ts'
import { fillMacros, userName } from '../components/shared/fill_macros.ts'
import { initials } from './initials.ts'
import { nextPage } from './next_page.ts'
import { relativeTime } from './relative_time.ts'
import { takeSentences } from '../features/chat/take_sentences.ts'
import { splitActions } from '../components/shared/split_actions.ts'

const now = new Date('2026-11-21T12:00:00.000Z')
const ago = (hours: number) => new Date(now.getTime() - hours * 3_600_000).toISOString()

test.each([
  [0, 'Just now'],
  [0.99, 'Just now'],
  [1, '1h ago'],
  [23.99, '23h ago'],
  [24, '1d ago'],
  [167.99, '6d ago'],
])('a time %d hours ago reads %s', (hours, words) => {
  expect(relativeTime(ago(hours), now)).toBe(words)
})

test('a time a week ago reads as the local date', () => {
  expect(relativeTime(ago(168), now)).toBe(new Date(ago(168)).toLocaleDateString())
})

test('macros become the names, in both spellings and every time', () => {
  const names = { character: 'Mara', user: 'sam' }
  expect(fillMacros('{{Char}} and {{char}} greet {{User}}, {{user}}.', names)).toBe('Mara and Mara greet sam, sam.')
})

test('a name that looks like a pattern or a macro stays a name', () => {
  expect(fillMacros('{{char}} meets {{user}}', { character: '$& {{x}}', user: "$'" })).toBe("$& {{x}} meets $'")
})

test('a reader is called by username, else first name, else User', () => {
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

test('an asterisk without its partner in the line stays as it is', () => {
  expect(show('2 * 3\nand *more')).toEqual(['2 * 3\nand *more'])
})

test('in a growing text an action still open is an action already', () => {
  expect(show('Yes. *turns to', true)).toEqual(['Yes. ', '<turns to>'])
  expect(show('*nods* Yes', true)).toEqual(['<nods>', ' Yes'])
})

test('no text is lost by splitting', () => {
  for (const text of ['', '*', '**', 'a*b*c', '***x***', '* *', 'a\n*b\nc*']) {
    expect(show(text).join('').replace(/[<>*]/g, '')).toBe(text.replaceAll('*', ''))
  }
})

test('sentences are taken when they are finished, with what closes them', () => {
  expect(takeSentences('He nods. "Really?" she as')).toEqual(['He nods. "Really?" ', 'she as'])
  expect(takeSentences('It costs 3.50 now')).toEqual(['', 'It costs 3.50 now'])
  expect(takeSentences('A line\nand')).toEqual(['A line\n', 'and'])
})

test('characters are counted as code points', () => {
  expect(countCodePoints('a💎漢')).toBe(3)
})

test('initials are the first two letters', () => {
  expect(initials(' mara venn')).toBe('MA')
  expect(initials('💎x')).toBe('💎X')
  expect(initials('q')).toBe('Q')
})

test('the next page is read from the Link header, absolute or not', () => {
  expect(nextPage('</api/characters?limit=24&cursor=a%3D>; rel="next"')).toBe('/api/characters?limit=24&cursor=a%3D')
  expect(nextPage('<http://elsewhere/api/x?c=1>; title="x"; rel=next')).toBe('/api/x?c=1')
  expect(nextPage('</a>; rel="prev", </b>; rel="next"')).toBe('/b')
})

test('there is no next page without such a link', () => {
  expect(nextPage(null)).toBeNull()
  expect(nextPage('</a>; rel="prev"')).toBeNull()
})
