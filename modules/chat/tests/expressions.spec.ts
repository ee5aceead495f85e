import { test } from '@japa/runner'
import type { ChatExpressions } from '../api.ts'
import { newId } from '#modules/kernel/ids'
import type { Client } from '#tests/support/client'
import { speak, type Call } from '#tests/support/model_upstream'
import { last, messagesOf, send, startStage, until, type Stage } from '#tests/support/stage'
import { waitUntil } from '#tests/support/wait_until'

let stage: Stage

const address = (name: string) => `https://pictures.example.test/${encodeURIComponent(name)}.png`

/** Creates a public character with expressions of these names. */
const makeCharacter = async (owner: Client, names: readonly string[], more: Record<string, unknown> = {}) => {
  const { status, body, text } = await owner.post('/api/characters', {
    name: 'Mo',
    description: 'Mends nets.',
    personality: 'Calm.',
    backstory: 'Born at sea.',
    firstMessage: '*Mo smiles.* Ahoy.',
    avatar: address('mo'),
    assets: names.map((name) => ({ type: 'emotion', name, address: address(name) })),
    ...more,
  })
  if (status !== 201) throw new Error(text)
  return body.id as string
}

/** Opens a chat of a new user, whose opening isn't stored. */
const openChat = async (names: readonly string[] = ['joy', 'neutral', 'sad'], client?: Client) => {
  client ??= await stage.visitor()
  const characterId = await makeCharacter(await stage.visitor(), names)
  const { body } = await client.get(`/api/chats/${characterId}`)
  return { client, characterId, sessionId: body.session.id as string, openingId: body.messages[0].id as string }
}

const read = async ({ client, sessionId }: { client: Client; sessionId: string }): Promise<ChatExpressions> =>
  (await client.get(`/api/chats/${sessionId}/expressions`)).body

const label = (client: Client, messageId: string, body: object = {}) =>
  client.post(`/api/messages/${messageId}/expression`, body)
const choose = (client: Client, messageId: string, body: object) =>
  client.put(`/api/messages/${messageId}/expression`, body)

const isLabel = ({ body }: Call) => body.model === 'test-summary'
const labelCalls = () => stage.upstream.calls.filter(isLabel)

/** The model chooses this label, and answers messages with this text. */
const chooseByModel = (chosen: string, said = '*Mo sobs.*') => {
  stage.upstream.answer = (call) => speak([isLabel(call) ? chosen : said])(call)
}

const noJobs = () =>
  until(stage.db, `SELECT NOT EXISTS (SELECT FROM jobs WHERE kind = 'chat.expression' AND finished_at IS NULL)`)

test.group('The expressions of a chat', (group) => {
  group.setup(async () => {
    stage = await startStage({
      env: { MODEL_SUMMARY: 'test-summary', RATE_LIMITS: 'on', REWARDS_PER_NETWORK: '1000000' },
    })
    return () => stage.close()
  })
  group.each.setup(() => chooseByModel('I don’t know.'))
  group.each.teardown(noJobs)

  test('are those of its character, the default first, for the user of the chat only', async ({ assert }) => {
    const chat = await openChat()
    assert.deepEqual(await read(chat), {
      characters: [
        {
          id: chat.characterId,
          expressions: ['neutral', 'joy', 'sad'].map((name) => ({ name, address: address(name) })),
        },
      ],
      labels: {},
    })
    const other = await stage.visitor()
    for (const id of [chat.sessionId, newId()])
      assert.equal((await other.get(`/api/chats/${id}/expressions`)).status, 404)
  })

  test('are those of all members of a group', async ({ assert }) => {
    const [client, owner] = [await stage.visitor(), await stage.visitor()]
    const characterIds = [await makeCharacter(owner, ['joy']), await makeCharacter(owner, [])]
    const { body } = await client.post('/api/group-chats', { characterIds })
    const { characters } = await read({ client, sessionId: body.session.id })
    assert.deepEqual(
      characters.map(({ id, expressions }) => [id, expressions?.length]),
      [
        [characterIds[0], 1],
        [characterIds[1], 0],
      ]
    )
    const [opening] = body.messages
    assert.deepEqual((await label(client, opening.id)).body, { label: 'joy' })
  })

  test('stay those of the version that the chat began with, until it is updated', async ({ assert }) => {
    const owner = await stage.visitor()
    const client = await stage.visitor()
    const id = await makeCharacter(owner, ['joy', 'sad'])
    const plain = (await client.get(`/api/chats/${id}`)).body
    const group = (await client.post('/api/group-chats', { characterIds: [id, await makeCharacter(owner, [])] })).body
    const wink = [{ type: 'emotion', name: 'wink', address: address('wink') }]
    assert.equal((await owner.put(`/api/characters/${id}`, { assets: wink })).status, 200)
    for (const { session, messages } of [plain, group]) {
      const chat = { client, sessionId: session.id as string }
      const names = async () => (await read(chat)).characters[0]!.expressions!.map(({ name }) => name)
      assert.deepEqual(await names(), ['joy', 'sad'])
      assert.equal((await choose(client, messages[0].id, { label: 'wink' })).status, 422)
      assert.equal((await choose(client, messages[0].id, { label: 'sad' })).status, 200)
      await client.post(`/api/chats/${session.id}/version?characterId=${id}`)
      assert.deepEqual(await names(), ['wink'])
      assert.equal((await choose(client, messages[0].id, { label: 'wink' })).status, 200)
    }
  })

  test('are null behind the adult gate, where nothing can be labeled', async ({ assert }) => {
    const chat = await openChat()
    await stage.db.query('UPDATE characters SET is_nsfw = true WHERE id = $1', [chat.characterId])
    assert.deepEqual((await read(chat)).characters, [{ id: chat.characterId, expressions: null }])
    assert.equal((await label(chat.client, chat.openingId)).status, 403)
    assert.equal((await choose(chat.client, chat.openingId, { label: 'joy' })).status, 403)
  })

  test('label a first message by its words, which stores it, and anew when it is edited', async ({ assert }) => {
    const chat = await openChat()
    const { client, openingId } = chat
    assert.deepEqual((await label(client, openingId)).body, { label: 'joy' })
    await noJobs()
    await client.put(`/api/messages/${openingId}`, { content: '*Mo sobs.*' })
    assert.deepEqual((await read(chat)).labels, {})
    assert.deepEqual((await label(client, openingId)).body, { label: 'sad' })
    assert.deepEqual((await read(chat)).labels, { [openingId]: 'sad' })
    assert.lengthOf(await messagesOf(chat), 1)
    // A choice of the user stays.
    await choose(client, openingId, { label: 'joy' })
    await client.put(`/api/messages/${openingId}`, { content: '*Mo sobs again.*' })
    assert.deepEqual((await label(client, openingId)).body, { label: 'joy' })
    await noJobs()
  })

  test('label an answer anew when it was continued', async ({ assert }) => {
    const chat = await openChat()
    const { client, characterId } = chat
    const { message } = last(await (await send(chat, 'Hello?')).ended) as any
    assert.deepEqual((await label(client, message.id)).body, { label: 'sad' })
    await noJobs()
    const events = await client.stream('/api/events')
    const body = { messageId: message.id, model: 'basic' }
    await (
      await client.stream(`/api/chats/${characterId}/continue`, { method: 'POST', body })
    ).ended
    await events.waitFor((event: any) => event.what === 'expression_changed' && event.messageId === message.id)
    assert.deepEqual((await read(chat)).labels, {})
    assert.deepEqual((await label(client, message.id)).body, { label: 'sad' })
    await noJobs()
  })

  test('keep a label for each answer of a message', async ({ assert }) => {
    const chat = await openChat()
    const { client, characterId } = chat
    const { message } = last(await (await send(chat, 'Hello?')).ended) as any
    assert.deepEqual((await label(client, message.id)).body, { label: 'sad' })
    chooseByModel('I don’t know.', 'The train is late.')
    const body = { messageId: message.id, model: 'basic' }
    await (
      await client.stream(`/api/chats/${characterId}/reroll`, { method: 'POST', body })
    ).ended
    assert.deepEqual((await label(client, message.id)).body, { label: 'neutral' })
    const { alternates } = last(await messagesOf(chat))
    const [first, second] = alternates!.map(({ id }) => id) as [string, string]
    assert.deepEqual((await label(client, message.id, { answerId: first })).body, { label: 'sad' })
    assert.deepEqual((await read(chat)).labels, { [first]: 'sad', [second]: 'neutral' })
    assert.deepEqual((await choose(client, message.id, { answerId: first, label: 'JOY' })).body, { label: 'joy' })
    assert.deepEqual((await read(chat)).labels, { [first]: 'joy', [second]: 'neutral' })
  })

  test('let the model choose one of the character’s own labels, which open tabs hear of', async ({ assert }) => {
    chooseByModel('Sad.')
    const calls = labelCalls().length
    const chat = await openChat(['neutral', 'joy', 'sad', 'x'.repeat(40)])
    const events = await chat.client.stream('/api/events')
    assert.deepEqual((await label(chat.client, chat.openingId)).body, { label: 'joy' })
    await events.waitFor((event: any) => event.what === 'expression_changed' && event.messageId === chat.openingId)
    assert.deepEqual((await read(chat)).labels, { [chat.openingId]: 'sad' })
    const { messages } = last(labelCalls()).body
    assert.include(messages[0].content, `Labels: neutral, joy, sad, ${'x'.repeat(40)}`)
    assert.include(messages[1].content, '*Mo smiles.* Ahoy.')
    assert.deepEqual((await label(chat.client, chat.openingId)).body, { label: 'sad' })
    await noJobs()
    assert.lengthOf(labelCalls(), calls + 1)
  })

  test('keep the label of the words when the model names none, fails, or is asked too late', async ({ assert }) => {
    const calls = labelCalls().length
    const chat = await openChat()
    await label(chat.client, chat.openingId)
    await noJobs()
    stage.upstream.answer = (call) => void call.response.destroy()
    const failed = await openChat()
    await label(failed.client, failed.openingId)
    await noJobs()
    for (const each of [chat, failed]) assert.deepEqual((await read(each)).labels, { [each.openingId]: 'joy' })
    const asked = labelCalls().length
    assert.isAbove(asked, calls)
    const payload = { messageId: chat.openingId, answerId: chat.openingId, at: Date.now() - 20_001 }
    await stage.db.query(`INSERT INTO jobs (id, kind, owner_id, payload) VALUES ($1, 'chat.expression', $2, $3)`, [
      newId(),
      chat.client.user.id,
      JSON.stringify(payload),
    ])
    await noJobs()
    assert.lengthOf(labelCalls(), asked)
  })

  test('ask no model about a character with one expression', async ({ assert }) => {
    const calls = labelCalls().length
    const chat = await openChat(['joy'])
    assert.deepEqual((await label(chat.client, chat.openingId)).body, { label: 'joy' })
    const { rows } = await stage.db.query(`SELECT FROM jobs WHERE owner_id = $1`, [chat.client.user.id])
    assert.lengthOf(rows, 0)
    assert.lengthOf(labelCalls(), calls)
  })

  test('ask the model about at most four answers at once, and keep what users chose meanwhile', async ({ assert }) => {
    const gate = Promise.withResolvers<void>()
    stage.upstream.answer = async (call) => {
      await gate.promise
      await speak(['sad'])(call)
    }
    const calls = labelCalls().length
    const chats = await Promise.all(Array.from({ length: 5 }, () => openChat()))
    for (const { client, openingId } of chats) await label(client, openingId)
    await waitUntil('four calls', () => labelCalls().length === calls + 4)
    const { rows } = await stage.db.query(
      `SELECT count(*)::int AS waiting FROM jobs WHERE kind = 'chat.expression' AND state = 'waiting'`
    )
    assert.equal(rows[0].waiting, 1)
    for (const { client, openingId } of chats) await choose(client, openingId, { label: 'neutral' })
    gate.resolve()
    await noJobs()
    for (const chat of chats) assert.deepEqual((await read(chat)).labels, { [chat.openingId]: 'neutral' })
    assert.lengthOf(labelCalls(), calls + 4)
  })

  test('refuse what is no answer, and labels that the character doesn’t have', async ({ assert }) => {
    const chat = await openChat()
    const { client, openingId } = chat
    await (
      await send(chat, 'Hello?')
    ).ended
    const [, question, answer] = await messagesOf(chat)
    for (const [id, body] of [
      [question!.id, {}],
      [newId(), {}],
      ['no-id', {}],
      [answer!.id, { answerId: newId() }],
      [answer!.id, { answerId: openingId }],
    ] as const) {
      assert.equal((await label(client, id, body)).status, 404)
      assert.equal((await choose(client, id, { ...body, label: 'joy' })).status, 404)
    }
    for (const name of ['anger', '', null, 7, 'x'.repeat(81)])
      assert.equal((await choose(client, answer!.id, { label: name })).status, 422)
    const other = await stage.visitor()
    assert.equal((await label(other, answer!.id)).status, 404)
    await client.call(`/api/messages/${answer!.id}`, { method: 'DELETE' })
    assert.equal((await label(client, answer!.id)).status, 404)
    const plain = await openChat([])
    assert.equal((await label(plain.client, plain.openingId)).status, 409)
    assert.equal((await choose(plain.client, plain.openingId, { label: 'joy' })).status, 409)
  })

  test('are copied with a branch, and leave with the account', async ({ assert }) => {
    const chat = await openChat(Array.from({ length: 64 }, (_, n) => `${n} `.padEnd(40, 'x')))
    const { client, sessionId, openingId } = chat
    const longest = `63 ${'x'.repeat(37)}`
    assert.deepEqual((await choose(client, openingId, { label: longest })).body, { label: longest })
    await (
      await send(chat, 'Hello?')
    ).ended
    const [, question] = await messagesOf(chat)
    const { body } = await client.post(`/api/chats/${sessionId}/branches`, { messageId: question!.id })
    const { labels } = await read({ client, sessionId: body.id })
    assert.deepEqual(Object.values(labels), [longest])
    assert.notProperty(labels, openingId)
    const exported = await client.get('/api/user/export')
    assert.include(exported.text, JSON.stringify({ [openingId]: longest }).slice(1, -1))
    const { rows } = await stage.db.query('SELECT count(*)::int AS count FROM chat_expressions WHERE user_id = $1', [
      client.user.id,
    ])
    assert.equal(rows[0].count, 2)
  })
})
