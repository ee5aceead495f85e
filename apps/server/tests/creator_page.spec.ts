import { test } from '@japa/runner'
import { brand } from '#config/brand'
import { Client } from '#tests/support/client'
import { asking } from '#tests/support/databases'
import { startServer, type RunningServer } from '#tests/support/server'
import { publicServer } from './public_server.ts'

let count = 0

/** Registers a person with a public character. */
const publisher = async (server: RunningServer) => {
  const client = await new Client(server.url).register({ firstName: 'Ines <b>' })
  const username = `Ines_${process.pid}_${++count}`
  await client.put('/api/user/username', { username })
  await asking(server.databaseUrl)(
    `INSERT INTO characters (name, description, backstory, created_by) VALUES ('Mo', 'Mends nets.', 'A past.', $1)`,
    [client.user.id]
  )
  await client.put('/api/user/profile', { about: 'I *write* "tales" <script>.', links: ['https://example.test/'] })
  return { client, username }
}

test.group('A person’s page', (group) => {
  let server: RunningServer
  group.setup(async () => {
    server = await publicServer()
  })

  test('describes the person for previews, with the texts escaped', async ({ assert }) => {
    const { username } = await publisher(server)
    const { status, text } = await new Client(server.url).get(`/u/${username.toLowerCase()}`)
    assert.equal(status, 200)
    assert.include(text, `<title>Ines &lt;b&gt; (@${username}) · ${brand.name}</title>`)
    assert.include(text, '<meta property="og:description" content="I write &quot;tales&quot; &lt;script&gt;." />')
    assert.include(text, `<link rel="canonical" href="https://facet.example/u/${username}">`)
    assert.notInclude(text, '<script>.')
  })

  test('leads from a former username to the present one', async ({ assert }) => {
    const { client, username } = await publisher(server)
    const present = `${username}_new`
    await client.put('/api/user/username', { username: present })
    for (const visitor of [new Client(server.url), client]) {
      const { status, headers } = await visitor.get(`/u/${username}`)
      assert.deepEqual([status, headers.location], [302, `/u/${present}`])
    }
  })

  test('is the 404 page for unknown people, and those without a page', async ({ assert }) => {
    const { client, username } = await publisher(server)
    const hidden = await new Client(server.url).register()
    await hidden.put('/api/user/username', { username: `${username}_b` })
    for (const name of [`${username}_b`, 'nowhere-at-all', encodeURIComponent('é'), 'x'.repeat(300)])
      assert.equal((await new Client(server.url).get(`/u/${name}`)).status, 404, name)
    await asking(server.databaseUrl)('UPDATE users SET disabled_at = now() WHERE id = $1', [client.user.id])
    const { status, text } = await new Client(server.url).get(`/u/${username}`)
    assert.equal(status, 404)
    assert.notInclude(text, 'Ines')
  })
})

test('A person’s page is closed to visitors, and open to users, with PUBLIC_PAGES=off', async ({ assert, cleanup }) => {
  const server = await startServer({ env: { PUBLIC_PAGES: 'off' } })
  cleanup(() => server.stop().then(() => {}))
  const { client, username } = await publisher(server)
  const visitor = new Client(server.url)
  for (const path of [`/u/${username}`, `/api/creators/${username}`, `/api/creators/${client.user.id}/characters`]) {
    assert.equal((await visitor.get(path)).status, 404, path)
    assert.equal((await client.get(path)).status, 200, path)
  }
})
