import { test } from '@japa/runner'
import type { AnswerPrompt, Message } from '#modules/chat/api'
import { ask, last, messagesOf, send, sharedStage, until, type Chat, type Stage } from '#tests/support/stage'

test.group('The model of an answer', (group) => {
  let stage: Stage
  group.setup(async () => {
    stage = await sharedStage()
  })
  const current = { modelName: 'Toppy 7B', modelId: 'test-basic' }
  const earlier = { modelName: 'Earlier', modelId: 'vendor/earlier-1' }
  const newest = async (chat: Chat): Promise<Message> => last(await messagesOf(chat))
  /** Pretends that another model was configured when the answer was written. */
  const rename = ({ id }: Message) =>
    stage.db.query('UPDATE chat_messages SET model_name = $2, model_id = $3 WHERE id = $1', [
      id,
      earlier.modelName,
      earlier.modelId,
    ])

  test('is stored with its name and real id, in the message and in the prompt', async ({ assert }) => {
    const chat = await stage.chat()
    const { client, sessionId } = chat
    const end = last(await (await send(chat, 'Hello.')).ended)
    const message = await newest(chat)
    assert.deepInclude(end.type === 'aiComplete' && end.message, current)
    assert.deepInclude(message, { model: 'basic', ...current })
    assert.notProperty((await messagesOf(chat))[0], 'modelName')
    await until(stage.db, 'SELECT count(*) = 1 FROM kept_prompts WHERE chat_session_id = $1', [sessionId])
    const { body } = (await client.get(`/api/messages/${message.id}/prompt`)) as { body: AnswerPrompt }
    assert.deepEqual(body.model, { tier: 'basic', name: 'Toppy 7B', id: 'test-basic' })
    const { body: context } = await client.get(`/api/chats/${sessionId}/context?model=premium`)
    assert.deepInclude(context, { model: 'premium', modelId: 'test-premium' })
  })

  test('stays with each answer of a message, whatever is configured later', async ({ assert }) => {
    const chat = await stage.chat()
    const { client, characterId, sessionId } = chat
    await (
      await send(chat, 'Hello.')
    ).ended
    await rename(await newest(chat))
    const { id: messageId } = await newest(chat)
    await (
      await ask({ ...chat, kind: 'reroll', messageId }, '')
    ).ended
    const rerolled = await newest(chat)
    assert.deepInclude(rerolled, current)
    assert.deepInclude(rerolled.alternates![0], earlier)
    assert.deepInclude(rerolled.alternates![1], current)
    const { body: chosen } = await client.call(`/api/messages/${messageId}/alternate`, {
      method: 'PUT',
      body: { index: 0 },
    })
    assert.deepInclude(chosen, earlier)
    const { body: branch } = await client.post(`/api/chats/${sessionId}/branches`, { messageId })
    const copy = await newest({ ...chat, sessionId: branch.id })
    assert.deepInclude(copy, earlier)
    assert.deepInclude(copy.alternates![1], current)
    assert.equal((await client.get(`/api/chats/${characterId}?session=${branch.id}`)).status, 200)
  })

  test('is followed by the model that continued the answer, once', async ({ assert, cleanup }) => {
    const { answer } = stage.upstream
    cleanup(() => void (stage.upstream.answer = answer))
    let parts = 0
    stage.upstream.answer = (call) => {
      call.delta(`Well met ${++parts} and`)
      call.finish('length')
    }
    const chat = await stage.chat()
    await (
      await send(chat, 'Hello.')
    ).ended
    await rename(await newest(chat))
    const { id: messageId } = await newest(chat)
    for (let part = 0; part < 2; part++) {
      const events = await (await ask({ ...chat, kind: 'continue', messageId }, '')).ended
      assert.equal(last(events).type, 'aiComplete', JSON.stringify(events))
      assert.deepInclude(await newest(chat), {
        modelName: 'Earlier, Toppy 7B',
        modelId: 'vendor/earlier-1, test-basic',
      })
    }
  })

  test('is unknown for an answer of an earlier release', async ({ assert }) => {
    const chat = await stage.chat(50, 'reroll')
    assert.notProperty(await newest(chat), 'modelName')
    await (
      await ask(chat, '')
    ).ended
    const message = await newest(chat)
    assert.deepInclude(message, current)
    assert.notProperty(message.alternates![0], 'modelName')
  })
})
