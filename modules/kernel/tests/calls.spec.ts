import { test } from '@japa/runner'
import { addressOf, methodOf, type Call } from '../calls.ts'

const list: Call<string[], { query: { q?: string; limit?: number } }> = 'GET /api/things'
const change: Call<string, { params: { id: string; number: number }; body: string }> =
  'PUT /api/things/:id/parts/:number'
// @ts-expect-error The path has no parameter `name`.
const misnamed: Call<string, { params: { name: string } }> = 'GET /api/things/:id'

test.group('The address of a call', () => {
  test('has its parameters and the query values that are set', ({ assert }) => {
    assert.equal(methodOf(change), 'PUT')
    assert.equal(addressOf(change, { params: { id: 'a', number: 3 } }), '/api/things/a/parts/3')
    assert.equal(addressOf(list), '/api/things')
    assert.equal(addressOf(list, { query: { q: undefined, limit: 2 } }), '/api/things?limit=2')
    assert.equal(addressOf(list, { query: { q: 'a b&c' } }), '/api/things?q=a+b%26c')
    assert.equal(addressOf(misnamed, { params: { name: 'a' } } as never), '/api/things/undefined')
  })

  test('keeps any parameter in one segment')
    .with([
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
      ':number',
    ])
    .run(({ assert }, id) => {
      const { origin, pathname, search, hash } = new URL(
        addressOf(change, { params: { id, number: 1 } }),
        'https://facet.example'
      )
      assert.equal(origin, 'https://facet.example')
      assert.match(pathname + search + hash, /^\/api\/things\/[^/?#\\]+\/parts\/1$/)
    })
})
