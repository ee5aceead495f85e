import { test } from '@japa/runner'
import { last, sharedStage, type Stage } from '#tests/support/stage'
import { speak } from '#tests/support/model_upstream'

const ann = {
  name: 'Ann Tide',
  avatar: '/pictures/builtin/noor-avatar.webp',
  description: 'Wears a red coat.',
  personality: 'Quick.',
  background: 'Grew up inland.',
}

test.group('The persona of a chat', (group) => {
  const stage = {} as Stage
  group.setup(async () => {
    Object.assign(stage, await sharedStage())
    stage.upstream.answer = speak(['Aye, {{user}}.'])
  })

  const setUp = async () => {
    const chat = await stage.chat(100)
    const { client, characterId, sessionId } = chat
    await client.put('/api/user/settings', { personaName: 'Captain Reed', personaDescription: 'One eye.' })
    const persona = (await client.post('/api/personas', ann)).body
    const choose = async (id: string | null) => {
      const { status, body } = await client.put(`/api/chats/${sessionId}/settings`, { personaId: id })
      if (status !== 200 || body.personaId !== id) throw new Error(JSON.stringify(body))
    }
    const settings = async () => (await client.get(`/api/chats/${sessionId}/settings`)).body
    const told = () => JSON.stringify(last(stage.upstream.calls).body)
    const say = async (content = 'Good evening, I am {{user}}. {{persona}}') => {
      const events = await client.say(characterId, { content, model: 'basic', sessionId })
      const end = last(events)
      if (end.type !== 'aiComplete') throw new Error(JSON.stringify(end))
      return { prompt: told(), answer: end.message }
    }
    const reroll = async (messageId: string) => {
      await (
        await client.stream(`/api/chats/${characterId}/reroll`, { body: { messageId, model: 'basic' } })
      ).ended
      return told()
    }
    const open = async () => (await client.get(`/api/chats/${characterId}?session=${sessionId}`)).body
    return { client, characterId, sessionId, persona, choose, settings, say, reroll, open }
  }

  test('is in the prompts of sends and rerolls, and the default one is not', async ({ assert }) => {
    const { say, reroll, choose, persona } = await setUp()
    assert.include((await say()).prompt, 'Captain Reed')

    await choose(persona.id)
    const { prompt, answer } = await say()
    for (const text of [ann.name, ann.description, ann.personality, ann.background, 'I am Ann Tide.'])
      assert.include(prompt, text)
    for (const text of ['Captain Reed', 'One eye.', '{{persona}}']) assert.notInclude(prompt, text)
    const again = await reroll(answer.id)
    assert.include(again, ann.description)
    assert.notInclude(again, 'One eye.')
  })

  test('is in the view of the next prompt, lists, exports, books and the opened chat', async ({ assert }) => {
    const { client, say, choose, persona, open, sessionId } = await setUp()
    await say('Hello.')
    assert.isNull((await open()).persona)
    await choose(persona.id)

    const { name, avatar, description, personality, background } = ann
    assert.deepEqual((await open()).persona, {
      id: persona.id,
      name,
      avatar,
      description,
      personality,
      background,
    })
    const [item] = (await client.get('/api/chats')).body
    assert.equal(item.lastMessage, 'Aye, Ann Tide.')
    for (const format of ['markdown', 'epub', 'sillytavern']) {
      const file = await client.get(`/api/chats/${sessionId}/export?format=${format}`)
      assert.equal(file.status, 200, format)
      if (format !== 'epub') assert.include(file.text, 'Ann Tide', format)
      assert.notInclude(file.text, 'Captain Reed', format)
    }
    const page = (await client.get(`/api/chats/${sessionId}/book`)).text
    assert.include(page, 'Ann Tide')
    assert.notInclude(page, 'Captain Reed')
    const parts = (await client.get(`/api/chats/${sessionId}/context?model=basic`)).body.parts
    const tokens = parts.find(({ kind }: { kind: string }) => kind === 'persona').tokens
    await client.put(`/api/personas/${persona.id}`, { background: 'Grew up inland. '.repeat(50) })
    const longer = (await client.get(`/api/chats/${sessionId}/context?model=basic`)).body.parts
    assert.isAbove(longer.find(({ kind }: { kind: string }) => kind === 'persona').tokens, tokens + 100)
  })

  test('falls back to the default one when it is deleted, and stays the same when it becomes the default', async ({
    assert,
  }) => {
    const { client, say, choose, settings, persona, open } = await setUp()
    const [first] = (await client.get('/api/personas')).body
    await choose(persona.id)
    await client.put(`/api/personas/${persona.id}`, { isDefault: true })
    assert.isNull((await open()).persona)
    assert.include((await say()).prompt, ann.description)

    await choose(first.id)
    assert.equal((await open()).persona.name, 'Captain Reed')
    assert.include((await say()).prompt, 'One eye.')

    await client.call(`/api/personas/${first.id}`, { method: 'DELETE' })
    assert.isNull((await open()).persona)
    assert.isNull((await settings()).personaId)
    const { prompt } = await say()
    assert.include(prompt, ann.description)
    assert.notInclude(prompt, 'One eye.')
  })

  test('of another user is refused, and never read', async ({ assert }) => {
    const { client, sessionId, say, open } = await setUp()
    const stranger = await stage.visitor()
    const foreign = (await stranger.post('/api/personas', { name: 'Stranger', background: 'A secret.' })).body
    const refused = await client.put(`/api/chats/${sessionId}/settings`, { personaId: foreign.id })
    assert.equal(refused.status, 422)
    assert.equal(refused.body.errors[0].field, 'personaId')

    await stage.db.query('INSERT INTO chat_settings (user_id, chat_session_id, persona_id) VALUES ($1, $2, $3)', [
      client.user.id,
      sessionId,
      foreign.id,
    ])
    assert.isNull((await open()).persona)
    const { prompt } = await say()
    assert.include(prompt, 'Captain Reed')
    assert.notInclude(prompt, 'A secret.')
  })

  test('brings its own lorebooks, and a deleted one does nothing', async ({ assert }) => {
    const { client, say, choose, persona } = await setUp()
    const bookOf = async (content: string) => {
      const { body } = await client.post('/api/lorebooks', { name: 'Sea' })
      await client.post(`/api/lorebooks/${body.id}/entries`, { name: 'coat', keys: ['coat'], content })
      return body.id as string
    }
    const [book, usual] = [await bookOf('The coat was a gift.'), await bookOf('The eye sees ghosts.')]
    await client.put(`/api/personas/${persona.id}`, { lorebookIds: [book] })
    const [first] = (await client.get('/api/personas')).body
    await client.put(`/api/personas/${first.id}`, { lorebookIds: [usual] })

    const before = await say('A coat!')
    assert.include(before.prompt, 'The eye sees ghosts.')
    assert.notInclude(before.prompt, 'The coat was a gift.')
    await choose(persona.id)
    const after = await say('A coat!')
    assert.include(after.prompt, 'The coat was a gift.')
    assert.notInclude(after.prompt, 'The eye sees ghosts.')
    await client.call(`/api/lorebooks/${book}`, { method: 'DELETE' })
    assert.notInclude((await say('A coat!')).prompt, 'The coat was a gift.')
  })
})
