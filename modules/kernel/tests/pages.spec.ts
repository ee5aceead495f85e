import { test } from '@japa/runner'
import { nextPageLink } from '../pages.ts'

test.group('nextPageLink', () => {
  for (const [url, link] of [
    ['/api/characters', '</api/characters?cursor=abc>; rel="next"'],
    ['/api/characters?limit=2&cursor=old', '</api/characters?limit=2&cursor=abc>; rel="next"'],
    ['/api/characters?q=who?&sort=new&limit=2', '</api/characters?q=who%3F&sort=new&limit=2&cursor=abc>; rel="next"'],
    ['/api/characters?q=a?b?c&limit=2', '</api/characters?q=a%3Fb%3Fc&limit=2&cursor=abc>; rel="next"'],
  ] as const)
    test(`keeps the whole query of ${url}`, ({ assert }) => assert.equal(nextPageLink(url, 'abc'), link))
})
