import { test } from '@japa/runner'
import type { ChatData, GroupChatData } from '#modules/chat/api'
import { last, send, sharedStage, type Chat, type Stage } from '#tests/support/stage'

test.group('A change of the model behind a tier', (group) => {
  let stage: Stage
  group.setup(async () => {
    stage = await sharedStage()
  })

  /** Pretends that another model has answered in all chats, and that the current one came later. */
  const changeModel = async (chat: Pick<Chat, 'sessionId'>, { reason = null as string | null } = {}) => {
    await stage.db.query(
      `UPDATE chat_messages SET model_name = 'Earlier 8B', model_id = 'vendor/earlier-8b' WHERE chat_session_id = $1 AND tier IS NOT NULL`,
      [chat.sessionId]
    )
    await stage.db.query(
      `UPDATE chat_tier_models SET since = '2026-05-12T10:00:00Z', reason = $1 WHERE tier = 'basic'`,
      [reason]
    )
  }
  const answered = async () => {
    const chat = await stage.chat(20)
    await (
      await send(chat, 'Hello.')
    ).ended
    return chat
  }
  const read = async ({ client, characterId, sessionId }: Chat): Promise<ChatData> =>
    (await client.get(`/api/chats/${characterId}?session=${sessionId}`)).body

  test('is told in the chat until it was seen and accepted, and ends with the next answer', async ({ assert }) => {
    const chat = await answered()
    assert.notProperty(await read(chat), 'modelChange')
    await changeModel(chat, { reason: 'The earlier one was switched off.' })
    const { modelChange } = await read(chat)
    const { id, ...told } = modelChange!
    assert.deepEqual(told, {
      tier: 'basic',
      name: 'Toppy 7B',
      was: 'Earlier 8B',
      since: '2026-05-12T10:00:00.000Z',
      reason: 'The earlier one was switched off.',
      isSeen: false,
      isAccepted: false,
    })
    const note = (body: object, client = chat.client) =>
      client.call(`/api/chats/${chat.sessionId}/model-change`, { method: 'PUT', body })
    assert.equal((await note({ id, isAccepted: false })).status, 200)
    assert.deepInclude((await read(chat)).modelChange, { id, isSeen: true, isAccepted: false })
    assert.equal((await note({ id, isAccepted: true })).status, 200)
    assert.notProperty(await read(chat), 'modelChange')
    const stranger = await stage.chat()
    assert.equal((await note({ id, isAccepted: true }, stranger.client)).status, 404)
    for (const body of [{}, { id: 0, isAccepted: true }, { id: 2 ** 31, isAccepted: true }, { id, isAccepted: 1 }])
      assert.equal((await note(body)).status, 422)

    const other = await answered()
    await changeModel(other)
    assert.property(await read(other), 'modelChange')
    await (
      await send(other, 'Go on.')
    ).ended
    assert.notProperty(await read(other), 'modelChange')
  })

  test('names the ids where the operator has kept the name, and leaves out answers of fallbacks', async ({
    assert,
  }) => {
    const chat = await answered()
    await changeModel(chat)
    await stage.db.query(
      `UPDATE chat_messages SET model_name = 'Toppy 7B' WHERE chat_session_id = $1 AND tier IS NOT NULL`,
      [chat.sessionId]
    )
    assert.deepInclude((await read(chat)).modelChange, { name: 'test-basic', was: 'vendor/earlier-8b' })
    await stage.db.query(
      `UPDATE chat_messages SET is_fallback = true WHERE chat_session_id = $1 AND tier IS NOT NULL`,
      [chat.sessionId]
    )
    assert.notProperty(await read(chat), 'modelChange')
  })

  test('is told in groups, too', async ({ assert }) => {
    const { client } = await stage.chat(20)
    const { body } = await client.post('/api/group-chats', { characterIds: stage.characterIds.slice(0, 2) })
    const sessionId: string = body.session.id
    const handle = await client.stream(`/api/group-chats/${sessionId}/stream`, {
      method: 'POST',
      body: { content: 'Hello.', model: 'basic', speakerId: stage.characterIds[0] },
    })
    assert.equal(last(await handle.ended).type, 'aiComplete')
    await changeModel({ sessionId })
    const group: GroupChatData = (await client.get(`/api/group-chats/${sessionId}`)).body
    assert.deepInclude(group.modelChange, { name: 'Toppy 7B', was: 'Earlier 8B', isSeen: false })
  })
})
