import type { IncomingMessage, ServerResponse } from 'node:http'
import { join } from 'node:path'
import { setImmediate as turn } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import { test } from '@japa/runner'
import { AdjustableTimers } from '#plugins/contract/adjustable_timers'
import { projectRoot } from '#config/env'
import { Client } from '#tests/support/client'
import { asking } from '#tests/support/databases'
import { sharedServer } from '#tests/support/server'
import { waitUntil } from '#tests/support/wait_until'
import { PageRenderer, type ScreenRenderer } from '../src/page_renderer.ts'

const member = async () => new Client((await sharedServer()).url).register()

/** Returns the HTML in the page's root before any script runs. */
const rootOf = (page: string) => /<div id="root">(.*?)<\/div>\s*<script type="application\/json"/s.exec(page)?.[1] ?? ''
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
const openPage = async (client: Client, path: string) => {
  const { status, headers, text } = await client.get(path)
  return { status, headers, text, root: rootOf(text), data: dataOf(text) }
}
const openChat = async (client: Client, characterId: string) =>
  (await client.get(`/api/chats/${characterId}?new=true`)).body.session.id as string

/** Creates a character of the user. Other specs change the characters of the gallery. */
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

/** Creates a chat and returns its address. The chat has `count` messages of `letters` characters each, which repeat `words`. */
const longChat = async (client: Client, count: number, letters: number, words = 'and so on ') => {
  const id = await newCharacter(client)
  const session = await openChat(client, id)
  const run = asking((await sharedServer()).databaseUrl)
  await run('DELETE FROM chat_messages WHERE chat_session_id = $1', [session])
  await run(
    `INSERT INTO chat_messages (user_id, id, chat_session_id, position, author_id, content)
     SELECT $4, uuidv7(), $1, n + 1, CASE WHEN n % 2 = 0 THEN $4::uuid END, rpad('Message ' || n || '. ', $3::int, $5)
     FROM generate_series(0, $2::int - 1) n`,
    [session, count, letters, client.user.id, words]
  )
  return `/chat/${id}?session=${session}`
}

test.group('The first screen', () => {
  test('is the gallery for a signed-in user, rendered with the answers of the API and their data', async ({
    assert,
  }) => {
    const client = await member()
    const { headers, root, data } = await openPage(client, '/')
    const { body: characters } = await client.get('/api/characters?limit=24')
    assert.isAbove(characters.length, 3)
    for (const { name } of characters) assert.include(root, escaped(name))
    assert.match(root, /^<div inert aria-hidden="true">/)
    const [user, list, shelves, chips] = ['/api/auth/user', '"list"', '"shelves"', '"chips"'].map(
      (part) => data!.queries.find(({ queryKey }) => JSON.stringify(queryKey).includes(part))!.state.data
    )
    assert.equal(user.id, client.user.id)
    assert.deepEqual(list.pages[0].items, characters)
    assert.deepEqual(shelves, (await client.get('/api/characters/shelves')).body)
    for (const { title } of shelves) assert.include(root, escaped(title))
    assert.deepEqual(chips, (await client.get('/api/characters/chips')).body)
    assert.equal(headers['cache-control'], 'private, no-store')
  })

  test('applies a search, and reports when nothing matches', async ({ assert }) => {
    const client = await member()
    const found = await openPage(client, '/?q=wenna')
    // The page marks the match with tags.
    assert.include(found.root.replaceAll(/<[^>]*>/g, ''), 'Wenna Thorncroft')
    assert.notInclude(found.root, 'Gerald of Ashby Moor')
    assert.include((await openPage(client, '/?q=nobody%20at%20all')).root, 'No characters found')
  })

  test('is the chat in the address, with its text escaped', async ({ assert }) => {
    const client = await member()
    const [{ id, name }] = (await client.get('/api/characters?q=wenna')).body
    const session = await openChat(client, id)
    const words = '</script><script>alert("me & you")</script><!-- <b>'
    const reply = await client.stream(`/api/chats/${id}/stream`, {
      method: 'POST',
      body: { content: words, sessionId: session, model: 'basic' },
    })
    await reply.ended
    const { status, text, root, data } = await openPage(client, `/chat/${id}?session=${session}`)
    assert.equal(status, 200)
    assert.include(root, name)
    // Speech has its own element.
    assert.include(root.replaceAll(/<[^>]*>/g, ''), '&lt;/script&gt;&lt;script&gt;alert(&quot;me &amp; you&quot;)')
    assert.notInclude(text, '<script>alert')
    assert.include(JSON.stringify(data), JSON.stringify(words).slice(1, -1))
  })

  test('opens the chat that the address leaves open, and the browser gets the same', async ({ assert }) => {
    const client = await member()
    const [{ id, name }] = (await client.get('/api/characters?q=wenna')).body
    for (const query of ['', '?new=true']) {
      const { root, data } = await openPage(client, `/chat/${id}${query}`)
      assert.include(root, name)
      const { state } = data!.queries.find(({ queryKey }) => String(queryKey[0]).startsWith('/api/chats/'))! as {
        state: { data: any }
      }
      assert.equal((await client.get(`/api/chats/${id}${query}`)).body.session.id, state.data.session.id)
    }
  })

  test('contains no data of another user', async ({ assert }) => {
    const [client, stranger] = [await member(), await member()]
    const [{ id }] = (await client.get('/api/characters?q=wenna')).body
    const session = await openChat(client, id)
    const other = await openPage(stranger, `/chat/${id}?session=${session}`)
    assert.isNull(other.data)
    assert.include(other.text, '<div id="root"></div>')
    for (const path of ['/', `/chat/${id}?session=${session}`])
      assert.notInclude((await openPage(stranger, path)).text, client.user.id)
  })

  test('applies its styles at once and defers the scripts of the app', async ({ assert }) => {
    const client = await member()
    const [{ id }] = (await client.get('/api/characters?q=wenna')).body
    const { text } = await openPage(client, `/chat/${id}?session=${await openChat(client, id)}`)
    const [head = '', body = ''] = text.split('</head>')
    assert.notInclude(head, 'modulepreload')
    assert.notInclude(head, 'as="fetch"')
    assert.match(head, /<link rel="stylesheet" crossorigin href="\/assets\/(?!index-)\w+-/)
    assert.match(
      body,
      /<template id="app-parts">(<link rel="modulepreload"[^>]*>|<script type="module"[^>]*><\/script>)+<\/template>/
    )
    assert.notMatch(text, /<script(?![^>]*\bsrc=)(?! type="application\/json")/, 'no inline script')
  })

  test('is the landing page for visitors, the same for all and without data of a user', async ({ assert }) => {
    const { url } = await sharedServer()
    const { root, data, headers, text } = await openPage(new Client(url), '/')
    const { body: characters } = await new Client(url).get('/api/characters/landing')
    assert.isAbove(characters.filter(({ avatar }: { avatar: string }) => root.includes(avatar)).length, 1)
    assert.include(root, 'Welcome to')
    assert.isNull(data!.queries.find(({ queryKey }) => queryKey[0] === '/api/auth/user')!.state.data)
    assert.equal(headers['cache-control'], 'no-cache')
    assert.isUndefined(headers['set-cookie'])
    // Visitors get the cached page, which a signed-in user's request doesn't change.
    const member = await new Client(url).register()
    assert.notEqual((await openPage(member, '/')).root, root)
    assert.equal((await openPage(new Client(url), '/')).text, text)
  })

  test('is not rendered for visitors on other pages, for an ended session, and for other screens', async ({
    assert,
  }) => {
    const client = await member()
    const visitor = new Client(client.url)
    for (const path of ['/?q=wenna', '/settings']) assert.isNull((await openPage(visitor, path)).data, path)
    for (const path of ['/settings', '/nothing', '/chat/nobody', '/chat/nobody?session=nothing'])
      assert.isNull((await openPage(client, path)).data, path)
    const { cookie } = client
    await client.get('/api/logout')
    client.cookie = cookie
    const late = await openPage(client, '/')
    assert.isNull(late.data)
    assert.equal(late.headers['cache-control'], 'no-cache')
  })

  for (const path of ['..%2Flogout', '%2e%2e%2Flogout', '..%252Flogout', '..%5Clogout', '..%2F..%2Fapi%2Flogout'])
    test(`makes no other call when the address is /chat/${path}`, async ({ assert }) => {
      const client = await member()
      const session = '0198c5a6-0000-7000-8000-000000000000'
      const { status, data } = await openPage(client, `/chat/${path}?session=${session}`)
      assert.equal(status, 200)
      assert.isNull(data)
      assert.equal((await client.get('/api/auth/user')).status, 200)
    })

  for (const path of ['..%2Fevents', '..%2Fuser%2Fexport'])
    test(`opens no stream and no export when the address is /chat/${path}`, async ({ assert }) => {
      const client = await member()
      const session = '0198c5a6-0000-7000-8000-000000000000'
      const { status, data } = await openPage(client, `/chat/${path}?session=${session}`)
      assert.equal(status, 200)
      assert.isNull(data)
    })

  test('is not rendered when another page embeds it', async ({ assert }) => {
    const client = await member()
    const headers = { 'sec-fetch-site': 'same-origin', 'sec-fetch-mode': 'no-cors', 'sec-fetch-dest': 'image' }
    assert.isNull(dataOf((await client.call('/', { headers })).text))
    const visited = { 'sec-fetch-site': 'none', 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document' }
    assert.isNotNull(dataOf((await client.call('/', { headers: visited })).text))
  })

  test('shows no stored picture that points to an API call of this server', async ({ assert }) => {
    const client = await member()
    const run = asking((await sharedServer()).databaseUrl)
    const id = await newCharacter(client)
    const picture = `${client.url}/api/logout`
    await run('UPDATE characters SET avatar = $1, background = $1 WHERE id = $2', [picture, id])
    const { root } = await openPage(client, '/?q=thwaite')
    assert.include(root, 'Mo Thwaite')
    assert.notInclude(root, '/api/logout')
  })

  test('of a long chat has its last messages', async ({ assert }) => {
    const client = await member()
    const read = async (address: string) => {
      const { root, data } = await openPage(client, address)
      const { state } = data!.queries.find(({ queryKey }) => String(queryKey[0]).startsWith('/api/chats/'))! as {
        state: { data: any }
      }
      return { root, chat: state.data }
    }
    const whole = await read(await longChat(client, 3, 100))
    assert.lengthOf(whole.chat.messages, 3)
    assert.isFalse(whole.chat.hasOlder)
    for (const [address, count] of [
      [await longChat(client, 200, 20), 20],
      [await longChat(client, 200, 8_000), 2],
    ] as const) {
      const { root, chat } = await read(address)
      assert.lengthOf(chat.messages, count)
      assert.isTrue(chat.hasOlder)
      assert.include(root, 'Message 199.')
      assert.notInclude(root, 'Message 100.')
    }
  })

  test('is not rendered when the last message alone is too long or has too many paragraphs or actions', async ({
    assert,
  }) => {
    const client = await member()
    for (const [letters, words] of [
      [32_000, 'and so on '],
      [4_000, 'a\n\n'],
      [4_000, '*a* b '],
    ] as const)
      assert.isNull((await openPage(client, await longChat(client, 2, letters, words))).data, words)
  })

  test('of a chat has a bounded number of elements, whatever its messages contain', async ({ assert }) => {
    const client = await member()
    for (const words of ['a\n\n', '*a* b ', '*', '\n', '**a** *b*\n\n| c |\n', '她微笑 🦊 *好*\n\n']) {
      const { root } = await openPage(client, await longChat(client, 40, 900, words))
      assert.isAbove(root.length, 0, words)
      assert.isBelow(root.match(/<[a-z]/g)!.length, 3_000, words)
    }
  })

  test('has the announcements for its reader', async ({ assert, cleanup }) => {
    const { databaseUrl } = await sharedServer()
    const run = asking(databaseUrl)
    cleanup(
      async () =>
        void (await run(`WITH gone AS (DELETE FROM announcements) SELECT pg_notify('facet_site_notices', '')`))
    )
    await run(
      `WITH made AS (
         INSERT INTO announcements (id, text, audience, is_dismissible, is_draft)
         VALUES (uuidv7(), 'A **larger** machine', 'users', true, false), (uuidv7(), 'For admins', 'admins', true, false)
       )
       SELECT pg_notify('facet_site_notices', '')`
    )
    const client = await member()
    const shown = async () => (await client.get('/api/announcements')).body.announcements
    await waitUntil('the server has read it', async () => (await shown()).length > 0)
    const [{ id }] = await shown()
    const { root, data } = await openPage(client, '/')
    assert.match(root, /<strong[^>]*>(<[^>]+>)*larger/)
    assert.include(root, `data-unless="dismissed-announcements" data-unless-includes="${id}"`)
    assert.notInclude(root, 'For admins')
    const query = data!.queries.find(({ queryKey }) => queryKey[0] === '/api/announcements')!
    assert.deepEqual(query.state.data.announcements, await shown())
  })

  test('is rendered in several turns of the event loop', async ({ assert }) => {
    const client = await member()
    const address = await longChat(client, 12, 900)
    const file = join(projectRoot, 'apps/web/dist/.server_render/render_page.js')
    const { renderScreen } = (await import(pathToFileURL(file).href)) as ScreenRenderer
    const answers = new Map<string, { body: unknown; link: null }>()
    const fetchJson = async (path: string) => {
      if (!answers.has(path)) answers.set(path, { body: (await client.get(path)).body, link: null })
      return answers.get(path)!
    }
    await renderScreen(address, fetchJson, [])
    let turns = 0
    let next = setImmediate(function count() {
      turns += 1
      next = setImmediate(count)
    })
    const page = await renderScreen(address, fetchJson, [])
    clearImmediate(next)
    assert.include(page!.html, 'Message 11.')
    // The turns are for two sidebars, the screen, four groups of messages, and the whole page.
    assert.isAtLeast(turns, 8)
  })

  test('of a chat reads no more than it renders', async ({ assert }) => {
    const client = await member()
    const address = new URL(await longChat(client, 200, 8_000), client.url)
    const path = `/api/chats${address.pathname.slice('/chat'.length)}${address.search}`
    const { body } = await client.get(`${path}&end=true`)
    assert.lengthOf(body.messages, 2)
    assert.isTrue(body.hasOlder)
    const [last] = (await client.get(path)).body.messages.slice(-1)
    assert.equal(body.messages[1].id, last.id)
    const tooLong = new URL(await longChat(client, 2, 32_000), client.url)
    const none = await client.get(`/api/chats${tooLong.pathname.slice('/chat'.length)}${tooLong.search}&end=true`)
    assert.lengthOf(none.body.messages, 0)
    assert.isTrue(none.body.hasOlder)
  })

  test('is private when the page sets a cookie, rendered or not', async ({ assert }) => {
    const client = await member()
    const run = asking((await sharedServer()).databaseUrl)
    const unknown = '0198c5a6-0000-7000-8000-000000000000'
    await run("UPDATE auth_sessions SET touched_at = now() - interval '1 hour' WHERE user_id = $1", [client.user.id])
    const page = await openPage(client, `/chat/${unknown}?session=${unknown}`)
    assert.isNull(page.data)
    assert.isDefined(page.headers['set-cookie'])
    assert.equal(page.headers['cache-control'], 'private, no-store')
  })

  test('is compressed for clients that accept gzip', async ({ assert }) => {
    const client = await member()
    const answer = await fetch(`${client.url}/`, { headers: { cookie: client.cookie, 'accept-encoding': 'gzip' } })
    assert.equal(answer.headers.get('content-encoding'), 'gzip')
    assert.include(await answer.text(), 'id="first-data"')
    const plain = await client.get('/')
    assert.isUndefined(plain.headers['content-encoding'])
  })
})

type Handle = (request: IncomingMessage, response: ServerResponse) => void

/** Creates a renderer whose calls, screens and clock the test controls. */
const rendererWith = (handle: Handle, load: (fetchJson: (path: string) => Promise<unknown>) => Promise<unknown>) => {
  const timers = new AdjustableTimers()
  const open = new Set<ServerResponse>()
  const calls: IncomingMessage[] = []
  const render = async (_: string, fetchJson: (path: string) => Promise<unknown>) => {
    await load(fetchJson)
    return { html: 'rendered', data: null }
  }
  const firstPaint = new PageRenderer({
    server: {
      handle: (async (request: IncomingMessage, response: ServerResponse) => {
        calls.push(request)
        open.add(response)
        response.once('close', () => open.delete(response))
        handle(request, response)
      }) as never,
    },
    logger: { warn: () => {}, debug: () => {} } as never,
    timeoutMs: 300,
    load: async () =>
      ({
        renderScreen: render,
        renderLanding: (fetchJson) => render('/', fetchJson),
        renderShared: (_, fetchJson) => render('/', fetchJson),
        renderSitePage: (_, fetchJson) => render('/', fetchJson),
        setHasRubies: () => {},
      }) as ScreenRenderer,
    timers,
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

test.group('Rendering a page', () => {
  test('times out after 300 ms and aborts its calls', async ({ assert }) => {
    const { firstPaint, ctx, timers, open, calls } = rendererWith(never, (fetchJson) => fetchJson('/api/models'))
    const page = firstPaint.renderForSession(ctx(), 'session')
    while (calls.length === 0) await turn()
    let isOver = false
    void page.then(() => (isOver = true))
    await timers.advance(299)
    assert.isFalse(isOver)
    await timers.advance(1)
    assert.isNull(await page)
    while (open.size > 0) await turn()
  })

  test('times out for the landing page too, and renders it again for the next visitor', async ({ assert }) => {
    let handle = never
    const { firstPaint, ctx, timers, calls } = rendererWith(
      (request, response) => handle(request, response),
      (fetchJson) => fetchJson('/api/characters/landing')
    )
    const page = firstPaint.renderLanding(ctx())
    while (calls.length === 0) await turn()
    await timers.advance(300)
    assert.isNull(await page)
    handle = answer
    assert.equal((await firstPaint.renderLanding(ctx()))?.html, 'rendered')
    assert.equal((await firstPaint.renderLanding(ctx()))?.html, 'rendered')
    assert.lengthOf(calls, 2)
  })

  test('shares a character’s page among visitors for 30 seconds, and keeps a hundred of them', async ({ assert }) => {
    const { firstPaint, ctx, calls, timers } = rendererWith(answer, (fetchJson) => fetchJson('/api/models'))
    const open = async (id: number) =>
      assert.equal((await firstPaint.renderShared(ctx(), String(id)))?.html, 'rendered')
    for (const id of [1, 1, 2, 1]) await open(id)
    assert.lengthOf(calls, 2)
    await timers.advance(30_001)
    await open(1)
    assert.lengthOf(calls, 3)
    for (let id = 100; id < 199; id++) await open(id)
    await open(1)
    assert.lengthOf(calls, 102)
    await open(200)
    await open(1)
    assert.lengthOf(calls, 104)
  })

  test('makes no calls except the allowed ones', async ({ assert }) => {
    const session = 'session=0198c5a6-0000-7000-8000-000000000001'
    const chat = '/api/chats/0198c5a6-0000-7000-8000-000000000001'
    for (const [path, isAllowed] of [
      ['/api/auth/user', true],
      ['/api/models', true],
      ['/api/daily-reward/check', true],
      ['/api/characters/landing', true],
      ['/api/demo', true],
      ['/api/characters?limit=24&q=a%2F..%2F', true],
      ['/api/characters/0198c5a6-0000-7000-8000-000000000001/share', true],
      ['/api/characters/..%2Flogout/share', false],
      [`${chat}?${session}&end=true`, true],
      [`${chat}?end=true`, true],
      [`${chat}?new=true&end=true`, true],
      ['/api/logout', false],
      ['/api/events', false],
      ['/api/demo/stream', false],
      ['/api/user/export', false],
      ['/api/characters/../logout?a=b', false],
      [`${chat}/stream?${session}`, false],
      [`${chat}?${session}`, false],
      [`${chat}?new=true`, false],
      [`${chat}?${session}&new=true&end=true`, false],
      [`/api/chats/../logout?${session}`, false],
      [`/api/chats/..%2Flogout?${session}`, false],
      ['//evil.example/api/models', false],
    ] as const) {
      const { firstPaint, ctx, calls } = rendererWith(answer, (fetchJson) => fetchJson(path))
      assert.equal((await firstPaint.renderForSession(ctx(), 'session')) !== null, isAllowed, path)
      assert.lengthOf(calls, isAllowed ? 1 : 0)
    }
  })

  test('closes a stream without reading it', async ({ assert }) => {
    const answers: unknown[] = []
    const stream: Handle = (_, response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' })
      response.write(': ping\n\n')
    }
    const { firstPaint, ctx, open } = rendererWith(
      stream,
      async (fetchJson) => void answers.push(await fetchJson('/api/models'))
    )
    await firstPaint.renderForSession(ctx(), 'session')
    assert.deepEqual(answers, [null])
    while (open.size > 0) await turn()
  })

  test('forwards the request headers of a user, and only proxy headers for visitors', async ({ assert }) => {
    const headers = {
      cookie: 'facet_session=x',
      'sec-fetch-site': 'cross-site',
      'sec-fetch-dest': 'document',
      'x-a': 'b',
    }
    const { firstPaint, ctx, calls } = rendererWith(answer, (fetchJson) => fetchJson('/api/characters/landing'))
    await firstPaint.renderForSession(ctx(headers), 'session')
    await firstPaint.renderLanding(ctx(headers))
    const [own, front] = calls.map((call) => call.headers)
    assert.deepInclude(own, { cookie: 'facet_session=x', 'sec-fetch-site': 'cross-site', 'sec-fetch-dest': 'document' })
    assert.notProperty(own, 'x-a')
    for (const name of ['cookie', 'sec-fetch-site', 'sec-fetch-dest']) assert.notProperty(front, name)
  })

  test('runs at most twice at once per session and eight times per process', async ({ assert }) => {
    const gate = Promise.withResolvers<void>()
    const { firstPaint, ctx } = rendererWith(answer, () => gate.promise)
    const first = [firstPaint.renderForSession(ctx(), 'one'), firstPaint.renderForSession(ctx(), 'one')]
    assert.isNull(await firstPaint.renderForSession(ctx(), 'one'))
    const others = ['two', 'two', 'three', 'three', 'four', 'four'].map((session) =>
      firstPaint.renderForSession(ctx(), session)
    )
    assert.isNull(await firstPaint.renderForSession(ctx(), 'five'))
    gate.resolve()
    for (const page of await Promise.all([...first, ...others])) assert.equal(page?.html, 'rendered')
    assert.equal((await firstPaint.renderForSession(ctx(), 'one'))?.html, 'rendered')
  })
})
