import { test } from '@japa/runner'
import { Client } from '#tests/support/client'
import { asking } from '#tests/support/databases'
import { createMigratedDatabase, startServer } from '#tests/support/server'

test('The operator’s pages are drawn by the server, and others answer 404', async ({ assert, cleanup }) => {
  const databaseUrl = await createMigratedDatabase()
  const server = await startServer({ databaseUrl })
  cleanup(() => server.stop().then(() => {}))
  const admin = await new Client(server.url).register()
  await asking(databaseUrl)(`UPDATE users SET role = 'admin' WHERE id = $1`, [admin.user.id])
  await admin.put('/api/admin/pages/imprint', { text: 'Jane **Roe**, Lake 7' })
  await admin.put('/api/admin/pages/terms', { text: 'Be kind.' })
  const agreed = await new Client(server.url).register({ termsVersion: 1 })
  // The admin is asked for agreement first, but may read.
  for (const reader of [new Client(server.url), agreed, admin]) {
    const { status, text } = await reader.get('/imprint')
    assert.equal(status, 200)
    assert.match(text, /<strong[^>]*>(<[^>]+>)*Roe/)
    assert.equal((await reader.get('/privacy')).status, 404)
  }
  assert.include((await agreed.get('/')).text, 'id="first-data"')
  assert.notInclude((await admin.get('/')).text, 'id="first-data"')
})
