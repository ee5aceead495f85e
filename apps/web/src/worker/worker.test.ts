import { expect, test } from 'vitest'
import { deleteOldCaches } from './delete_old_caches.ts'
import { isAssetRequest, isPageRequest } from './requests.ts'

const origin = window.location.origin
const request = (path: string, { method = 'GET', mode = 'cors' as RequestMode } = {}) => ({
  method,
  mode,
  url: path.startsWith('http') ? path : origin + path,
})
const navigation = { mode: 'navigate' as RequestMode }

test('pages of the app and the sign-in page get the offline page', () => {
  for (const path of ['/', '/chat/1?session=2', '/ruby-shop', '/apiary', '/api/login?next=%2F'])
    expect(isPageRequest(request(path, navigation)), path).toBe(true)
})

test('the worker ignores calls, pictures, downloads and forms', () => {
  for (const path of [
    '/api/auth/user',
    '/api/account/export',
    '/api/login/google',
    '/pictures/a.webp',
    '/health/live',
    '/payments/sandbox/1',
  ])
    expect(isPageRequest(request(path, navigation)) || isAssetRequest(request(path)), path).toBe(false)
  expect(isPageRequest(request('/api/login', { ...navigation, method: 'POST' }))).toBe(false)
  expect(isPageRequest(request('/'))).toBe(false)
})

test('only own files with a hash in their names are cached', () => {
  expect(isAssetRequest(request('/assets/vendor-a1b2c3d4.js'))).toBe(true)
  for (const path of ['/pages.css', '/index.html', '/', 'https://elsewhere.example/assets/a.js'])
    expect(isAssetRequest(request(path)), path).toBe(false)
  expect(isAssetRequest(request('/assets/a.js', { method: 'POST' }))).toBe(false)
})

test('keeps the caches of the previous build and of other apps', async () => {
  const names = ['facet:one', 'another app', 'facet:two', 'facet:three']
  const deleted: string[] = []
  await deleteOldCaches({ keys: async () => names, delete: async (name) => deleted.push(name) > 0 }, 'facet:three')
  expect(deleted).toEqual(['facet:one'])
})
