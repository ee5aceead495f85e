import { once } from 'node:events'
import { readdirSync } from 'node:fs'
import http from 'node:http'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { brotliDecompressSync } from 'node:zlib'
import { test } from '@japa/runner'
import { brand } from '#config/brand'
import { Client } from '#tests/support/client'
import { asking, connect } from '#tests/support/databases'
import { beginServer, createMigratedDatabase, sharedServer, startServer } from '#tests/support/server'
import { longRun } from '#tests/support/long_run'
import { waitUntil } from '#tests/support/wait_until'
import { modelsKey, publicServer } from './public_server.ts'

const assets = join(import.meta.dirname, '../../web/dist/assets')
const htmlType = 'text/html; charset=utf-8'

const visitor = async () => new Client((await sharedServer()).url)

/** Fetches the raw bytes and the headers. */
const fetchRaw = async (path: string, headers: Record<string, string>) => {
  const request = http.get((await sharedServer()).url + path, { headers, agent: false })
  const [answer] = (await once(request, 'response')) as [http.IncomingMessage]
  return { status: answer.statusCode, headers: answer.headers, bytes: await buffer(answer) }
}

test.group('Response headers', () => {
  const script = `/assets/${readdirSync(assets).find((name) => name.endsWith('.js'))}`
  const paths = ['/', '/chat/nowhere', '/api/login', '/api/auth/user', '/api/characters', '/nothing.png']
  for (const path of [...paths, '/favicon.svg', script, '/api/events'])
    test(`restrict content and framing: ${path}`, async ({ assert }) => {
      const client = await visitor()
      const isStream = path === '/api/events'
      const answer = isStream ? await (await client.register()).stream(path) : await client.get(path)
      if ('leave' in answer) answer.leave()
      const { headers } = answer
      assert.equal(headers['content-type'] === 'text/event-stream; charset=utf-8', isStream)
      const policy = new Map(
        headers['content-security-policy']!.toString()
          .split(';')
          .map((directive) => [directive.split(' ')[0]!, directive.split(' ').slice(1)])
      )
      assert.deepEqual(policy.get('default-src'), ["'self'"])
      assert.deepEqual(policy.get('script-src'), ["'self'"])
      assert.deepEqual(policy.get('frame-ancestors'), ["'none'"])
      assert.deepEqual(policy.get('object-src'), ["'none'"])
      assert.notInclude(headers['content-security-policy']!, 'unsafe-eval')
      assert.equal(headers['x-frame-options'], 'DENY')
      assert.equal(headers['x-content-type-options'], 'nosniff')
      assert.equal(headers['referrer-policy'], 'same-origin')
      assert.match(headers['x-request-id']!.toString(), /^[\w-]{8,}$/)
    })

  test('forbid caching of calls, also of failed ones, but not of files and pictures', async ({ assert }) => {
    const client = await (await visitor()).register()
    const calls = ['/api/auth/user', '/api/chats', '/api/characters', '/api/rubies/transactions', '/api/models']
    for (const path of [...calls, '/api/nothing', '/api/chats/nothing', '/api/admin/users', '/api/login'])
      assert.equal((await client.get(path)).headers['cache-control'], 'no-store', path)
    assert.equal((await client.post('/api/login', {})).headers['cache-control'], 'no-store')
    assert.equal((await client.call('/api/user/username', { method: 'PUT', rawBody: '{' })).status, 400)
    assert.match((await client.get(brand.signInPictures[0]!)).headers['cache-control']!, /^public, max-age=\d{3,}/)
  })

  test('use our own request id, unless a trusted proxy sends one', async ({ assert }) => {
    const client = await visitor()
    const ids = async (of: Client, said: string) =>
      (await of.call('/api/models', { headers: { 'x-request-id': said } })).headers['x-request-id']
    const theirs = '4bf92f3577b34da6a3ce929d0e0e4736'
    assert.match((await ids(client, theirs))!.toString(), /^[0-9a-f]{8}-[0-9a-f-]{27}$/)
  })

  test('send HSTS only over https', async ({ assert }) => {
    const plain = await (await visitor()).get('/')
    assert.notProperty(plain.headers, 'strict-transport-security')
    const secure = await startServer({ env: { APP_URL: 'https://facet.example' } })
    try {
      for (const path of ['/', '/favicon.svg', '/api/models', '/nothing.png']) {
        const { headers } = await new Client(secure.url).get(path)
        assert.match(headers['strict-transport-security']!, /^max-age=31536000/, path)
      }
      const client = await new Client(secure.url).call('/api/register', {
        method: 'POST',
        body: { email: 'secure@example.test', password: 'correct horse', firstName: 'Robin' },
        headers: { accept: 'application/json' },
      })
      assert.match(client.headers['set-cookie']![0]!, /; Secure/i)
    } finally {
      await secure.stop()
    }
  }).tags(longRun)
})

test.group('The web app’s files', () => {
  const script = () =>
    readdirSync(assets)
      .find((name) => name.endsWith('.js.br'))!
      .slice(0, -3)

  test('are served compressed and cached forever', async ({ assert }) => {
    const path = `/assets/${script()}`
    const packed = await fetchRaw(path, { 'accept-encoding': 'br, gzip' })
    assert.equal(packed.status, 200)
    assert.equal(packed.headers['content-encoding'], 'br')
    assert.equal(packed.headers['cache-control'], 'public, max-age=31536000, immutable')
    assert.match(String(packed.headers['content-type']), /javascript/)
    const plain = await fetchRaw(path, { 'accept-encoding': 'identity' })
    assert.notProperty(plain.headers, 'content-encoding')
    assert.isTrue(brotliDecompressSync(packed.bytes).equals(plain.bytes))
    const again = await fetchRaw(path, { 'if-none-match': String(plain.headers['etag']) })
    assert.equal(again.status, 304)
  })

  test('serve the page at every path, revalidated each time, with 404 where the app shows its 404 page', async ({
    assert,
  }) => {
    const client = await visitor()
    const member = await (await visitor()).register()
    const screens = ['/chat/0198c5a6-0000-7000-8000-000000000000', '/ruby-shop?tab=history', '/admin/characters']
    for (const [by, path, expected] of [
      [client, '/', 200],
      ...screens.map((path) => [client, path, 404] as const),
      ...screens.map((path) => [member, path, 200] as const),
      ...['/nothing', '/admin/nothing', '/chat/a/b'].map((path) => [member, path, 404] as const),
    ] as const) {
      const { status, headers, text } = await by.get(path)
      assert.equal(status, expected, path)
      assert.equal(headers['content-type'], htmlType)
      assert.match(String(headers['cache-control']), /no-cache|no-store/)
      assert.include(text, '<div id="root">')
      assert.notMatch(text, /<script(?![^>]*\bsrc=)(?! type="application\/json")/, 'no inline script')
    }
  })

  test('contain absolute addresses for shared links and the front page', async ({ assert }) => {
    const server = await startServer({ env: { APP_URL: 'https://facet.example/' } })
    try {
      const front = await new Client(server.url).get('/')
      assert.include(front.text, `<meta property="og:image" content="https://facet.example${brand.socialImage}" />`)
      assert.include(front.text, '<link rel="canonical" href="https://facet.example/" />')
      const other = await new Client(server.url).get('/nothing')
      assert.include(other.text, `content="https://facet.example${brand.socialImage}"`)
      assert.notInclude(other.text, 'rel="canonical"')
    } finally {
      await server.stop()
    }
  }).tags(longRun)

  test('preload the first requests, and mark visitors without a session', async ({ assert }) => {
    const client = await visitor()
    const stranger = await client.get('/?from=a-friend')
    assert.equal(stranger.headers['vary'], 'Cookie, Accept-Encoding')
    assert.include(stranger.text, '<meta name="visitor"')
    assert.include(stranger.text, '<link rel="preload" as="fetch" crossorigin href="/api/characters/landing">')
    assert.match(stranger.text, /<link rel="modulepreload" crossorigin href="\/assets\/landing_route-/)
    await client.register()
    const id = '0198c5a6-0000-7000-8000-000000000000'
    const chat = await client.get(`/chat/${id}?session=${id}`)
    assert.notInclude(chat.text, '<meta name="visitor"')
    assert.include(chat.text, `href="/api/chats/${id}?session=${id}&amp;end=true"`)
    assert.match(chat.text, /href="\/assets\/chat_route-/)
    // Only ids from the address are written into the page.
    for (const path of [`/chat/${id}?session="><b>`, `/chat/${id}?new=true`, '/constructor'])
      assert.notMatch((await client.get(path)).text, /<b>|\/api\/chats|function/, path)
  })

  test('preload the picture of a character for signed-in users', async ({ assert }) => {
    const client = await (await visitor()).register()
    const pictureOf = (text: string) => /<link rel="preload" as="image" imagesrcset="([^"?]+)/.exec(text)?.[1]
    const { id, background } = (await client.get('/api/characters?q=wenna')).body[0]
    await client.post(`/api/characters/${id}/like`)
    // The first pages don't wait for the picture.
    await waitUntil(
      'the page preloads the picture',
      async () => pictureOf((await client.get(`/character/${id}`)).text) === background
    )
    assert.isUndefined(pictureOf((await (await visitor()).get(`/character/${id}`)).text))
  })

  test('include a service worker', async ({ assert }) => {
    const on = await (await visitor()).get('/sw.js')
    assert.equal(on.headers['cache-control'], 'no-cache')
    assert.include(on.text, '/offline.html')
    const build = /<meta name="build" content="([\w-]{12})"/.exec((await (await visitor()).get('/')).text)
    assert.include(on.text, `"${build?.[1]}"`)
  })

  test('include a service worker that removes itself with SERVICE_WORKER=off', async ({ assert }) => {
    const server = await startServer({ env: { SERVICE_WORKER: 'off' } })
    try {
      const off = await new Client(server.url).get('/sw.js')
      assert.equal(off.headers['cache-control'], 'no-cache')
      assert.include(off.text, 'registration.unregister()')
    } finally {
      await server.stop()
    }
  }).tags(longRun)

  test('answer 404 for missing files and calls', async ({ assert }) => {
    const missing = ['/assets/gone-a1b2c3d4.js', '/gone.png', '/assets/', '/api', '/api/nothing', '/health/nothing']
    for (const path of [...missing, '/assets/..%2f..%2f..%2fpackage.json', '/..%2fpackage.json', '/.env']) {
      const { status, body } = await (await visitor()).get(path)
      assert.equal(status, 404, path)
      assert.equal(body.code, 'not_found')
    }
  })
})

test.group('Health calls', () => {
  test('report live and ready, uncached', async ({ assert }) => {
    for (const path of ['/health/live', '/health/ready']) {
      const { status, headers, body } = await (await visitor()).get(path)
      assert.equal(status, 200)
      assert.deepEqual(body, { status: 'ok' })
      assert.equal(headers['cache-control'], 'no-store')
    }
  })

  test('are not answered before the other servers can detect this one', async ({ assert, cleanup }) => {
    const databaseUrl = await createMigratedDatabase()
    const [ask, holder] = [asking(databaseUrl), await connect(databaseUrl)]
    cleanup(() => holder.end())
    await holder.query('BEGIN; LOCK TABLE reply_owners IN EXCLUSIVE MODE')
    const server = await beginServer({ databaseUrl })
    cleanup(() => server.kill('SIGKILL'))
    const isReady = () =>
      fetch(`${server.url}/health/ready`).then(
        ({ ok }) => ok,
        () => false
      )
    const waits = `SELECT FROM pg_locks JOIN pg_stat_activity USING (pid)
                   WHERE NOT granted AND datname = current_database() AND query LIKE '%reply_owners%'`
    await waitUntil(server.log, async () => (await ask(waits)).length > 0)
    assert.isFalse(await isReady())
    await holder.query('COMMIT')
    await waitUntil(server.log, isReady)
    assert.lengthOf(await ask(`SELECT FROM reply_owners WHERE lease_until > '-infinity'`), 1)
  }).tags(longRun)

  test('refuse writes', async ({ assert }) => {
    const client = await (await visitor()).register()
    for (const [method, path] of [
      ['POST', '/'],
      ['PUT', '/api/characters'],
      ['DELETE', '/health/live'],
    ] as const)
      assert.equal((await client.call(path, { method })).status, 404, `${method} ${path}`)
  })
})

test.group('Log', () => {
  test('has a line with an id for every call, and no secret in any', async ({ assert }) => {
    const server = await publicServer()
    const client = new Client(server.url)
    const email = 'somebody@example.test'
    const password = 'a password nobody may read'
    const accept = { accept: 'application/json' }
    await client.call('/api/register', {
      method: 'POST',
      body: { email, password, firstName: 'Robin' },
      headers: accept,
    })
    const wrong = { email, password: `${password}?` }
    await client.call('/api/login', { method: 'POST', body: wrong, headers: accept })
    const { headers } = await client.get('/api/auth/user')
    const last = await client.call('/api/login', {
      method: 'POST',
      rawBody: `{"password":"${password}`,
      headers: accept,
    })
    await waitUntil('the last call is logged', () => server.log().includes(String(last.headers['x-request-id'])))
    const log = server.log()
    const lines = log
      .split('\n')
      .slice(0, -1)
      .filter((line) => line.startsWith('{'))
      .map((line) => JSON.parse(line))
    const answered = lines.filter(({ msg }) => msg === 'answered')
    assert.isTrue(answered.some(({ path, status }) => path === '/api/auth/user' && status === 200))
    assert.isTrue(answered.some((line) => line.request_id === headers['x-request-id']))
    for (const secret of [password, modelsKey, client.cookie.split('=')[1]!, server.databaseUrl])
      assert.notInclude(log, secret)
  })

  test('reports database errors without values', async ({ assert }) => {
    const server = await startServer({ env: { LOG_LEVEL: 'error' } })
    const ask = asking(server.databaseUrl)
    await ask(`ALTER TABLE users ADD CONSTRAINT no_robins CHECK (first_name <> 'Robin')`)
    const body = { email: 'somebody@example.test', password: 'correct horse', firstName: 'Robin' }
    const { status } = await new Client(server.url).post('/api/register', body)
    assert.equal(status, 500)
    await server.stop()
    assert.include(server.log(), 'no_robins')
    for (const word of ['somebody@example.test', '"Robin', "'Robin", 'Failing row'])
      assert.notInclude(server.log(), word)
  }).tags(longRun)
})
