import { test } from '@japa/runner'
import { endpointOf } from '../endpoint.ts'

test.group('contract | endpointOf', () => {
  test('appends the path to the base URL and keeps both queries')
    .with([
      ['https://api.test/v1', '/say', 'https://api.test/v1/say'],
      ['https://api.test/v1//', '/say', 'https://api.test/v1/say'],
      ['https://api.test/?api-version=1%20a', '/say', 'https://api.test/say?api-version=1%20a'],
      ['https://api.test/v1', '/models/a%2Fb:say?alt=sse', 'https://api.test/v1/models/a%2Fb:say?alt=sse'],
      ['https://api.test/v1?api-version=1', '/say?alt=sse', 'https://api.test/v1/say?api-version=1&alt=sse'],
    ])
    .run(({ assert }, [baseUrl, path, url]) => assert.equal(endpointOf(baseUrl!, path!), url))
})
