import { test } from '@japa/runner'
import { Client } from '#tests/support/client'
import { sharedServer } from '#tests/support/server'

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

  test('comes packed to who can unpack it', async ({ assert }) => {
    const client = await member()
    const answer = await fetch(`${client.url}/`, { headers: { cookie: client.cookie, 'accept-encoding': 'gzip' } })
    assert.equal(answer.headers.get('content-encoding'), 'gzip')
    assert.include(await answer.text(), 'id="first-data"')
    const plain = await client.get('/')
    assert.isUndefined(plain.headers['content-encoding'])
  })
})
