import { expect, test } from 'vitest'
import { isPage, isPart } from './answers.ts'
import { tidy } from './tidy.ts'

const here = window.location.origin
const asked = (path: string, { method = 'GET', mode = 'cors' as RequestMode } = {}) => ({
  method,
  mode,
  url: path.startsWith('http') ? path : here + path,
})
const gone = { mode: 'navigate' as RequestMode }

test('who goes to a page of the app, or to the sign-in page, is told when there is no connection', () => {
  for (const path of ['/', '/chat/1?session=2', '/ruby-shop', '/apiary', '/api/login?next=%2F'])
    expect(isPage(asked(path, gone)), path).toBe(true)
})

test('calls, pictures, downloads and forms are none of the worker’s business', () => {
  for (const path of [
    '/api/auth/user',
    '/api/account/export',
    '/api/login/google',
    '/pictures/a.webp',
    '/health/live',
    '/payments/sandbox/1',
  ])
    expect(isPage(asked(path, gone)) || isPart(asked(path)), path).toBe(false)
  expect(isPage(asked('/api/login', { ...gone, method: 'POST' }))).toBe(false)
  expect(isPage(asked('/'))).toBe(false)
})

test('only our own files with a hash in their names are kept', () => {
  expect(isPart(asked('/assets/vendor-a1b2c3d4.js'))).toBe(true)
  for (const path of ['/pages.css', '/index.html', '/', 'https://elsewhere.example/assets/a.js'])
    expect(isPart(asked(path)), path).toBe(false)
  expect(isPart(asked('/assets/a.js', { method: 'POST' }))).toBe(false)
})

test('of the builds before, the last one’s files are kept, and nobody else’s are touched', async () => {
  const names = ['facet:one', 'somebody else’s', 'facet:two', 'facet:three']
  const deleted: string[] = []
  await tidy({ keys: async () => names, delete: async (name) => deleted.push(name) > 0 }, 'facet:three')
  expect(deleted).toEqual(['facet:one'])
})
