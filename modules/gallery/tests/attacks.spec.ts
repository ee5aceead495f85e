import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { test } from '@japa/runner'
import { Client, type Answer } from '#tests/support/client'
import { asking } from '#tests/support/databases'
import { sharedServer } from '#tests/support/server'
import type { Character } from '../api.ts'
import { aDraft, newWord } from './support.ts'

/*
 * See also: private_characters.spec.ts (access to private characters), authors.spec.ts (editing and deleting),
 * content_rules.spec.ts (picture addresses), and the tests of imagegen (hostile pictures).
 */

const code = `</script><script>alert(1)</script><img src=x onerror=alert(1)>`

const setUp = async () => {
  const { url, databaseUrl } = await sharedServer()
  const [author, other] = await Promise.all([
    new Client(url).register({ firstName: code.slice(0, 60) }),
    new Client(url).register(),
  ])
  const make = async (fields: Record<string, unknown> = {}) => {
    const { status, body } = await author.post('/api/characters', { ...aDraft(), ...fields })
    if (status !== 201) throw new Error(JSON.stringify(body))
    return body as Character
  }
  return { url, author, other, visitor: new Client(url), make, run: asking(databaseUrl) }
}

test.group('Text that contains code', () => {
  test('is returned unchanged in JSON that browsers don’t render', async ({ assert }) => {
    const { author, other, visitor, make } = await setUp()
    const word = newWord()
    const made = await make({
      name: `${code} ${word}`,
      description: code,
      tags: [word, code.slice(0, 40)],
      firstMessage: code,
    })
    await make({ tags: [word] })
    const comment = await author.post(`/api/characters/${made.id}/comments`, { content: code })
    const requests: [client: Client, path: string, holds: boolean][] = [
      [visitor, `/api/characters/${made.id}`, true],
      [visitor, `/api/characters?q=${word}`, true],
      [visitor, `/api/characters?q=${encodeURIComponent(code)}`, true],
      [visitor, `/api/characters?category=${encodeURIComponent(code.slice(0, 40))}`, true],
      [visitor, `/api/characters/${made.id}/comments`, true],
      [visitor, `/api/characters/${made.id}/similar`, true],
      [other, `/api/chats/${made.id}`, true],
      [author, '/api/auth/user', true],
      // Error messages don't repeat the input.
      [visitor, `/api/characters?sort=${encodeURIComponent(code)}`, false],
      [visitor, `/api/characters?cursor=${encodeURIComponent(code)}`, false],
      [visitor, `/api/characters/${encodeURIComponent(code)}`, false],
      [visitor, `/api/${encodeURIComponent(code)}`, false],
    ]
    const answers: Answer[] = [comment]
    for (const [client, path, holds] of requests) {
      const answer = await client.get(path)
      assert.equal(answer.text.includes('alert(1)'), holds, path)
      answers.push(answer)
    }
    answers.push(await author.post('/api/characters', { ...aDraft(), category: code, avatar: `javascript:${code}` }))
    for (const { headers, text } of answers) {
      assert.match(String(headers['content-type']), /^application\/json/)
      assert.equal(headers['x-content-type-options'], 'nosniff')
      assert.notMatch(String(headers.link ?? ''), /[<].*[<]/)
      assert.doesNotThrow(() => JSON.parse(text))
    }
    assert.deepInclude(answers[1]!.body, { description: code, firstMessage: code })
    assert.deepInclude(comment.body, { content: code })
    assert.equal(comment.body.user.firstName, code.slice(0, 60))
  })

  test('is escaped in every page', async ({ assert }) => {
    const { other, visitor, make } = await setUp()
    const made = await make({ name: code, description: code })
    for (const path of [
      '/',
      `/character/${made.id}`,
      `/chat/${made.id}`,
      `/?q=${encodeURIComponent(code)}`,
      `/${encodeURIComponent(code)}`,
    ]) {
      const page = await visitor.get(path)
      assert.equal(page.status, path === '/' || path.startsWith('/?') ? 200 : 404, path)
      for (const { text } of [page, await other.get(path)]) {
        assert.notInclude(text, code, path)
        assert.notMatch(text, /<script>|<img[^>]* onerror|<svg[^>]* onload/i, path)
      }
    }
    const signIn = await visitor.get(`/api/login?next=${encodeURIComponent(`/"${code}`)}`)
    assert.notInclude(signIn.text, code)
    const refused = await visitor.call('/api/login', {
      method: 'POST',
      rawBody: `email=${encodeURIComponent(`"${code}`)}&password=x&next=${encodeURIComponent(`/"${code}`)}`,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    })
    assert.notInclude(refused.text, '<script>alert')
    assert.notInclude(refused.text, '<img src=x')
  })
})

test.group('Fields that authors can’t set', () => {
  test('are ignored in the body of create and edit', async ({ assert }) => {
    const { author, other, make, run } = await setUp()
    const stolen = {
      id: '01900000-0000-7000-8000-000000000001',
      createdBy: other.user.id,
      created_by: other.user.id,
      likes: 1_000_000,
      messageCount: 1_000_000,
      popularity: 1_000_000,
      createdAt: '2000-01-01T00:00:00.000Z',
      deletedAt: null,
      liked: true,
      __proto__: { isAdmin: true },
      constructor: { prototype: { isAdmin: true } },
    }
    const made = await make(stolen)
    const edited = await author.put(`/api/characters/${made.id}`, { ...stolen, name: 'Still mine' })
    assert.equal(edited.status, 200)
    for (const { id, createdBy, likes, messageCount, liked, createdAt } of [made, edited.body as Character])
      assert.deepEqual(
        [id, createdBy, likes, messageCount, liked, createdAt],
        [made.id, author.user.id, 0, 0, false, made.createdAt]
      )
    assert.notEqual(made.id, stolen.id)
    const [{ popularity }] = await run('SELECT popularity FROM characters WHERE id = $1', [made.id])
    assert.isBelow(Number(popularity), 1_000)
    assert.isFalse((await author.get('/api/auth/user')).body.isAdmin)
  })

  test('include other users’ chats with their private character', async ({ assert }) => {
    const { author, other, make } = await setUp()
    const secret = await make({ isPublic: false, firstMessage: 'Between us.' })
    const { session } = (await author.get(`/api/chats/${secret.id}`)).body
    await author.say(secret.id, { content: 'Hello', model: 'basic', sessionId: session.id })
    // The message count is updated later.
    const seen = async () => {
      const { character, ...chat } = (await author.get(`/api/chats/${secret.id}?session=${session.id}`)).body
      return { ...chat, character: { ...character, messageCount: null } }
    }
    const before = await seen()
    const reply = before.messages.at(-1)
    const open = await make()
    for (const [method, path, body] of [
      ['POST', `/api/chats/${secret.id}/reroll`, { messageId: reply.id, model: 'basic' }],
      ['POST', `/api/chats/${open.id}/reroll`, { messageId: reply.id, model: 'basic' }],
      ['PUT', `/api/messages/${reply.id}/alternate`, { index: 0 }],
      ['DELETE', `/api/chats/${session.id}`, undefined],
      // These calls name a public character.
      ['GET', `/api/chats/${open.id}?session=${session.id}`, undefined],
      ['GET', `/api/chats/${open.id}/stream?session=${session.id}`, undefined],
      ['POST', `/api/chats/${open.id}/stream`, { content: 'Hello', model: 'basic', sessionId: session.id }],
      ['POST', `/api/chats/${open.id}/stop`, { sessionId: session.id }],
    ] as const) {
      const { status, text } = await other.call(path, { method, body })
      assert.equal(status, 404, `${method} ${path}`)
      assert.notInclude(text, 'Between us.')
    }
    assert.deepEqual(await seen(), before)
  })
})

test.group('A picture address in the internal network', () => {
  test('is stored and shown, but never fetched', async ({ assert }) => {
    const { url, author, other, visitor, run, make } = await setUp()
    const asked: string[] = []
    const inside = createServer((request, response) => {
      asked.push(`${request.method} ${request.url}`)
      response.end('secret')
    })
    inside.on('connection', (socket) => asked.push(`connection from ${socket.remotePort}`))
    inside.listen(0, '127.0.0.1')
    await once(inside, 'listening')
    const { port } = inside.address() as AddressInfo
    try {
      const addresses = [
        `http://127.0.0.1:${port}/a.png`,
        `http://localhost:${port}/b.png`,
        `http://[::ffff:127.0.0.1]:${port}/c.png`,
        `http://2130706433:${port}/d.png`,
        `http://name:word@127.0.0.1:${port}/e.png`,
        'http://169.254.169.254/latest/meta-data/',
      ]
      await run(`UPDATE users SET role = 'admin' WHERE id = $1`, [author.user.id])
      for (const address of addresses) {
        const made = await make({ avatar: address, background: address, description: `See ${address}` })
        assert.deepInclude(made, { avatar: address, background: address })
        assert.equal((await author.put(`/api/characters/${made.id}`, { avatar: `${address}?2` })).status, 200)
        const entry = {
          name: `At ${address}`,
          backstory: 'Was born.',
          personality: 'Calm.',
          greeting: address,
          avatar: address,
        }
        assert.equal((await author.post('/api/admin/import-characters', [entry])).body.imported, 1)
        assert.equal((await author.post(`/api/characters/${made.id}/comments`, { content: address })).status, 201)
        await author.put('/api/user/settings', { personaAvatar: address, personaDescription: address })
        for (const path of ['', '/comments', '/similar']) await visitor.get(`/api/characters/${made.id}${path}`)
        await visitor.get(`/pictures/uploads/${encodeURIComponent(address)}`)
        await visitor.get(`/pictures/builtin/${encodeURIComponent(address)}`)
      }
      const [last] = (await visitor.get('/api/characters?sort=new&limit=1')).body as Character[]
      await other.say(last!.id, { content: addresses[0], model: 'basic' })
      await visitor.call('/api/characters', { headers: { host: `127.0.0.1:${port}` } })
      const form = `--b\r\nContent-Disposition: form-data; name="file"; filename="${addresses[0]}"\r\n\r\n`
      const svg = `<svg xmlns="http://www.w3.org/2000/svg"><image href="${addresses[0]}"/></svg>`
      const sent = await author.call('/api/uploads/images', {
        method: 'POST',
        rawBody: `${form}${svg}\r\n--b--\r\n`,
        headers: { 'content-type': 'multipart/form-data; boundary=b' },
      })
      assert.equal(sent.status, 422)
      assert.isEmpty(asked)

      // Proves that a request would be noticed.
      await fetch(addresses[0]!)
      assert.lengthOf(asked, 2)
      assert.isTrue((await fetch(`${url}/health/ready`)).ok)
    } finally {
      inside.close()
      inside.closeAllConnections()
    }
  })
})
