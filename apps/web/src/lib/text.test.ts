import { expect, test } from 'vitest'
import { countCodePoints } from './code_points.ts'
import { initials } from './initials.ts'
import { nextPage } from './next_page.ts'
import { relativeTime } from './relative_time.ts'

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

test('counts code points', () => {
  expect(countCodePoints('a💎漢')).toBe(3)
})

test('takes the first two letters as initials', () => {
  expect(initials(' mara venn')).toBe('MA')
  expect(initials('💎x')).toBe('💎X')
  expect(initials('q')).toBe('Q')
})

test('reads the next page from a Link header, absolute or relative', () => {
  expect(nextPage('</api/characters?limit=24&cursor=a%3D>; rel="next"')).toBe('/api/characters?limit=24&cursor=a%3D')
  expect(nextPage('<http://elsewhere/api/x?c=1>; title="x"; rel=next')).toBe('/api/x?c=1')
  expect(nextPage('</a>; rel="prev", </b>; rel="next"')).toBe('/b')
})

test('there is no next page without a next link', () => {
  expect(nextPage(null)).toBeNull()
  expect(nextPage('</a>; rel="prev"')).toBeNull()
})
