import { test } from '@japa/runner'
import { sameSitePath } from '../src/domain/same_site_path.ts'

test.group('The redirect after sign-in', () => {
  for (const path of ['/', '/chat/abc', '/?q=a%20b', '/create-character?avatar=https://example.com/a.png#top', '/@me'])
    test(`keeps ${path}`, ({ assert }) => {
      assert.equal(sameSitePath(path), path)
    })

  for (const path of [
    '//evil.example',
    '///evil.example',
    '/\\evil.example',
    '/\\/evil.example',
    '/a\\..\\b',
    '/\t/evil.example',
    '/\n/evil.example',
    '/\r\nSet-Cookie: a=b',
    'https://evil.example/',
    'javascript:alert(1)',
    'evil',
    ' /chat',
    '/emoji-😀',
    '',
    `/${'a'.repeat(2_000)}`,
    undefined,
    null,
    ['/chat'],
    { path: '/chat' },
  ])
    test(`falls back to the start page for ${JSON.stringify(path)?.slice(0, 40)}`, ({ assert }) => {
      assert.equal(sameSitePath(path), '/')
    })
})
