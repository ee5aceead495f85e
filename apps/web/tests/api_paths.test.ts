import { paths as chat } from '#modules/chat/api'
import { paths as gallery } from '#modules/gallery/api'
import { expect, test } from 'vitest'

const builders = Object.entries({ chat, gallery }).flatMap(([module, paths]) =>
  Object.entries(paths).flatMap(([name, path]) =>
    typeof path === 'function' ? [[`${module}.${name}`, path as (id: string) => string] as const] : []
  )
)

test.each(builders)('the path %s keeps any parameter in one segment', (_, path) => {
  const pattern = path('an-id').split('an-id')
  for (const id of [
    '../logout',
    '..',
    '.',
    '',
    '%2e%2e',
    '..%2Flogout',
    '..\\logout',
    'a?b=c',
    'a#b',
    'a/b',
    '//evil.example',
  ]) {
    const { origin, pathname, search, hash } = new URL(path(id), 'https://facet.example')
    const address = pathname + search + hash
    expect(origin).toBe('https://facet.example')
    expect(address.startsWith(pattern[0]!), address).toBe(true)
    expect(address.endsWith(pattern[1]!), address).toBe(true)
    const filled = address.slice(pattern[0]!.length, address.length - pattern[1]!.length)
    expect(filled).toMatch(/^[^/?#\\]+$/)
  }
})
