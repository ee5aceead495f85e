import { test } from '@japa/runner'
import type { ChatListItem } from '../api.ts'
import { limits } from '../limits.ts'
import type { Client } from '#tests/support/client'
import { speak } from '#tests/support/model_upstream'
import { send, sharedStage, type Stage } from '#tests/support/stage'

let stage: Stage

const list = async (client: Client, query = ''): Promise<ChatListItem[]> => {
  const { status, body } = await client.get(`/api/chats${query}`)
  if (status !== 200) throw new Error(`The list: ${status}`)
  return body
}
const idsOf = async (client: Client, query?: string) => (await list(client, query)).map(({ id }) => id)
const place = (client: Client, sessionId: string, change: object) => client.put(`/api/chats/${sessionId}/place`, change)

const setUp = async (count: number) => {
  const client = await stage.visitor()
  const chats = await stage.chats(client, count)
  // The first one is the newest.
  await stage.db.query(
    `UPDATE chat_sessions s SET last_message_at = now() - n * INTERVAL '1 hour'
     FROM unnest($2::uuid[]) WITH ORDINALITY AS chat (id, n) WHERE s.user_id = $1 AND s.id = chat.id`,
    [client.user.id, chats.map(({ sessionId }) => sessionId)]
  )
  return { client, chats, ids: chats.map(({ sessionId }) => sessionId) as [string, string, string] }
}

test.group('Places of chats', (group) => {
  group.setup(async () => {
    stage = await sharedStage()
    stage.upstream.answer = speak(['Well met.'])
  })

  test('keep chats on top of the list, across pages', async ({ assert }) => {
    const { client, ids } = await setUp(3)
    assert.deepEqual(await idsOf(client), ids)
    assert.equal((await place(client, ids[2], { isKept: true })).status, 200)
    assert.deepEqual(await idsOf(client), [ids[2], ids[0], ids[1]])
    const [first] = await list(client)
    assert.isTrue(first!.isKept)
    const seen: string[] = []
    let path: string | null = '/api/chats?limit=1'
    while (path) {
      const answer = await client.get(path)
      seen.push(...answer.body.map(({ id }: ChatListItem) => id))
      path = /^<([^>]+)>/.exec((answer.headers.link as string | undefined) ?? '')?.[1] ?? null
    }
    assert.deepEqual(seen, [ids[2], ids[0], ids[1]])
    await place(client, ids[2], { isKept: false })
    assert.deepEqual(await idsOf(client), ids)
  })

  test('archive a chat until its next message', async ({ assert }) => {
    const { client, chats, ids } = await setUp(2)
    await place(client, ids[0], { isArchived: true })
    assert.deepEqual(await idsOf(client), [ids[1]])
    assert.deepEqual(await idsOf(client, '?archived=true'), [ids[0]])
    const found = await list(client, '?q=a')
    assert.isTrue(found.every(({ id, isArchived }) => (isArchived ?? false) === (id === ids[0])))
    assert.lengthOf(found, 2)
    await (
      await send(chats[0]!, 'Still there?')
    ).ended
    assert.deepEqual(await idsOf(client), ids)
    assert.isEmpty(await idsOf(client, '?archived=true'))
    await place(client, ids[1], { isArchived: true })
    await place(client, ids[1], { isArchived: false })
    assert.deepEqual(await idsOf(client), ids)
  })

  test('put chats into folders, which can be renamed, and deleted without their chats', async ({ assert }) => {
    const { client, ids } = await setUp(2)
    const { status, body: sea } = await client.post('/api/chat-folders', { name: '  Sea ' })
    assert.equal(status, 201)
    await client.post('/api/chat-folders', { name: 'land' })
    const names = async () => (await client.get('/api/chat-folders')).body.map(({ name }: { name: string }) => name)
    assert.deepEqual(await names(), ['land', 'Sea'])
    await place(client, ids[1], { folderId: sea.id })
    assert.deepEqual(await idsOf(client, `?folderId=${sea.id}`), [ids[1]])
    assert.equal((await list(client))[1]!.folderId, sea.id)
    assert.deepEqual((await client.put(`/api/chat-folders/${sea.id}`, { name: 'Harbour' })).body, {
      id: sea.id,
      name: 'Harbour',
    })
    const exported = await client.get('/api/user/export')
    assert.include(exported.text, '"folder":"Harbour"')
    assert.equal((await client.delete(`/api/chat-folders/${sea.id}`)).status, 200)
    assert.equal((await client.delete(`/api/chat-folders/${sea.id}`)).status, 404)
    assert.deepEqual(await names(), ['land'])
    assert.deepEqual(await idsOf(client), ids)
    assert.isUndefined((await list(client))[1]!.folderId)
  })

  test('refuse what belongs to others, and what is out of bounds', async ({ assert }) => {
    const [{ client, ids }, other] = [await setUp(1), await setUp(1)]
    const { body: theirs } = await other.client.post('/api/chat-folders', { name: 'Sea' })
    assert.equal((await place(client, other.ids[0], { isKept: true })).status, 404)
    assert.equal((await place(client, ids[0], { folderId: theirs.id })).status, 404)
    assert.equal((await place(client, ids[0], { isKept: 'yes' })).status, 422)
    assert.equal((await client.put(`/api/chat-folders/${theirs.id}`, { name: 'Mine' })).status, 404)
    assert.equal((await client.delete(`/api/chat-folders/${theirs.id}`)).status, 404)
    assert.isEmpty(await idsOf(client, `?folderId=${theirs.id}`))
    const create = async (name: unknown) => (await client.post('/api/chat-folders', { name })).status
    assert.equal(await create('ö'.repeat(limits.folderNameMax)), 201)
    assert.equal(await create('ö'.repeat(limits.folderNameMax + 1)), 422)
    for (const name of ['', ' \u200b', 7, undefined]) assert.equal(await create(name), 422)
    assert.equal(await create('Ö'.repeat(limits.folderNameMax)), 422)
  })

  test('are limited to 100 folders', async ({ assert }) => {
    const client = await stage.visitor()
    await stage.db.query(
      `INSERT INTO chat_folders (user_id, name) SELECT $1, 'Folder ' || n FROM generate_series(1, $2) n`,
      [client.user.id, limits.foldersMax - 1]
    )
    assert.equal((await client.post('/api/chat-folders', { name: 'The last' })).status, 201)
    assert.equal((await client.post('/api/chat-folders', { name: 'One more' })).status, 409)
  })
})
