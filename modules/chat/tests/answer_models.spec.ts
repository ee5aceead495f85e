import { test } from '@japa/runner'
import type { AnswerDetails, AnswerPrompt, Message } from '#modules/chat/api'
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
    assert.deepEqual(body.model, { tier: 'basic', name: 'Toppy 7B', id: 'test-basic', provider: 'openai-compatible' })
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

  /** Lets the model count the tokens of its answers. */
  const countTokens = () => {
    stage.upstream.answer = (call) => {
      call.delta('Well met.')
      const usage = { prompt_tokens: 34, completion_tokens: 12, total_tokens: 46 }
      call.response.write(`data: ${JSON.stringify({ choices: [], usage })}\n\n`)
      call.finish()
    }
  }

  test('is told with its provider, tokens, time and price, for each answer', async ({ assert, cleanup }) => {
    const { answer } = stage.upstream
    cleanup(() => void (stage.upstream.answer = answer))
    countTokens()
    const chat = await stage.chat()
    const { client } = chat
    await (
      await send(chat, 'Hello.')
    ).ended
    const { id: messageId } = await newest(chat)
    const details = async (answerId?: string): Promise<AnswerDetails> =>
      (await client.get(`/api/messages/${messageId}/details${answerId ? `?answerId=${answerId}` : ''}`)).body
    const first = await details()
    const { firstTextMs, inputTokens, ...known } = first
    assert.deepEqual(known, {
      model: 'basic',
      ...current,
      provider: 'openai-compatible',
      isFallback: false,
      outputTokens: 12,
      isRounded: true,
      rubyCost: 1,
    })
    assert.isAtLeast(firstTextMs!, 0)
    assert.isAbove(inputTokens!, 0)
    assert.equal(inputTokens! % 256, 0)
    assert.deepEqual(await details(messageId), first)

    await stage.db.query(
      `UPDATE chat_messages SET is_fallback = true, provider = 'ollama', input_tokens = 300, first_text_ms = 7 WHERE id = $1`,
      [messageId]
    )
    await (
      await ask({ ...chat, kind: 'reroll', messageId }, '')
    ).ended
    const { alternates = [] } = await newest(chat)
    assert.deepEqual(
      alternates.map(({ isFallback }) => isFallback),
      [true, undefined]
    )
    const earlier = { isFallback: true, provider: 'ollama', inputTokens: 512, firstTextMs: 7 }
    assert.deepInclude(await details(messageId), earlier)
    assert.deepInclude(await details(), { isFallback: false, provider: 'openai-compatible' })
    await client.call(`/api/messages/${messageId}/alternate`, { method: 'PUT', body: { index: 0 } })
    assert.deepInclude(await details(), earlier)
    const { body: branch } = await client.post(`/api/chats/${chat.sessionId}/branches`, { messageId })
    const copy = await newest({ ...chat, sessionId: branch.id })
    assert.deepInclude((await client.get(`/api/messages/${copy.id}/details`)).body, { ...earlier, rubyCost: 0 })
    const [greeting] = await messagesOf(chat)
    assert.equal((await client.get(`/api/messages/${greeting!.id}/details`)).status, 404)
    assert.equal((await client.get(`/api/messages/${messageId}/details?answerId=${greeting!.id}`)).status, 404)
    assert.equal((await client.get(`/api/messages/${messageId}/details?answerId=x`)).status, 404)
  })

  test('has exact tokens where the user may read the whole prompt', async ({ assert, cleanup }) => {
    const { answer } = stage.upstream
    cleanup(() => void (stage.upstream.answer = answer))
    countTokens()
    const visitor = await stage.chat()
    const { client } = visitor
    const { body: character } = await client.post('/api/characters', {
      name: 'Mo',
      description: 'Mends nets.',
      firstMessage: 'Ahoy.',
      backstory: 'Was born at sea.',
      personality: 'Calm.',
      avatar: 'https://pictures.example.test/mo.png',
      isPublic: false,
    })
    const { body: opened } = await client.get(`/api/chats/${character.id}`)
    const chat: Chat = { ...visitor, characterId: character.id, sessionId: opened.session.id }
    await (
      await send(chat, 'Hello.')
    ).ended
    const { id } = await newest(chat)
    const { body } = await chat.client.get(`/api/messages/${id}/details`)
    assert.deepInclude(body, { isRounded: false, inputTokens: 34 })
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
