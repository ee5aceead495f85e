import { readFile } from 'node:fs/promises'
import { test } from '@japa/runner'
import { finish } from '#modules/kernel/steps'
import { limits } from '../api.ts'
import { findGreetings } from '../replies/opening/open_session.ts'
import type { Client } from '#tests/support/client'
import { last, messagesOf, send, sharedStage, type Stage } from '#tests/support/stage'

let stage: Stage

const greetings = ['Hello.', 'Go away.', 'Welcome.']

const makeCharacter = async (): Promise<string> => {
  const { rows } = await stage.db.query(
    `WITH made AS (
       INSERT INTO characters (name, created_by, first_message) VALUES ('Wren', '00000000-0000-0000-0000-000000000001', $1) RETURNING id
     ), parts AS (
       INSERT INTO character_parts (character_id, alternate_greetings, group_greetings, example_dialogue, system_prompt,
         post_history_instructions, creator_name, card_version, source, lorebook_ids, assets)
       SELECT id, $2, '{}', '', '', '', '', '', '{}', '{}', '[]' FROM made
     )
     SELECT id FROM made`,
    [greetings[0], greetings.slice(1)]
  )
  return rows[0].id
}

/** Opens a new chat, whose opening isn't stored. */
const openChat = async (client?: Client) => {
  client ??= await stage.visitor()
  const characterId = await makeCharacter()
  const { body } = await client.get(`/api/chats/${characterId}`)
  return { client, characterId, sessionId: body.session.id as string, opening: body.messages[0] }
}

const storedMessages = async (sessionId: string): Promise<number> => {
  const { rows } = await stage.db.query('SELECT count(*)::int AS count FROM chat_messages WHERE chat_session_id = $1', [
    sessionId,
  ])
  return rows[0].count
}

const answersOf = async (messageId: string): Promise<number> => {
  const { rows } = await stage.db.query(
    'SELECT count(*)::int AS count FROM chat_message_alternates WHERE message_id = $1',
    [messageId]
  )
  return rows[0].count
}

test.group('Finding the greetings of a chat', () => {
  const stepsOf = (texts: string[]) => [...findGreetings(texts)].length
  const list = (text: (n: number) => string) => Array.from({ length: 301 }, (_, n) => text(n))

  test('reads one greeting in a step', ({ assert }) => {
    const blank = '{{// nothing }}'.repeat(3_000)
    assert.equal(stepsOf(list(() => blank)), 301)
    assert.deepEqual(finish(findGreetings([blank, 'Hi.', 'Hi.', ' ', 'Hello.'])), [1, 4])
  })

  test('reads no further greetings than a chat begins with', ({ assert }) => {
    assert.equal(stepsOf(list((n) => `Greeting ${n}`)), limits.greetingsMax)
  })
})

test.group('The opening of a chat', (group) => {
  group.setup(async () => {
    stage = await sharedStage()
  })

  test('has the starters of a built-in character, and none with another first message', async ({ assert }) => {
    const card = await readFile(new URL('../../gallery/content/sunny/card.json', import.meta.url), 'utf8')
    const { name, first_mes: firstMessage, extensions } = JSON.parse(card).data
    const client = await stage.visitor()
    const startersOf = async (firstMessage: string) => {
      const { rows } = await stage.db.query(
        `INSERT INTO characters (name, created_by, first_message)
         VALUES ($1, '00000000-0000-0000-0000-000000000001', $2) RETURNING id`,
        [name, firstMessage]
      )
      return (await client.get(`/api/chats/${rows[0].id}`)).body.starters
    }
    assert.deepEqual(await startersOf(firstMessage), extensions.facet.starters)
    assert.isUndefined(await startersOf('Another scene.'))
  })

  test('is stored by the first message, and is the same message before and after', async ({ assert }) => {
    const { opening, ...chat } = await openChat()
    assert.deepEqual(
      opening.alternates.map(({ content }: { content: string }) => content),
      greetings
    )
    assert.deepEqual([await storedMessages(chat.sessionId), await answersOf(opening.id)], [0, 0])
    const { body: again } = await chat.client.get(`/api/chats/${chat.characterId}?session=${chat.sessionId}&end=true`)
    assert.deepEqual([again.messages, again.hasOlder], [[opening], false])
    await (
      await send(chat, 'Good day.')
    ).ended
    assert.deepEqual((await messagesOf(chat))[0], opening)
    assert.deepEqual([await storedMessages(chat.sessionId), await answersOf(opening.id)], [3, 3])
    const requested = last(stage.upstream.calls).body.messages.map(({ content }: { content: string }) => content)
    assert.deepEqual(requested.slice(-2), ['Hello.', 'Good day.'])
  })

  for (const [name, change, expected] of [
    ['edited', (client: Client, id: string) => client.put(`/api/messages/${id}`, { content: 'Aye.' }), ['Aye.']],
    ['deleted', (client: Client, id: string) => client.delete(`/api/messages/${id}`), []],
  ] as const)
    test(`can be ${name} before the first message`, async ({ assert }) => {
      const { opening, ...chat } = await openChat()
      assert.equal((await change(chat.client, opening.id)).status, 200)
      const contents = async () => (await messagesOf(chat)).map(({ content }) => content)
      assert.deepEqual(await contents(), expected)
      await (
        await send(chat, 'Good day.')
      ).ended
      assert.deepEqual((await contents()).slice(0, -1), [...expected, 'Good day.'])
    })

  test('is chosen, sent and opened at once without a second one', async ({ assert }) => {
    for (let round = 0; round < 5; round++) {
      const { opening, client, ...chat } = await openChat()
      const [chosen, sent] = await Promise.all([
        client.put(`/api/messages/${opening.id}/alternate`, { index: 2 }),
        send({ client, ...chat }, 'Good day.'),
        client.get(`/api/chats/${chat.characterId}?new=true`),
        client.get(`/api/chats/${chat.sessionId}/context?model=basic`),
        client.get(`/api/chats/${chat.sessionId}/export`),
      ])
      assert.include([200, 409], chosen.status)
      await sent.ended
      const messages = await messagesOf({ client, ...chat })
      assert.lengthOf(messages, 3)
      assert.deepInclude(messages[0]!, { id: opening.id, content: chosen.status === 200 ? 'Welcome.' : 'Hello.' })
      assert.equal(await answersOf(opening.id), 3)
    }
  })

  test('is in the context, the exports, the book, a branch and a line for the user', async ({ assert }) => {
    const context = await openChat()
    const { body } = await context.client.get(`/api/chats/${context.sessionId}/context?model=basic`)
    assert.deepInclude(body.history, { cutMessages: 0 })
    assert.deepEqual(
      body.history.messages.map(({ id }: { id: string }) => id),
      [context.opening.id]
    )
    for (const format of ['markdown', 'jsonl', 'sillytavern']) {
      const { client, sessionId } = await openChat()
      assert.include((await client.get(`/api/chats/${sessionId}/export?format=${format}`)).text, 'Hello.')
    }
    const book = await openChat()
    assert.include((await book.client.get(`/api/chats/${book.sessionId}/book`)).text, 'Hello.')
    const account = await openChat()
    assert.include((await account.client.get('/api/user/export')).text, 'Go away.')

    const { opening, ...source } = await openChat()
    const { status, body: branch } = await source.client.post(`/api/chats/${source.sessionId}/branches`, {
      messageId: opening.id,
    })
    assert.equal(status, 201)
    const [copied] = await messagesOf({ ...source, sessionId: branch.id })
    assert.deepEqual([copied!.content, copied!.alternates!.length], ['Hello.', 3])

    const line = await openChat()
    const written = await line.client.stream(`/api/chats/${line.characterId}/impersonate`, {
      body: { sessionId: line.sessionId, model: 'basic' },
    })
    assert.equal(last(await written.ended).type, 'draft')
    const requested = last(stage.upstream.calls).body.messages.map(({ content }: { content: string }) => content)
    assert.include(requested.join('\n'), 'Hello.')
  })

  test('is found around its id, and has no prompt and no reroll', async ({ assert }) => {
    const around = await openChat()
    const { body } = await around.client.get(
      `/api/chats/${around.characterId}?session=${around.sessionId}&around=${around.opening.id}`
    )
    assert.deepEqual(body.messages, [around.opening])
    const prompt = await openChat()
    assert.equal((await prompt.client.get(`/api/messages/${prompt.opening.id}/prompt`)).body.code, 'not_kept')
    const reroll = await openChat()
    const { status } = await reroll.client.post(`/api/chats/${reroll.characterId}/reroll`, {
      messageId: reroll.opening.id,
      model: 'basic',
    })
    assert.equal(status, 422)
  })

  test('is removed with its chat, alone or of a group, unless the chat has another message', async ({ assert }) => {
    const stored = async (sessionId: string, messageId: string) => [
      await storedMessages(sessionId),
      await answersOf(messageId),
    ]
    const { client, sessionId, opening } = await openChat()
    await client.put(`/api/messages/${opening.id}/hidden`, { isHidden: true })
    assert.deepEqual(await stored(sessionId, opening.id), [1, 3])
    await client.delete(`/api/chats/${sessionId}`)
    assert.deepEqual(await stored(sessionId, opening.id), [0, 0])

    const characterIds = [await makeCharacter(), await makeCharacter()]
    const { body: group } = await client.post('/api/group-chats', { characterIds })
    assert.deepEqual(await stored(group.session.id, group.messages[0].id), [1, 6])
    await client.delete(`/api/chats/${group.session.id}`)
    assert.deepEqual(await stored(group.session.id, group.messages[0].id), [0, 0])

    const answered = await openChat()
    await (
      await send(answered, 'Hello?')
    ).ended
    await answered.client.delete(`/api/chats/${answered.sessionId}`)
    assert.deepEqual(await stored(answered.sessionId, answered.opening.id), [3, 3])
  })

  test('is not stored or changed by another user', async ({ assert }) => {
    const { opening, sessionId } = await openChat()
    const stranger = await stage.visitor()
    assert.equal((await stranger.put(`/api/messages/${opening.id}/alternate`, { index: 1 })).status, 404)
    assert.equal((await stranger.get(`/api/chats/${sessionId}/export`)).status, 404)
    assert.equal(await storedMessages(sessionId), 0)
  })

  test('has at most 50 greetings and 200,000 characters of them', async ({ assert }) => {
    const client = await stage.visitor()
    for (const [lengths, count] of [
      [Array.from({ length: 300 }, () => 3), 50],
      [Array.from({ length: 300 }, () => 8_000), 25],
    ] as const) {
      const characterId = await makeCharacter()
      await stage.db.query(`UPDATE characters SET first_message = $2 WHERE id = $1`, [
        characterId,
        'x'.repeat(lengths[0]!),
      ])
      await stage.db.query(`UPDATE character_parts SET alternate_greetings = $2 WHERE character_id = $1`, [
        characterId,
        lengths.map((length, index) => String(index).padEnd(length, ' .')),
      ])
      const { body } = await client.get(`/api/chats/${characterId}`)
      assert.lengthOf(body.messages[0].alternates, count)
      const { body: end } = await client.get(`/api/chats/${characterId}?end=true`)
      assert.deepEqual([end.messages.length, end.hasOlder], count === 25 ? [0, true] : [1, false])
      await client.say(characterId, { content: 'Good day.', model: 'basic', sessionId: body.session.id })
      const [first] = (await client.get(`/api/chats/${characterId}`)).body.messages
      assert.deepEqual(first, body.messages[0])
    }
  })
})
