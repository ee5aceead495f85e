import { test } from '@japa/runner'
import type { LastChat } from '../api.ts'
import type { Client } from '#tests/support/client'
import { speak } from '#tests/support/model_upstream'
import { sharedStage, type Stage } from '#tests/support/stage'

let stage: Stage

const lastChat = async (client: Client): Promise<LastChat['chat']> => {
  const { status, body } = await client.get('/api/chats/last')
  if (status !== 200) throw new Error(`The last chat: ${status}`)
  return body.chat
}

const tag = `last-chat-${process.pid}`

/** A reader with a chat of an hour ago, and a chat of now with another user's character. */
const setUp = async (fields: object = {}) => {
  const [client, creator] = [await stage.visitor(), await stage.visitor()]
  const [older] = await stage.chats(client, 1)
  await stage.db.query(
    `UPDATE chat_sessions SET last_message_at = now() - INTERVAL '1 hour' WHERE user_id = $1 AND id = $2`,
    [client.user.id, older!.sessionId]
  )
  const texts = { name: 'Mo', description: 'Mends nets.', backstory: 'Was born at sea.', personality: 'Calm.' }
  const shown = { avatar: 'https://pictures.example.test/mo.png', tags: [tag], isPublic: true, ...fields }
  const { body: character } = await creator.post('/api/characters', { ...texts, ...shown })
  const say = { content: 'Is the net mended?', model: 'basic' }
  if (shown.isPublic) await client.say(character.id, say)
  const [chat] = (await client.get('/api/chats')).body
  const path = `/api/chats/${chat.id}/place`
  return { client, creator, characterId: character.id as string, chatId: chat.id as string, older: older!, path }
}

test.group('The chat left open', (group) => {
  group.setup(async () => {
    stage = await sharedStage()
  })
  group.each.setup(() => {
    stage.upstream.answer = speak(['*Nods.* It is, {{user}}.'])
  })

  test('is the newest one with its last line, also when another is kept on top', async ({ assert }) => {
    const { client, characterId, chatId, older } = await setUp()
    await client.put(`/api/chats/${older.sessionId}/place`, { isKept: true })
    const chat = await lastChat(client)
    assert.deepInclude(chat, { id: chatId, characterId, lastMessage: 'Nods. It is, Robin.' })
    assert.deepInclude(chat!.character, { name: 'Mo', avatar: 'https://pictures.example.test/mo.png' })
  })

  test('is missing for a user without chats, and an opened chat isn’t one', async ({ assert }) => {
    const client = await stage.visitor()
    assert.isNull(await lastChat(client))
    await client.get(`/api/chats/${stage.characterIds[0]}`)
    assert.isNull(await lastChat(client))
  })

  test('is the one before while the newest is archived or deleted', async ({ assert }) => {
    const { client, chatId, older, path } = await setUp()
    await client.put(path, { isArchived: true })
    assert.equal((await lastChat(client))?.id, older.sessionId)
    await client.put(path, { isArchived: false })
    assert.equal((await lastChat(client))?.id, chatId)
    await client.delete(`/api/chats/${chatId}`)
    assert.equal((await lastChat(client))?.id, older.sessionId)
  })

  test('is missing while the user hides its character, its creator or one of its tags', async ({ assert }) => {
    const { client, creator, characterId, chatId } = await setUp()
    for (const hiding of [`character/${characterId}`, `creator/${creator.user.id}`, `person/${creator.user.id}`]) {
      await client.put(`/api/user/hidings/${hiding}`)
      assert.isNull(await lastChat(client), hiding)
      await client.delete(`/api/user/hidings/${hiding}`)
      assert.equal((await lastChat(client))?.id, chatId)
    }
    const { status } = await client.put('/api/user/blocked-tags', { tags: [tag] })
    assert.equal(status, 200)
    assert.isNull(await lastChat(client))
  })

  test('is missing once its character is deleted, private, or behind the adult gate', async ({ assert }) => {
    const { client, creator, characterId, chatId } = await setUp()
    const change = (fields: object) => creator.put(`/api/characters/${characterId}`, fields)
    assert.equal((await change({ isPublic: false })).status, 200)
    assert.isNull(await lastChat(client))
    await change({ isPublic: true })
    assert.equal((await lastChat(client))?.id, chatId)
    await stage.db.query('UPDATE characters SET is_nsfw = true WHERE id = $1', [characterId])
    assert.isNull(await lastChat(client))
    await stage.db.query('UPDATE characters SET is_nsfw = false WHERE id = $1', [characterId])
    assert.equal((await creator.delete(`/api/characters/${characterId}`)).status, 200)
    assert.isNull(await lastChat(client))
  })

  test('may be a group chat, until the user hides one of its characters', async ({ assert }) => {
    const { client, characterId } = await setUp()
    const { body } = await client.post('/api/group-chats', { characterIds: [characterId, stage.characterIds[0]] })
    const say = { content: 'Good evening, both.', speakerId: characterId, model: 'basic' }
    const { ended } = await client.stream(`/api/group-chats/${body.session.id}/stream`, { method: 'POST', body: say })
    await ended
    const chat = await lastChat(client)
    assert.deepInclude(chat, { id: body.session.id, characterId: null })
    assert.lengthOf(chat!.characters!, 2)
    await client.put(`/api/user/hidings/character/${characterId}`)
    assert.isNull(await lastChat(client))
  })
})
