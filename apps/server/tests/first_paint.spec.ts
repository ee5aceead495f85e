import type { IncomingMessage, ServerResponse } from 'node:http'
import { setImmediate as turn } from 'node:timers/promises'
import { test } from '@japa/runner'
import { Client } from '#tests/support/client'
import { asking } from '#tests/support/databases'
import { sharedServer } from '#tests/support/server'
import { FirstPaint, type Painter } from '../src/first_paint.ts'

const member = async () => new Client((await sharedServer()).url).register()

/** What the page shows before anything runs in it. */
const rootOf = (page: string) => /<div id="root">(.*?)<\/div><script type="application\/json"/s.exec(page)?.[1] ?? ''
const dataOf = (page: string) => {
  const [, json] = /<script type="application\/json" id="first-data">([^<]*)<\/script>/.exec(page) ?? []
  return json === undefined ? null : (JSON.parse(json) as { queries: { queryKey: unknown[]; state: { data: any } }[] })
}
const escaped = (text: string) =>
  text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#x27;')
const drawn = async (client: Client, path: string) => {
  const { status, headers, text } = await client.get(path)
  return { status, headers, text, root: rootOf(text), data: dataOf(text) }
}
const openChat = async (client: Client, characterId: string) =>
  (await client.get(`/api/chats/${characterId}?new=true`)).body.session.id as string

/** A new character of the user. Those of the gallery change while other specs run. */
const newCharacter = async (client: Client): Promise<string> => {
  const { body } = await client.post('/api/characters', {
    name: 'Mo Thwaite',
    description: 'Mends nets.',
    backstory: 'Born at sea.',
    personality: 'Calm.',
    avatar: '/pictures/builtin/a.webp',
  })
  return body.id
}

/** A chat with a new character, with so many messages of so many letters each. */
const longChat = async (client: Client, count: number, letters: number) => {
  const id = await newCharacter(client)
  const session = await openChat(client, id)
  const run = asking((await sharedServer()).databaseUrl)
  await run('DELETE FROM chat_messages WHERE chat_session_id = $1', [session])
  await run(
    `INSERT INTO chat_messages (id, chat_session_id, position, user_id, content)
     SELECT uuidv7(), $1, n + 1, CASE WHEN n % 2 = 0 THEN $4::uuid END, rpad('Message ' || n || '. ', $3::int, 'and so on ')
     FROM generate_series(0, $2::int - 1) n`,
    [session, count, letters, client.user.id]
  )
  return `/chat/${id}?session=${session}`
}

test.group('The first screen', () => {
  test('is the gallery for who is signed in, as the calls answer it, drawn and with what was read for it', async ({
    assert,
  }) => {
    const client = await member()
    const { headers, root, data } = await drawn(client, '/')
    const { body: characters } = await client.get('/api/characters?limit=24')
    assert.isAbove(characters.length, 3)
    for (const { name } of characters) assert.include(root, escaped(name))
    assert.match(root, /^<div inert aria-hidden="true">/)
    const [user, list] = ['/api/auth/user', '/api/characters'].map(
      (path) => data!.queries.find(({ queryKey }) => JSON.stringify(queryKey).includes(path))!.state.data
    )
    assert.equal(user.id, client.user.id)
    assert.deepEqual(list.pages[0].items, characters)
    assert.equal(headers['cache-control'], 'private, no-store')
  })

  test('is what a search and a chip show, and says so when nobody fits', async ({ assert }) => {
    const client = await member()
    const found = await drawn(client, '/?q=wenna')
    assert.include(found.root, 'Wenna Thorncroft')
    assert.notInclude(found.root, 'Gerald of Ashby Moor')
    assert.include((await drawn(client, '/?q=nobody%20at%20all')).root, 'No characters found')
  })

  test('is the chat that the address names, with its words escaped', async ({ assert }) => {
    const client = await member()
    const [{ id, name }] = (await client.get('/api/characters?q=wenna')).body
    const session = await openChat(client, id)
    const words = '</script><script>alert("me & you")</script><!-- <b>'
    const told = await client.stream(`/api/chats/${id}/stream`, {
      method: 'POST',
      body: { content: words, sessionId: session, model: 'basic' },
    })
    await told.ended
    const { status, text, root, data } = await drawn(client, `/chat/${id}?session=${session}`)
    assert.equal(status, 200)
    assert.include(root, name)
    assert.include(root, '&lt;/script&gt;&lt;script&gt;alert(&quot;me &amp; you&quot;)')
    assert.notInclude(text, '<script>alert')
    assert.include(JSON.stringify(data), JSON.stringify(words).slice(1, -1))
  })

  test('has nothing of anybody else', async ({ assert }) => {
    const [client, stranger] = [await member(), await member()]
    const [{ id }] = (await client.get('/api/characters?q=wenna')).body
    const session = await openChat(client, id)
    const theirs = await drawn(stranger, `/chat/${id}?session=${session}`)
    assert.isNull(theirs.data)
    assert.include(theirs.text, '<div id="root"></div>')
    for (const path of ['/', `/chat/${id}?session=${session}`])
      assert.notInclude((await drawn(stranger, path)).text, client.user.id)
  })

  test('comes before the app: its parts stand by, its styles don’t', async ({ assert }) => {
    const client = await member()
    const [{ id }] = (await client.get('/api/characters?q=wenna')).body
    const { text } = await drawn(client, `/chat/${id}?session=${await openChat(client, id)}`)
    const [head = '', body = ''] = text.split('</head>')
    assert.notInclude(head, 'modulepreload')
    assert.notInclude(head, 'as="fetch"')
    assert.match(head, /<link rel="stylesheet" crossorigin href="\/assets\/chat_route-/)
    assert.match(
      body,
      /<template id="app-parts">(<link rel="modulepreload"[^>]*>|<script type="module"[^>]*><\/script>)+<\/template>/
    )
    assert.notMatch(text, /<script(?![^>]*\bsrc=)(?! type="application\/json")/, 'no inline script')
  })

  test('is the front page for visitors, the same for all of them and with nothing of anybody', async ({ assert }) => {
    const { url } = await sharedServer()
    const { root, data, headers, text } = await drawn(new Client(url), '/')
    const { body: characters } = await new Client(url).get('/api/characters?limit=12')
    assert.isAbove(characters.filter(({ avatar }: { avatar: string }) => root.includes(avatar)).length, 1)
    assert.include(root, 'Welcome to')
    assert.isNull(data!.queries.find(({ queryKey }) => queryKey[0] === '/api/auth/user')!.state.data)
    assert.equal(headers['cache-control'], 'no-cache')
    assert.isUndefined(headers['set-cookie'])
    // Kept for a while, and whoever asks for it: it is drawn for a visitor.
    const member = await new Client(url).register()
    assert.notEqual((await drawn(member, '/')).root, root)
    assert.equal((await drawn(new Client(url), '/')).text, text)
  })

  test('is not drawn for visitors elsewhere, for who is signed in no more, and where nothing is known to draw', async ({
    assert,
  }) => {
    const client = await member()
    const visitor = new Client(client.url)
    for (const path of ['/?q=wenna', '/settings']) assert.isNull((await drawn(visitor, path)).data, path)
    for (const path of ['/settings', '/nothing', '/chat/nobody', '/chat/nobody?session=nothing'])
      assert.isNull((await drawn(client, path)).data, path)
    const { cookie } = client
    await client.get('/api/logout')
    client.cookie = cookie
    const late = await drawn(client, '/')
    assert.isNull(late.data)
    assert.equal(late.headers['cache-control'], 'no-cache')
  })

  for (const path of ['..%2Flogout', '%2e%2e%2Flogout', '..%252Flogout', '..%5Clogout', '..%2F..%2Fapi%2Flogout'])
    test(`asks for no other call when the address is /chat/${path}`, async ({ assert }) => {
      const client = await member()
      const session = '0198c5a6-0000-7000-8000-000000000000'
      const { status, data } = await drawn(client, `/chat/${path}?session=${session}`)
      assert.equal(status, 200)
      assert.isNull(data)
      assert.equal((await client.get('/api/auth/user')).status, 200)
    })

  for (const path of ['..%2Fevents', '..%2Fuser%2Fexport'])
    test(`opens no stream and no export when the address is /chat/${path}`, async ({ assert }) => {
      const client = await member()
      const session = '0198c5a6-0000-7000-8000-000000000000'
      const { status, data } = await drawn(client, `/chat/${path}?session=${session}`)
      assert.equal(status, 200)
      assert.isNull(data)
    })

  test('is not drawn for a page that embeds it', async ({ assert }) => {
    const client = await member()
    const headers = { 'sec-fetch-site': 'same-origin', 'sec-fetch-mode': 'no-cors', 'sec-fetch-dest': 'image' }
    assert.isNull(dataOf((await client.call('/', { headers })).text))
    const visited = { 'sec-fetch-site': 'none', 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document' }
    assert.isNotNull(dataOf((await client.call('/', { headers: visited })).text))
  })

  test('shows no stored picture that is a call of this server', async ({ assert }) => {
    const client = await member()
    const run = asking((await sharedServer()).databaseUrl)
    const id = await newCharacter(client)
    const picture = `${client.url}/api/logout`
    await run('UPDATE characters SET avatar = $1, background = $1 WHERE id = $2', [picture, id])
    const { root } = await drawn(client, '/?q=thwaite')
    assert.include(root, 'Mo Thwaite')
    assert.notInclude(root, '/api/logout')
  })

  test('of a long chat is its end, and the app reads the rest', async ({ assert }) => {
    const client = await member()
    const read = async (address: string) => {
      const { root, data } = await drawn(client, address)
      const { state } = data!.queries.find(({ queryKey }) => String(queryKey[0]).startsWith('/api/chats/'))! as {
        state: { data: any; dataUpdatedAt?: number }
      }
      return { root, chat: state.data, isOutOfDate: state.dataUpdatedAt === 0 }
    }
    const whole = await read(await longChat(client, 3, 100))
    assert.lengthOf(whole.chat.messages, 3)
    assert.isFalse(whole.chat.hasOlder)
    assert.isFalse(whole.isOutOfDate)
    for (const [address, count] of [
      [await longChat(client, 200, 20), 20],
      [await longChat(client, 200, 8_000), 2],
    ] as const) {
      const { root, chat, isOutOfDate } = await read(address)
      assert.lengthOf(chat.messages, count)
      assert.isTrue(chat.hasOlder)
      assert.isTrue(isOutOfDate)
      assert.include(root, 'Message 199.')
      assert.notInclude(root, 'Message 100.')
    }
  })

  test('is left to the app where the last message alone is too much to draw', async ({ assert }) => {
    const client = await member()
    assert.isNull((await drawn(client, await longChat(client, 2, 32_000))).data)
  })

  test('is private when the page sets a cookie, drawn or not', async ({ assert }) => {
    const client = await member()
    const run = asking((await sharedServer()).databaseUrl)
    const unknown = '0198c5a6-0000-7000-8000-000000000000'
    await run("UPDATE auth_sessions SET touched_at = now() - interval '1 hour' WHERE user_id = $1", [client.user.id])
    const page = await drawn(client, `/chat/${unknown}?session=${unknown}`)
    assert.isNull(page.data)
    assert.isDefined(page.headers['set-cookie'])
    assert.equal(page.headers['cache-control'], 'private, no-store')
  })

  test('comes packed to who can unpack it', async ({ assert }) => {
    const client = await member()
    const answer = await fetch(`${client.url}/`, { headers: { cookie: client.cookie, 'accept-encoding': 'gzip' } })
    assert.equal(answer.headers.get('content-encoding'), 'gzip')
    assert.include(await answer.text(), 'id="first-data"')
    const plain = await client.get('/')
    assert.isUndefined(plain.headers['content-encoding'])
  })
})

type Handle = (request: IncomingMessage, response: ServerResponse) => void

/** A drawing whose painter, calls and clock are in the hands of a test. */
const given = (handle: Handle, paint: (ask: (path: string) => Promise<unknown>) => Promise<unknown>) => {
  const timers: { ms: number; run: () => void }[] = []
  const open = new Set<ServerResponse>()
  const calls: IncomingMessage[] = []
  const draws = async (_: string, ask: (path: string) => Promise<unknown>) => {
    await paint(ask)
    return { html: 'drawn', data: null }
  }
  const firstPaint = new FirstPaint({
    server: {
      handle: (async (request: IncomingMessage, response: ServerResponse) => {
        calls.push(request)
        open.add(response)
        response.once('close', () => open.delete(response))
        handle(request, response)
      }) as never,
    },
    logger: { warn: () => {}, debug: () => {} } as never,
    load: async () => ({ paint: draws, paintFront: (ask) => draws('/', ask) }) as Painter,
    after: (ms, run) => {
      const timer = { ms, run }
      timers.push(timer)
      return () => void timers.splice(timers.indexOf(timer), 1)
    },
  })
  const ctx = (headers: Record<string, string> = {}) =>
    ({
      request: { url: () => '/', host: () => 'facet.example', request: { headers, socket: {} } },
      response: { append: () => {} },
    }) as never
  return { firstPaint, ctx, timers, open, calls }
}
const answer: Handle = (_, response) => {
  response.setHeader('content-type', 'application/json; charset=utf-8')
  response.end('{}')
}
const never: Handle = () => {}

test.group('Drawing a first screen', () => {
  test('is given up after 300 ms, and what was asked for is aborted', async ({ assert }) => {
    const { firstPaint, ctx, timers, open, calls } = given(never, (ask) => ask('/api/models'))
    const drawn = firstPaint.draw(ctx(), 'session')
    while (calls.length === 0) await turn()
    assert.deepEqual(
      timers.map(({ ms }) => ms),
      [300]
    )
    timers[0]!.run()
    assert.isNull(await drawn)
    while (open.size > 0) await turn()
  })

  test('is given up for the front page too, which is drawn again for the next visitor', async ({ assert }) => {
    let handle = never
    const { firstPaint, ctx, timers, calls } = given(
      (request, response) => handle(request, response),
      (ask) => ask('/api/characters?limit=12')
    )
    const drawn = firstPaint.drawFront(ctx())
    while (calls.length === 0) await turn()
    timers[0]!.run()
    assert.isNull(await drawn)
    handle = answer
    assert.include(await firstPaint.drawFront(ctx()), 'drawn')
    assert.include(await firstPaint.drawFront(ctx()), 'drawn')
    assert.lengthOf(calls, 2)
    assert.lengthOf(timers, 0)
  })

  test('asks for nothing but the calls that first screens need', async ({ assert }) => {
    const session = 'session=0198c5a6-0000-7000-8000-000000000001'
    const chat = '/api/chats/0198c5a6-0000-7000-8000-000000000001'
    for (const [path, isAsked] of [
      ['/api/auth/user', true],
      ['/api/models', true],
      ['/api/daily-reward/check', true],
      ['/api/characters?limit=24&q=a%2F..%2F', true],
      [`${chat}?${session}`, true],
      ['/api/logout', false],
      ['/api/events', false],
      ['/api/user/export', false],
      ['/api/characters/../logout?a=b', false],
      [`${chat}/stream?${session}`, false],
      [`${chat}?new=true`, false],
      [`${chat}?${session}&new=true`, false],
      [`/api/chats/../logout?${session}`, false],
      [`/api/chats/..%2Flogout?${session}`, false],
      ['//evil.example/api/models', false],
    ] as const) {
      const { firstPaint, ctx, calls } = given(answer, (ask) => ask(path))
      assert.equal((await firstPaint.draw(ctx(), 'session')) !== null, isAsked, path)
      assert.lengthOf(calls, isAsked ? 1 : 0)
    }
  })

  test('reads no stream, and closes it', async ({ assert }) => {
    const answers: unknown[] = []
    const stream: Handle = (_, response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' })
      response.write(': ping\n\n')
    }
    const { firstPaint, ctx, open } = given(stream, async (ask) => void answers.push(await ask('/api/models')))
    await firstPaint.draw(ctx(), 'session')
    assert.deepEqual(answers, [null])
    while (open.size > 0) await turn()
  })

  test('carries what the browser says of the request, and of visitors nothing', async ({ assert }) => {
    const headers = {
      cookie: 'facet_session=x',
      'sec-fetch-site': 'cross-site',
      'sec-fetch-dest': 'document',
      'x-a': 'b',
    }
    const { firstPaint, ctx, calls } = given(answer, (ask) => ask('/api/characters?limit=12'))
    await firstPaint.draw(ctx(headers), 'session')
    await firstPaint.drawFront(ctx(headers))
    const [own, front] = calls.map((call) => call.headers)
    assert.deepInclude(own, { cookie: 'facet_session=x', 'sec-fetch-site': 'cross-site', 'sec-fetch-dest': 'document' })
    assert.notProperty(own, 'x-a')
    for (const name of ['cookie', 'sec-fetch-site', 'sec-fetch-dest']) assert.notProperty(front, name)
  })

  test('happens twice at once for one session and eight times in a process, and again afterwards', async ({
    assert,
  }) => {
    const gate = Promise.withResolvers<void>()
    const { firstPaint, ctx } = given(answer, () => gate.promise)
    const first = [firstPaint.draw(ctx(), 'one'), firstPaint.draw(ctx(), 'one')]
    assert.isNull(await firstPaint.draw(ctx(), 'one'))
    const others = ['two', 'two', 'three', 'three', 'four', 'four'].map((session) => firstPaint.draw(ctx(), session))
    assert.isNull(await firstPaint.draw(ctx(), 'five'))
    gate.resolve()
    for (const drawn of await Promise.all([...first, ...others])) assert.include(drawn, 'drawn')
    assert.include(await firstPaint.draw(ctx(), 'one'), 'drawn')
  })
})
