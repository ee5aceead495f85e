import { test } from '@japa/runner'
import { Client } from '#tests/support/client'
import { sharedServer } from '#tests/support/server'
import type { Character, CharacterSummary } from '../api.ts'
import { aDraft, newWord } from './support.ts'

/** Creates a private character with a searchable word, and a user without access to it. */
const setUp = async () => {
  const { url } = await sharedServer()
  const [owner, otherUser] = await Promise.all([new Client(url).register(), new Client(url).register()])
  const word = newWord()
  const make = async (fields: Record<string, unknown>) =>
    (await owner.post('/api/characters', { ...aDraft(), ...fields })).body as Character
  const secret = await make({ name: `Secret ${word}`, description: word, tags: [word], isPublic: false })
  const open = await make({ name: 'Open', tags: [`other ${word}`] })
  const { session } = (await owner.get(`/api/chats/${secret.id}`)).body
  await owner.post(`/api/characters/${secret.id}/comments`, { content: word })
  return { owner, otherUser, visitor: new Client(url), word, secret, open, sessionId: session.id as string }
}

let kept: ReturnType<typeof setUp> | null = null

/** Returns the same character for all calls that are refused, and so change nothing. */
const keptSetUp = () => (kept ??= setUp())

test.group('Another user’s private character', () => {
  for (const [method, path, body] of [
    ['GET', ''],
    ['GET', '?edit=true'],
    ['GET', '/similar'],
    ['GET', '/comments'],
    ['POST', '/comments', { content: 'Found you.' }],
    ['POST', '/like'],
    ['PUT', '', { name: 'Mine now', isPublic: true }],
    ['DELETE', ''],
  ] as const)
    test(`${method} …${path} returns 404, as for an unknown one`, async ({ assert }) => {
      const { otherUser, visitor, secret } = await keptSetUp()
      const answer = await otherUser.call(`/api/characters/${secret.id}${path}`, { method, body })
      const never = await otherUser.call(`/api/characters/01900000-0000-7000-8000-000000000000${path}`, {
        method,
        body,
      })
      assert.equal(answer.status, 404)
      assert.deepEqual(answer.body, never.body)
      const asVisitor = await visitor.call(`/api/characters/${secret.id}${path}`, { method, body })
      assert.equal(asVisitor.status, method === 'GET' && path !== '?edit=true' ? 404 : 401)
    })

  for (const [method, path, body] of [
    ['GET', ''],
    ['GET', '?new=true'],
    ['GET', '?session=SESSION'],
    ['GET', '/stream?session=SESSION'],
    ['POST', '/stream', { content: 'Hello', model: 'basic' }],
    ['POST', '/stream', { content: 'Hello', model: 'basic', sessionId: 'SESSION' }],
    ['POST', '/stop', { sessionId: 'SESSION' }],
  ] as const)
    test(`${method} /api/chats/…${path} ${JSON.stringify(body ?? '')} returns 404`, async ({ assert }) => {
      const { otherUser, secret, sessionId } = await keptSetUp()
      const filled = body && JSON.parse(JSON.stringify(body).replace('SESSION', sessionId))
      const address = `/api/chats/${secret.id}${path.replace('SESSION', sessionId)}`
      assert.equal((await otherUser.call(address, { method, body: filled })).status, 404)
    })

  test('is in no list, search, tag, similar list or chat', async ({ assert }) => {
    const { owner, otherUser, visitor, word, secret, open } = await setUp()
    for (const client of [otherUser, visitor]) {
      for (const query of [`q=${word}`, `category=${word}`, `q=${word.slice(0, 2)}`, 'sort=new', 'sort=new&limit=1']) {
        const { body } = await client.get(`/api/characters?${query}`)
        assert.isFalse(
          (body as CharacterSummary[]).some(({ id }) => id === secret.id),
          query
        )
      }
      assert.notInclude((await client.get('/api/characters/tags')).body, word)
      const similar = (await client.get(`/api/characters/${open.id}/similar`)).body as CharacterSummary[]
      assert.isFalse(similar.some(({ id }) => id === secret.id))
    }
    assert.isEmpty((await otherUser.get('/api/chats')).body)
    assert.isEmpty((await otherUser.get(`/api/chats?characterId=${secret.id}`)).body)
    // The search may find the other character, too. The most used tags match by word, and a server reads them every half minute.
    const own = (await owner.get(`/api/characters?q=${word}`)).body as CharacterSummary[]
    assert.include(
      own.map(({ id }) => id),
      secret.id
    )
    assert.deepEqual((await owner.get(`/api/characters/${secret.id}`)).body.name, secret.name)
  })

  test('disappears when made private, but stays readable in existing chats', async ({ assert }) => {
    const { owner, otherUser, open } = await setUp()
    const { session } = (await otherUser.get(`/api/chats/${open.id}`)).body
    await otherUser.say(open.id, { content: 'Hello', model: 'basic' })
    assert.equal((await owner.put(`/api/characters/${open.id}`, { isPublic: false })).status, 200)
    assert.equal((await otherUser.get(`/api/characters/${open.id}`)).status, 404)
    const chat = await otherUser.get(`/api/chats/${open.id}?session=${session.id}`)
    assert.deepEqual([chat.status, chat.body.character], [200, null])
    assert.isAbove(chat.body.messages.length, 1)
  })
})
