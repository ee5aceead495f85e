import { randomUUID } from 'node:crypto'
import { gzipSync } from 'node:zlib'
import { test } from '@japa/runner'
import { Client, type CallOptions } from '#tests/support/client'
import { speak } from '#tests/support/model_upstream'
import { last, send, sharedStage, type Chat, type Stage } from '#tests/support/stage'

interface Bad {
  title: string
  status: number
  /** Changes to the valid call. */
  options?: CallOptions
  body?: unknown
  path?: (chat: Chat) => string
}

const nilUuid = '00000000-0000-0000-0000-000000000000'
const text = (content: string): Bad['body'] => ({ content, model: 'basic' })
const raw = (rawBody: string | Buffer, headers: Record<string, string> = {}): CallOptions => ({ rawBody, headers })
const good = JSON.stringify({ content: 'Hello?', model: 'basic' })
const nested = (levels: number) => `${'['.repeat(levels)}1${']'.repeat(levels)}`

const bad: Bad[] = [
  // Content.
  { title: 'an empty message', status: 422, body: text('') },
  { title: 'a blank message', status: 422, body: text(' \n\t\u00a0\u2003 ') },
  { title: 'no message at all', status: 422, body: { model: 'basic' } },
  { title: 'a message that is null', status: 422, body: { content: null } },
  { title: 'a message that is a number', status: 422, body: { content: 42 } },
  { title: 'a message that is an array', status: 422, body: { content: ['Hello?'] } },
  { title: 'a message that is an object', status: 422, body: { content: { length: 3 } } },
  { title: 'a message of 8,001 characters', status: 422, body: text('a'.repeat(8_001)) },
  { title: 'a message of 8,001 emoji', status: 422, body: text('🦊'.repeat(8_001)) },
  { title: 'a message of 10 MB', status: 413, body: text('a'.repeat(10_000_000)) },
  { title: 'a body of just over 1 MiB', status: 413, body: text('a'.repeat(1_048_577)) },
  { title: 'a NUL character', status: 422, body: text('Hel\u0000lo') },
  { title: 'a lone surrogate', status: 422, options: raw('{"content":"Hel\\ud83dlo","model":"basic"}') },
  { title: 'a lone surrogate at the end', status: 422, options: raw('{"content":"Hello\\udc00","model":"basic"}') },
  { title: 'a NUL character in a name of a field', status: 422, options: raw('{"content":"Hello","a\\u0000b":1}') },
  {
    title: 'a NUL character deep in an unknown field',
    status: 422,
    options: raw('{"content":"Hello","x":[{"y":"\\u0000"}]}'),
  },
  { title: 'an empty idempotency key', status: 422, body: { content: 'Hello', clientMessageId: '' } },
  {
    title: 'a NUL character in an idempotency key',
    status: 422,
    body: { content: 'Hello', clientMessageId: 'a\u0000' },
  },
  // Session, model and options.
  { title: 'an unknown tier', status: 422, body: { content: 'Hello?', model: 'galactic' } },
  { title: 'a tier named like an object’s property', status: 422, body: { content: 'Hello?', model: 'constructor' } },
  { title: 'a tier that is a number', status: 422, body: { content: 'Hello?', model: 1 } },
  { title: 'an idempotency key that is a number', status: 422, body: { content: 'Hello?', clientMessageId: 7 } },
  {
    title: 'an idempotency key of 201 characters',
    status: 422,
    body: { content: 'Hello?', clientMessageId: 'k'.repeat(201) },
  },
  { title: 'a session id that is a number', status: 422, body: { content: 'Hello?', sessionId: 7 } },
  { title: 'an ill-formed session id', status: 404, body: { content: 'Hello?', sessionId: 'nonsense' } },
  { title: 'an unknown session', status: 404, body: { content: 'Hello?', sessionId: randomUUID() } },
  { title: 'an unknown character', status: 404, body: text('Hello?'), path: () => `/api/chats/${randomUUID()}/stream` },
  { title: 'an ill-formed character id', status: 404, body: text('Hello?'), path: () => '/api/chats/1/stream' },
  {
    title: 'a character id with a letter that is no hex digit',
    status: 404,
    body: text('Hello?'),
    path: () => `/api/chats/${nilUuid.slice(0, -1)}g/stream`,
  },
  {
    title: 'an id with an injection',
    status: 404,
    body: text('Hello?'),
    path: () => `/api/chats/${encodeURIComponent(`${nilUuid}' or 1=1 --`)}/stream`,
  },
  // Malformed requests.
  { title: 'a body of 51 levels', status: 400, options: raw(nested(51)) },
  { title: 'a body of half a million levels', status: 400, options: raw(nested(500_000)) },
  { title: 'a body of 20,001 values', status: 400, options: raw(`[${Array(20_001).fill(1).join(',')}]`) },
  { title: 'a body of 350,000 objects', status: 400, options: raw(`[${Array(349_000).fill('{}').join(',')}]`) },
  { title: 'a list of 20,000 values', status: 422, options: raw(`[${Array(20_000).fill(1).join(',')}]`) },
  {
    title: 'an uncompressed body with Content-Encoding',
    status: 415,
    options: raw(good, { 'content-encoding': 'gzip' }),
  },
  { title: 'an empty body with Content-Encoding', status: 415, options: raw('', { 'content-encoding': 'gzip' }) },
  { title: 'a compressed body', status: 415, options: raw(gzipSync(good), { 'content-encoding': 'gzip' }) },
  { title: 'a body with an unknown encoding', status: 415, options: raw(good, { 'content-encoding': 'identity, x' }) },
  { title: 'malformed JSON', status: 400, options: raw('{"content": "Hello?"') },
  { title: 'JSON with a trailing comma', status: 400, options: raw('{"content": "Hello?",}') },
  { title: 'a body that is an array', status: 422, options: raw('[{"content":"Hello?"}]') },
  { title: 'a body that is a string', status: 422, options: raw('"Hello?"') },
  { title: 'a body that is a number', status: 422, options: raw('42') },
  { title: 'a body that is null', status: 422, options: raw('null') },
  { title: 'no body', status: 422, options: {} },
  { title: 'a prototype in the body', status: 422, options: raw('{"__proto__":{"content":"Hello?","model":"basic"}}') },
  { title: 'a text body', status: 415, options: raw(good, { 'content-type': 'text/plain' }) },
  {
    title: 'a form',
    status: 415,
    options: raw('content=Hello', { 'content-type': 'application/x-www-form-urlencoded' }),
  },
  {
    title: 'a multipart form',
    status: 415,
    options: raw('--x\r\n\r\n--x--', { 'content-type': 'multipart/form-data; boundary=x' }),
  },
  { title: 'XML', status: 415, options: raw('<content/>', { 'content-type': 'application/xml' }) },
  { title: 'a body without a content type', status: 415, options: raw(good, { 'content-type': '' }) },
  // Origin.
  { title: 'a write from another site', status: 403, options: raw(good, { 'sec-fetch-site': 'cross-site' }) },
  { title: 'a write from a sibling domain', status: 403, options: raw(good, { 'sec-fetch-site': 'same-site' }) },
  ...['image', 'script', 'style', 'iframe', 'object'].map((dest) => ({
    title: `a chat that a page embeds as its ${dest}`,
    status: 403,
    path: ({ characterId }: Chat) => `/api/chats/${characterId}?new=true`,
    options: { method: 'GET', headers: { 'sec-fetch-site': 'same-origin', 'sec-fetch-dest': dest } },
  })),
  { title: 'a write with another origin', status: 403, options: raw(good, { origin: 'https://evil.example' }) },
  { title: 'a write with the origin null', status: 403, options: raw(good, { origin: 'null' }) },
  { title: 'a write while signed out', status: 401, options: raw(good, { cookie: '' }) },
  { title: 'a write with a made-up session', status: 401, options: raw(good, { cookie: 'facet_session=nonsense' }) },
]

const tables = ['chat_sessions', 'chat_messages', 'replies', 'reply_parts', 'ruby_transactions', 'ruby_holds', 'users']

test.group('Bad input', (group) => {
  let stage: Stage
  group.setup(async () => {
    stage = await sharedStage()
    stage.upstream.answer = speak(['Never', ' said.'])
  })

  /** Reads everything that a rejected call might change. */
  const contents = async () => {
    const counts = tables.map((table) => `(select count(*) from ${table})::int as ${table}`)
    const { rows } = await stage.db.query(
      `SELECT ${counts.join(', ')}, (SELECT sum(balance - held) FROM ruby_accounts)::int AS rubies,
         (SELECT sum(messages_written) FROM chat_sessions)::int AS written`
    )
    return rows[0]
  }

  const assertProblem = (assert: any, answer: { status: number; body: any; text: string }, status: number) => {
    assert.equal(answer.status, status, answer.text)
    assert.isString(answer.body?.message, answer.text)
    assert.isString(answer.body.code)
    assert.match(answer.body.message, /[.?]$|^[A-Z][a-zA-Z ]+$/)
    assert.notMatch(answer.text, / at .*\.(ts|js):|select |node_modules|syntax error/i)
    for (const { field, rule, message } of answer.body.errors ?? []) {
      assert.isString(field)
      assert.isString(rule)
      assert.isString(message)
    }
  }

  for (const { title, status, options, body, path } of bad) {
    test(`${title}: ${status}, without changes`, async ({ assert }) => {
      const chat = await stage.chat(5)
      const before = await contents()
      const to = path?.(chat) ?? `/api/chats/${chat.characterId}/stream`
      const answer = await chat.client.call(to, { method: 'POST', body, ...options })
      assertProblem(assert, answer, status)
      if (status === 422) assert.isNotEmpty(answer.body.errors)
      assert.deepEqual(await contents(), before)
      assert.lengthOf(stage.upstream.calls, 0)
    })
  }

  test('another user’s session is 404 for every call, without changes', async ({ assert }) => {
    const chat = await stage.chat(5)
    const stranger = await stage.visitor()
    const before = await contents()
    const base = `/api/chats/${chat.characterId}`
    const { sessionId } = chat
    assertProblem(assert, await stranger.post(`${base}/stream`, { content: 'Hello?', sessionId }), 404)
    assertProblem(assert, await stranger.post(`${base}/stop`, { sessionId }), 404)
    assertProblem(assert, await stranger.get(`${base}/stream?session=${sessionId}`), 404)
    assertProblem(assert, await stranger.get(`${base}?session=${sessionId}`), 404)
    assertProblem(assert, await stranger.delete(`/api/chats/${sessionId}`), 404)
    assert.deepEqual(await contents(), before)
  })

  test('a session under another character is 404', async ({ assert }) => {
    const chat = await stage.chat(5)
    const base = `/api/chats/${stage.characterIds[3]}`
    const { client, sessionId } = chat
    assertProblem(assert, await client.post(`${base}/stream`, { content: 'Hello?', sessionId }), 404)
    assertProblem(assert, await client.post(`${base}/stop`, { sessionId }), 404)
    assertProblem(assert, await client.get(`${base}/stream?session=${sessionId}`), 404)
    assertProblem(assert, await client.get(`${base}?session=${sessionId}`), 404)
  })

  test('every other chat call refuses malformed input', async ({ assert }) => {
    const chat = await stage.chat(5)
    const { client, characterId, sessionId } = chat
    const cursor = (key: unknown) => Buffer.from(JSON.stringify(key)).toString('base64url')
    const refused: [string, number][] = [
      ['/api/chats?limit=0', 422],
      ['/api/chats?limit=501', 422],
      ['/api/chats?limit=ten', 422],
      ['/api/chats?limit=1.5', 422],
      ['/api/chats?limit=1&limit=2', 422],
      ['/api/chats?characterId=nonsense', 422],
      ['/api/chats?cursor=nonsense', 422],
      [`/api/chats?cursor=${cursor([0, '1', sessionId])}`, 422],
      [`/api/chats?cursor=${cursor([0, '2026-02-31 00:00:00+00', sessionId])}`, 422],
      [`/api/chats?cursor=${cursor([0, 1e300, sessionId])}`, 422],
      [`/api/chats?cursor=${cursor([0, 0.5, sessionId])}`, 422],
      [`/api/chats?cursor=${cursor([0, 1, 'nonsense'])}`, 422],
      [`/api/chats?cursor=${cursor([0, Number.MIN_SAFE_INTEGER, sessionId])}`, 200],
      [`/api/chats?cursor=${cursor([0, Number.MAX_SAFE_INTEGER, sessionId])}`, 200],
      [`/api/chats?cursor=${cursor([{}, [], null])}`, 422],
      ['/api/chats?characterId=%00', 422],
      ['/api/chats/nonsense', 404],
      [`/api/chats/${characterId}?session=nonsense`, 404],
      [`/api/chats/${characterId}?session=${sessionId}&session=${sessionId}`, 404],
      [`/api/chats/${characterId}?session=${sessionId}&before=nonsense`, 404],
      [`/api/chats/${characterId}/stream`, 404],
      [`/api/chats/${characterId}/stream?session=nonsense`, 404],
      [`/api/chats/${characterId}/nothing`, 404],
      [`/api/characters/${nilUuid.slice(0, -1)}g`, 404],
      [`/api/rubies/orders/z${nilUuid.slice(1)}`, 404],
    ]
    const before = await contents()
    for (const [path, status] of refused) {
      const answer = await client.get(path)
      assert.equal(answer.status, status, `${path}: ${answer.text}`)
      if (status !== 200) assertProblem(assert, answer, status)
    }
    assertProblem(assert, await client.post(`/api/chats/${characterId}/stop`, {}), 422)
    assertProblem(assert, await client.post(`/api/chats/${characterId}/stop`, { sessionId: 'nonsense' }), 404)
    assertProblem(assert, await client.post(`/api/chats/${characterId}/stop`, { sessionId: [sessionId] }), 404)
    assertProblem(assert, await client.delete(`/api/chats/nonsense`), 404)
    assertProblem(assert, await client.delete(`/api/chats/${randomUUID()}`), 404)
    assert.deepEqual(await contents(), before)
  })

  test('every write refuses a body that is not an object, without a 500', async ({ assert }) => {
    const chat = await stage.chat(5)
    const admin = await stage.visitor()
    await stage.db.query(`UPDATE users SET role = 'admin' WHERE id = $1`, [admin.user.id])
    const before = await contents()
    for (const path of [
      '/api/login',
      '/api/register',
      `/api/chats/${chat.characterId}/stop`,
      `/api/admin/users/${chat.client.user.id}/rubies`,
    ]) {
      for (const rawBody of ['null', '42', '"text"', '[]', 'true']) {
        const answer = await admin.call(path, { method: 'POST', rawBody, headers: { accept: 'application/json' } })
        assert.isTrue(
          answer.status === 422 || answer.status === 400,
          `${path} ${rawBody}: ${answer.status} ${answer.text}`
        )
        assertProblem(assert, answer, answer.status)
      }
    }
    assert.deepEqual(await contents(), before)
  })

  test('a visitor’s body is refused before it is parsed, if the call needs a session or the body is large', async ({
    assert,
  }) => {
    const visitor = new Client(stage.server.url)
    const post = (path: string, rawBody: string) =>
      visitor.call(path, { method: 'POST', rawBody, headers: { accept: 'application/json' } })
    const broken = '{"broken'
    for (const path of ['/api/characters', '/api/chats/import', '/api/personas', '/api/admin/import-characters']) {
      const answer = await post(path, broken)
      assert.isTrue(answer.status === 401 || (path === '/api/chats/import' && answer.status === 415), answer.text)
    }
    const many = `[${Array(8_000).fill('{}').join(',')}]`
    for (const path of [
      '/api/login',
      '/api/login/second-step',
      '/api/register',
      '/api/password/forgot',
      '/api/password/reset',
      '/api/email/verify',
    ]) {
      assertProblem(assert, await post(path, broken), 400)
      assertProblem(assert, await post(path, many), 413)
      const large = await visitor.call(path, {
        method: 'POST',
        rawBody: `email=${'x'.repeat(16_384)}`,
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
      })
      assertProblem(assert, large, 413)
      // The largest permitted body reaches the call.
      const largest = JSON.stringify({ email: 'x' }).padEnd(16_384)
      assert.notEqual((await post(path, largest)).status, 413, path)
    }
    assertProblem(assert, await post('/api/demo/stream', ' '.repeat(524_289)), 413)
  })

  test('an undecodable address is refused like any other', async ({ assert }) => {
    const client = await stage.visitor()
    for (const path of ['/api/characters/%', '/api/characters/%zz', '/api/characters/%ff', '/%c0%af'])
      for (const method of ['GET', 'POST']) {
        const { status, headers, body, text } = await client.call(path, { method })
        assert.equal(status, 400, `${method} ${path}: ${text}`)
        assert.equal(body?.code, 'malformed', text)
        assert.equal(headers['x-content-type-options'], 'nosniff')
      }
  })

  test('a null name removes the name', async ({ assert }) => {
    const client = await stage.visitor()
    const names = { firstName: null, lastName: null, personaName: null }
    const { status, body, text } = await client.put('/api/user/settings', names)
    assert.equal(status, 200, text)
    assert.deepInclude(body, names)
  })

  test('every chat call is 401 when signed out', async ({ assert }) => {
    const { characterId, sessionId } = await stage.chat(5)
    const client = await stage.visitor()
    client.cookie = ''
    for (const path of [
      '/api/chats',
      `/api/chats/${characterId}`,
      `/api/chats/${characterId}?new=true`,
      `/api/chats/${characterId}/stream?session=${sessionId}`,
    ])
      assertProblem(assert, await client.get(path), 401)
    assertProblem(assert, await client.post(`/api/chats/${characterId}/stop`, { sessionId }), 401)
    assertProblem(assert, await client.delete(`/api/chats/${sessionId}`), 401)
  })

  test('accepts unusual input: 8,000 emoji, right-to-left text, unknown fields', async ({ assert }) => {
    const chat = await stage.chat(5)
    for (const [content, more] of [
      ['🦊'.repeat(8_000), {}],
      ['שלום\u202e {{user}} <script>alert(1)</script>', { surprise: { deep: [1, 2] } }],
    ] as const) {
      const events = await (await send(chat, content, more)).ended
      assert.equal(last(events).type, 'aiComplete')
      assert.equal(events[0]?.type === 'userMessage' && events[0].message.content, content)
    }
  })
})
