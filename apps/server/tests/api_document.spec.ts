import { test } from '@japa/runner'
import { Client } from '#tests/support/client'
import { sharedServer, startServer } from '#tests/support/server'

test.group('The OpenAPI document', () => {
  test('is sent to visitors, and once while it is the same', async ({ assert }) => {
    const visitor = new Client((await sharedServer()).url)
    const { status, headers, body } = await visitor.get('/api/openapi.json')
    assert.equal(status, 200)
    assert.equal(body.openapi, '3.1.0')
    const again = await visitor.call('/api/openapi.json', { headers: { 'if-none-match': headers.etag! } })
    assert.equal(again.status, 304)
    assert.equal(again.text, '')
  })

  test('is shown to visitors only with public pages, and to signed-in users always', async ({ assert, cleanup }) => {
    const open = new Client((await sharedServer()).url)
    assert.equal((await open.get('/docs/api')).status, 200)
    const server = await startServer({ env: { PUBLIC_PAGES: 'off' } })
    cleanup(async () => void (await server.stop()))
    const visitor = new Client(server.url)
    assert.equal((await visitor.get('/docs/api')).status, 404)
    assert.equal((await (await visitor.register()).get('/docs/api')).status, 200)
  })
})
