import { test } from '@japa/runner'
import { Client, textOf } from '#tests/support/client'
import { speak, speakInTwo } from '#tests/support/model_upstream'
import {
  accountOf,
  join,
  last,
  messagesOf,
  send,
  sharedStage,
  startStage,
  until,
  type Stage,
} from '#tests/support/stage'
import { longRun } from '#tests/support/long_run'
import { fillMessage } from '../prompts/chat_macros.ts'

let stage: Stage

/** Inserts a character without the rules of the gallery. */
const makeCharacter = async (fields: Record<string, unknown>): Promise<string> => {
  const row: Record<string, unknown> = {
    name: 'Wren',
    created_by: '00000000-0000-0000-0000-000000000001',
    first_message: 'Hello, {{user}}. I am {{char}}.',
    ...fields,
  }
  const names = Object.keys(row)
  const { rows } = await stage.db.query(
    `INSERT INTO characters (${names.join(', ')}) VALUES (${names.map((_, index) => `$${index + 1}`).join(', ')}) RETURNING id`,
    Object.values(row)
  )
  return rows[0].id
}

const giveGreetings = (characterId: string, greetings: string[]) =>
  stage.db.query(
    `INSERT INTO character_parts (character_id, alternate_greetings, group_greetings, example_dialogue, system_prompt,
       post_history_instructions, creator_name, card_version, source, lorebook_ids, assets)
     VALUES ($1, $2, '{}', '', '', '', '', '', '{}', '{}', '[]')`,
    [characterId, greetings]
  )

test.group('Chats', (group) => {
  group.setup(async () => {
    stage = await sharedStage()
  })
  group.each.setup(() => {
    stage.upstream.answer = speak(['Well', ' met.'])
  })

  test('begin with the character’s first message, with macros as written, for free', async ({ assert }) => {
    const client = await stage.visitor()
    const characterId = await makeCharacter({ greeting: 'Not this one.' })
    const { status, body } = await client.get(`/api/chats/${characterId}`)
    assert.equal(status, 200)
    assert.lengthOf(body.messages, 1)
    assert.deepInclude(body.messages[0], {
      content: 'Hello, {{user}}. I am {{char}}.',
      isUser: false,
      rubyCost: 0,
      state: 'complete',
      chatSessionId: body.session.id,
    })
    assert.equal(body.character.name, 'Wren')
    assert.isNull(body.replyUnderWay)
    assert.deepEqual(Object.keys(body.session).sort(), ['createdAt', 'id', 'lastMessageAt', 'pins', 'title'])
    assert.equal((await accountOf(stage.db, { client })).balance, 50)
  })

  test('begin with the greeting if there is no first message, or with no message', async ({ assert }) => {
    const client = await stage.visitor()
    const greeting = await makeCharacter({ first_message: '', greeting: 'Good day.' })
    assert.equal((await client.get(`/api/chats/${greeting}`)).body.messages[0].content, 'Good day.')
    const silent = await makeCharacter({ first_message: '' })
    assert.deepEqual((await client.get(`/api/chats/${silent}`)).body.messages, [])
    const events = await client.say(silent, { content: 'Say something.', model: 'basic' })
    assert.equal(last(events).type, 'aiComplete')
  })

  test('offer the character’s greetings as alternates of the first message, and send the chosen one', async ({
    assert,
  }) => {
    const client = await stage.visitor()
    const characterId = await makeCharacter({ first_message: 'Hello.' })
    await giveGreetings(characterId, ['Go away, {{user}}.', 'Hello.', ''])
    const { body } = await client.get(`/api/chats/${characterId}`)
    assert.lengthOf(body.messages, 1)
    const [first] = body.messages
    assert.deepInclude(first, { content: 'Hello.', selectedAlternate: 0, rubyCost: 0 })
    const contents = ['Hello.', 'Go away, {{user}}.']
    assert.deepEqual(
      first.alternates.map(({ content, rubyCost }: { content: string; rubyCost: number }) => [content, rubyCost]),
      contents.map((content) => [content, 0])
    )
    const { status } = await client.put(`/api/messages/${first.id}/alternate`, { index: 1 })
    assert.equal(status, 200)
    const again = (await client.get(`/api/chats/${characterId}`)).body
    assert.equal(again.session.id, body.session.id)
    assert.deepInclude(again.messages[0], { content: contents[1], selectedAlternate: 1 })
    assert.lengthOf(again.messages[0].alternates, 2)

    const chat = { client, characterId, sessionId: body.session.id }
    await (
      await send(chat, 'Why?')
    ).ended
    const requested = last(stage.upstream.calls).body.messages.map(({ content }: { content: string }) => content)
    assert.deepEqual(requested.slice(-2), ['Go away, Robin.', 'Why?'])
    const { body: branch } = await client.post(`/api/chats/${chat.sessionId}/branches`, { messageId: first.id })
    const copied = await messagesOf({ ...chat, sessionId: branch.id })
    assert.deepInclude(copied[0]!, { content: contents[1], selectedAlternate: 1 })
    assert.deepEqual(
      copied[0]!.alternates!.map(({ content }) => content),
      contents
    )
  })

  test('keep the greetings and the chosen one in an export and its import', async ({ assert }) => {
    const client = await stage.visitor()
    const characterId = await makeCharacter({ first_message: 'Hello.' })
    await giveGreetings(characterId, ['Go away.', 'Welcome.'])
    const { session, messages } = (await client.get(`/api/chats/${characterId}`)).body
    await client.put(`/api/messages/${messages[0].id}/alternate`, { index: 1 })
    await client.say(characterId, { content: 'Why?', model: 'basic', sessionId: session.id })
    const { text } = await client.get(`/api/chats/${session.id}/export?format=sillytavern`)
    const field = (disposition: string, value: string) =>
      `--part\r\nContent-Disposition: form-data; ${disposition}\r\n\r\n${value}\r\n`
    const form = field('name="file"; filename="chat.jsonl"', text) + field('name="characterId"', characterId)
    const { status, body } = await client.call('/api/chats/import', {
      method: 'POST',
      rawBody: Buffer.from(`${form}--part--\r\n`),
      headers: { 'content-type': 'multipart/form-data; boundary=part' },
    })
    assert.equal(status, 201)
    const [first, ...others] = await messagesOf({ client, characterId, sessionId: body.sessionId })
    assert.deepInclude(first, { content: 'Go away.', selectedAlternate: 1 })
    assert.deepEqual(
      first!.alternates!.map(({ content }) => content),
      ['Hello.', 'Go away.', 'Welcome.']
    )
    assert.deepEqual(
      others.map(({ content }) => content),
      ['Why?', 'Well met.']
    )
  })

  test('give a chat that begins with a send all greetings', async ({ assert }) => {
    const client = await stage.visitor()
    const characterId = await makeCharacter({ first_message: 'Hello.' })
    await giveGreetings(characterId, ['Welcome.'])
    await client.say(characterId, { content: 'Good day.', model: 'basic' })
    const { messages } = (await client.get(`/api/chats/${characterId}`)).body
    assert.lengthOf(messages, 3)
    assert.lengthOf(messages[0].alternates, 2)
  })

  test('store macros as written, and fill them in for the model only', async ({ assert }) => {
    const client = await stage.visitor()
    const characterId = await makeCharacter({})
    const { body } = await client.get(`/api/chats/${characterId}`)
    const chat = { client, characterId, sessionId: body.session.id }
    await (
      await send(chat, 'I am {{user}}, {{char}}.')
    ).ended
    assert.equal((await messagesOf(chat))[1]!.content, 'I am {{user}}, {{char}}.')
    const requested = last(stage.upstream.calls).body.messages.map(({ content }: { content: string }) => content)
    assert.deepEqual(requested.slice(-2), ['Hello, Robin. I am Wren.', 'I am Robin, Wren.'])
  })

  test('give the same macros to the model, the screen, the list and the exports', async ({ assert }) => {
    const client = await stage.visitor()
    await client.put('/api/user/settings', { personaName: 'Captain Reed' })
    const characterId = await makeCharacter({
      first_message: '{{pick:red,green,blue}} {{roll:999999}}',
      scenario: '{{user}} comes on {{isodate}}. {{unknown}}{{model}}',
    })
    const { session } = (await client.get(`/api/chats/${characterId}`)).body
    stage.upstream.answer = speak(['I, {{char}}, see ', '{{roll:999999}} at {{isotime}}.'])
    const zone = 'Pacific/Kiritimati'
    const content = 'I, {{user}}, roll {{roll:999999}} at {{isotime}}, {{idle_duration}} later.{{unknown}}'
    const events = await client.say(characterId, { content, sessionId: session.id, zone })

    const messages = (await messagesOf({ client, characterId, sessionId: session.id })).map((message) => ({
      ...message,
      at: Date.parse(message.createdAt),
    }))
    const macros = { char: 'Wren', user: 'Captain Reed', chatId: session.id, timeZone: zone }
    const shown = messages.map((message, index) =>
      fillMessage(message, macros, 'reader', () => messages.slice(0, index).toReversed())
    )
    assert.match(shown[1]!, /^I, Captain Reed, roll \d+ at \d\d:\d\d, just now later\.\{\{unknown}}$/)
    const { messages: requested } = last(stage.upstream.calls).body
    const [system, ...sent] = requested.map(({ content }: { content: string }) => content)
    assert.deepEqual(sent.slice(-2), [shown[0], shown[1]])
    assert.match(system, /Captain Reed comes on \d{4}-\d\d-\d\d\. \{\{unknown}}MythoMist 7B\b/)

    const [first] = events
    assert.equal(first?.type === 'userMessage' && first.answerId, messages[2]!.id)
    assert.equal((await client.get(`/api/chats?zone=${zone}`)).body[0].lastMessage, shown[2])
    const markdown = (await client.get(`/api/chats/${session.id}/export?zone=${zone}`)).text
    for (const text of shown) assert.include(markdown, text)
    for (const unknown of ['Nowhere/None', 'Etc/Unknown', '%2B05:30', ''])
      assert.equal((await client.get(`/api/chats/${session.id}/export?zone=${unknown}`)).status, 200)
  })

  test('use UTC for a time zone that the server does not know', async ({ assert }) => {
    const client = await stage.visitor()
    const characterId = await makeCharacter({})
    const events = await client.say(characterId, { content: '{{isodate}}', zone: 'Nowhere/None' })
    assert.equal(last(events).type, 'aiComplete')
    const [first] = events
    const { messages } = last(stage.upstream.calls).body
    assert.equal(messages.at(-1).content, first?.type === 'userMessage' && first.message.createdAt.slice(0, 10))
    const path = `/api/chats/${characterId}/stream`
    assert.equal((await client.post(path, { content: 'Hello', zone: 5 })).status, 200)
  })

  test('refuse a message without visible text, and answer after an invisible first message', async ({ assert }) => {
    const client = await stage.visitor()
    const characterId = await makeCharacter({ first_message: '{{// nothing}}' })
    for (const content of ['\u200b', '{{// aside}}', '\n{{trim}}\n', '\u3164', '\u2800']) {
      const { status, body } = await client.post(`/api/chats/${characterId}/stream`, { content })
      assert.equal(status, 422, content)
      assert.equal(body.errors[0].message, 'Please write a message first.')
    }
    assert.equal(last(await client.say(characterId, { content: 'Hi' })).type, 'aiComplete')
    const { messages } = last(stage.upstream.calls).body
    assert.deepEqual(
      messages.slice(1).map(({ content }: { content: string }) => content),
      ['Hi']
    )
  })

  test('return the same empty session for new=true, repeated and 20 times at once', async ({ assert }) => {
    const client = await stage.visitor()
    const characterId = stage.characterIds[0]!
    const opened = await Promise.all(Array.from({ length: 20 }, () => client.get(`/api/chats/${characterId}?new=true`)))
    assert.lengthOf([...new Set(opened.map(({ body }) => body.session.id))], 1)
    for (const { body } of opened) assert.lengthOf(body.messages, 1)
    const sessionId = opened[0]!.body.session.id
    assert.equal((await client.get(`/api/chats/${characterId}`)).body.session.id, sessionId)
    await (
      await send({ client, characterId, sessionId }, 'Hello.')
    ).ended
    const second = (await client.get(`/api/chats/${characterId}?new=true`)).body.session.id
    assert.notEqual(second, sessionId)
    assert.equal((await client.get(`/api/chats/${characterId}?new=true`)).body.session.id, second)
  })

  test('receive a send without a session if they were opened last', async ({ assert }) => {
    const client = await stage.visitor()
    const chats = await stage.chats(client, 3)
    const { characterId } = chats[0]!
    for (const chat of [chats[2]!, chats[0]!]) {
      await client.get(`/api/chats/${characterId}?session=${chat.sessionId}`)
      const events = await client.say(characterId, { content: 'Where am I?', model: 'basic' })
      const end = last(events)
      assert.equal(end.type === 'aiComplete' && end.message.chatSessionId, chat.sessionId)
    }
  })

  test('are created by a send without a session', async ({ assert }) => {
    const client = await stage.visitor()
    const characterId = await makeCharacter({})
    const events = await client.say(characterId, { content: 'Hello.' })
    const end = last(events)
    assert.equal(end.type === 'aiComplete' && end.message.rubyCost, 3, 'standard is the default')
    assert.deepEqual(
      (await client.get(`/api/chats/${characterId}`)).body.messages.map(
        (message: { content: string }) => message.content
      ),
      ['Hello, {{user}}. I am {{char}}.', 'Hello.', 'Well met.']
    )
  })

  test('are listed newest first, with an excerpt, if the user has written in them', async ({ assert }) => {
    const client = await stage.visitor()
    const [first, second, unwritten] = stage.characterIds
    await client.get(`/api/chats/${unwritten}`)
    await client.say(first!, { content: 'One.', model: 'basic' })
    await client.say(second!, { content: 'Two.', model: 'basic' })
    stage.upstream.answer = speak(['*She smiles.*\n\n', 'Words '.repeat(60)])
    await client.say(first!, { content: 'Three.', model: 'basic' })
    const { body } = await client.get('/api/chats')
    assert.deepEqual(
      body.map((item: { characterId: string }) => item.characterId),
      [first, second]
    )
    assert.deepEqual(Object.keys(body[0].character).sort(), [
      'avatar',
      'avatarFocus',
      'category',
      'description',
      'id',
      'isPublic',
      'name',
    ])
    assert.isTrue(body[0].lastMessage.startsWith('She smiles. Words Words'))
    assert.isTrue(body[0].lastMessage.endsWith('…'))
    assert.isAtMost([...body[0].lastMessage].length, 140)
    assert.equal(body[1].lastMessage, 'Well met.')
    assert.isAbove(Date.parse(body[0].lastMessageAt), Date.parse(body[1].lastMessageAt))
    const filtered = await client.get(`/api/chats?characterId=${second}`)
    assert.deepEqual(filtered.body, [body[1]])
    assert.deepEqual((await (await stage.visitor()).get('/api/chats')).body, [])
  })

  test('are paged by the Link header, each once, even with equal times', async ({ assert }) => {
    const client = await stage.visitor()
    const chats = await stage.chats(client, 25)
    await stage.db.query(
      `UPDATE chat_sessions SET last_message_at = '2026-01-01T00:00:00.123456Z'::timestamptz + (random() * 3)::int * INTERVAL '1 microsecond'
       WHERE user_id = $1`,
      [client.user.id]
    )
    const seen: string[] = []
    let path: string | null = '/api/chats?limit=4'
    let pages = 0
    while (path) {
      const answer = await client.get(path)
      pages++
      assert.isAtMost(answer.body.length, 4)
      seen.push(...answer.body.map((item: { id: string }) => item.id))
      const link = answer.headers.link as string | undefined
      path = link ? /^<([^>]+)>; rel="next"$/.exec(link)![1]! : null
    }
    assert.equal(pages, 7)
    assert.sameMembers(
      seen,
      chats.map((chat) => chat.sessionId)
    )
    const whole = await client.get('/api/chats')
    assert.isUndefined(whole.headers.link)
    assert.deepEqual(
      whole.body.map((item: { id: string }) => item.id),
      seen
    )
  })

  test('return the newest 200 messages, oldest first, and page back with `before` without gaps', async ({ assert }) => {
    const chat = await stage.chat()
    await stage.db.query(
      `INSERT INTO chat_messages (user_id, id, chat_session_id, position, author_id, content)
       SELECT $2, uuidv7(), $1, n, $2, 'Message ' || n FROM generate_series(2, 450) n`,
      [chat.sessionId, chat.client.user.id]
    )
    const base = `/api/chats/${chat.characterId}?session=${chat.sessionId}`
    const contents: string[] = []
    let before = ''
    for (const size of [200, 200, 50]) {
      const { body } = await chat.client.get(`${base}${before}`)
      assert.lengthOf(body.messages, size)
      contents.unshift(...body.messages.map((message: { content: string }) => message.content))
      before = `&before=${body.messages[0].id}`
    }
    const numbers = Array.from({ length: 449 }, (_, index) => `Message ${index + 2}`)
    assert.deepEqual(contents, ['Good evening.', ...numbers])
    assert.deepEqual((await chat.client.get(`${base}${before}`)).body.messages, [])
  })

  test('are gone from the list and for every call after they were deleted', async ({ assert }) => {
    const chat = await stage.chat()
    const { client, characterId, sessionId } = chat
    const answer = await client.delete(`/api/chats/${sessionId}`)
    assert.equal(answer.status, 200)
    assert.isString(answer.body.message)
    assert.equal((await client.delete(`/api/chats/${sessionId}`)).status, 404)
    assert.equal((await client.get(`/api/chats/${characterId}?session=${sessionId}`)).status, 404)
    assert.equal((await send(chat, 'Hello?')).status, 404)
    assert.equal((await client.post(`/api/chats/${characterId}/stop`, { sessionId })).status, 404)
    assert.deepEqual((await client.get('/api/chats')).body, [])
    assert.notEqual((await client.get(`/api/chats/${characterId}`)).body.session.id, sessionId)
  })

  test('are deleted with their account: prompts, summaries, facts, settings, groups, branches and drafts', async ({
    assert,
  }) => {
    const client = await stage.visitor(50)
    const characterId = stage.characterIds[0]!
    const { session } = (await client.get(`/api/chats/${characterId}`)).body
    await client.say(characterId, { content: 'Good day.', model: 'basic', sessionId: session.id })
    const [, question] = await messagesOf({ client, characterId, sessionId: session.id })
    const { body: branch } = await client.post(`/api/chats/${session.id}/branches`, { messageId: question!.id })
    const { body: group } = await client.post('/api/group-chats', { characterIds: stage.characterIds.slice(0, 2) })
    await client.put(`/api/chats/${session.id}/settings`, { note: { text: 'Rain.' } })
    await client.put(`/api/chats/${session.id}/summary`, { text: 'They met in spring.' })
    await stage.db.query('INSERT INTO chat_facts (user_id, chat_session_id, text) VALUES ($1, $2, $3)', [
      client.user.id,
      session.id,
      'It is winter.',
    ])
    const line = await client.stream(`/api/chats/${characterId}/impersonate`, {
      method: 'POST',
      body: { sessionId: session.id, model: 'basic' },
    })
    await line.ended
    await until(stage.db, 'SELECT EXISTS (SELECT FROM kept_prompts WHERE chat_session_id = $1)', [session.id])

    const sessions = [session.id, branch.id, group.session.id]
    const { rows: tables } = await stage.db.query<{ name: string }>(
      `SELECT relname AS name FROM pg_class JOIN pg_attribute ON attrelid = pg_class.oid
       WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p') AND attname = 'chat_session_id'`
    )
    const tablesWithRows = async () => {
      const found: string[] = []
      for (const { name } of tables) {
        const { rows } = await stage.db.query(
          `SELECT FROM "${name}" WHERE chat_session_id = ANY ($1::uuid[]) LIMIT 1`,
          [sessions]
        )
        if (rows.length > 0) found.push(name)
      }
      return found
    }
    assert.includeMembers(await tablesWithRows(), [
      'chat_branches',
      'chat_drafts',
      'chat_facts',
      'chat_group_members',
      'chat_groups',
      'chat_messages',
      'chat_settings',
      'chat_summaries',
      'kept_prompts',
      'prompt_texts',
      'replies',
    ])
    const { status } = await client.call('/api/user', { method: 'DELETE', body: { currentPassword: 'correct horse' } })
    assert.equal(status, 200)
    assert.deepEqual(await tablesWithRows(), [])
    const { rows } = await stage.db.query('SELECT FROM chat_sessions WHERE id = ANY ($1::uuid[])', [sessions])
    assert.deepEqual(rows, [])
  })

  test('return 404 to other users', async ({ assert }) => {
    const chat = await stage.chat()
    const otherUser = await stage.visitor()
    const theirs = { ...chat, client: otherUser }
    assert.equal((await otherUser.get(`/api/chats/${chat.characterId}?session=${chat.sessionId}`)).status, 404)
    assert.equal((await send(theirs, 'Hello?')).status, 404)
    assert.equal((await join(theirs)).status, 404)
    assert.equal((await otherUser.delete(`/api/chats/${chat.sessionId}`)).status, 404)
    assert.lengthOf(await messagesOf(chat), 1)
  })

  test('with an adult character are closed, excerpt included, until the viewer allows adult content', async ({
    assert,
  }) => {
    const chat = await stage.chat()
    const { client, sessionId } = chat
    const characterId = await makeCharacter({ is_nsfw: true, avatar: '/secret.webp', description: 'Not for all.' })
    await stage.db.query('UPDATE chat_sessions SET character_id = $1 WHERE id = $2', [characterId, sessionId])
    const gated = { ...chat, characterId }
    for (const path of [`?session=${sessionId}`, '?new=true', '']) {
      const { status, body } = await client.get(`/api/chats/${characterId}${path}`)
      assert.equal(status, 403)
      assert.equal(body.message, 'Adult Content: enable it in Settings')
    }
    const refused = await send(gated, 'Hello?')
    assert.equal(refused.status, 403)
    const [item] = (await client.get('/api/chats')).body
    assert.equal(item.id, sessionId)
    assert.isNull(item.lastMessage)
    assert.deepInclude(item.character, { name: 'Wren', avatar: null, avatarFocus: null, description: null })
    assert.equal((await accountOf(stage.db, chat)).held, 0)

    await stage.db.query(
      `UPDATE users SET limitless_enabled = true, age_stated_at = now(), age_method = 'statement' WHERE id = $1`,
      [client.user.id]
    )
    assert.lengthOf(await messagesOf(gated), 1)
    assert.equal(last(await (await send(gated, 'Hello?')).ended).type, 'aiComplete')
    assert.equal((await client.get('/api/chats')).body[0].lastMessage, 'Well met.')
  })

  test('with one’s own adult character are open, excerpt included, with adult content off', async ({ assert }) => {
    const chat = await stage.chat()
    const { client, sessionId } = chat
    const own = { is_nsfw: true, description: 'Not for all.', created_by: client.user.id }
    const characterId = await makeCharacter(own)
    await stage.db.query('UPDATE chat_sessions SET character_id = $1 WHERE id = $2', [characterId, sessionId])
    assert.equal((await client.get(`/api/chats/${characterId}?session=${sessionId}`)).status, 200)
    assert.equal(last(await (await send({ ...chat, characterId }, 'Hello?')).ended).type, 'aiComplete')
    const [item] = (await client.get('/api/chats')).body
    assert.equal(item.lastMessage, 'Well met.')
    assert.equal(item.character.description, 'Not for all.')
  })

  test('with a private character are for its owner and admins only', async ({ assert }) => {
    const [owner, admin, otherUser] = await Promise.all([stage.visitor(), stage.visitor(), stage.visitor()])
    await stage.db.query(`UPDATE users SET role = 'admin' WHERE id = $1`, [admin!.user.id])
    const characterId = await makeCharacter({ is_public: false, created_by: owner!.user.id })
    for (const client of [owner!, admin!]) {
      assert.equal((await client.get(`/api/chats/${characterId}`)).status, 200)
      assert.equal(last(await client.say(characterId, { content: 'Hello.', model: 'basic' })).type, 'aiComplete')
    }
    assert.equal((await otherUser!.get(`/api/chats/${characterId}`)).status, 404)
    assert.equal((await otherUser!.get(`/api/chats/${characterId}?new=true`)).status, 404)
    const sent = await otherUser!.post(`/api/chats/${characterId}/stream`, { content: 'Hello.' })
    assert.equal(sent.status, 404)
  })

  test('with a deleted character stay readable, and refuse new messages', async ({ assert }) => {
    for (const change of ['deleted_at = now()', 'is_public = false']) {
      const client = await stage.visitor()
      const characterId = await makeCharacter({})
      await client.say(characterId, { content: 'Hello.', model: 'basic' })
      await stage.db.query(`UPDATE characters SET ${change} WHERE id = $1`, [characterId])
      const [item] = (await client.get('/api/chats')).body
      assert.deepInclude(item, { characterId, character: null })
      const { status, body } = await client.get(`/api/chats/${characterId}?session=${item.id}`)
      assert.equal(status, 200)
      assert.isNull(body.character)
      assert.lengthOf(body.messages, 3)
      const chat = { client, characterId, sessionId: item.id }
      assert.equal((await client.get(`/api/chats/${characterId}?new=true`)).status, 404)
      assert.equal((await client.get(`/api/chats/${characterId}`)).status, 404)
      assert.equal((await send(chat, 'Hello?')).status, 404)
      assert.equal((await join(chat)).status, 204)
      assert.equal((await client.delete(`/api/chats/${item.id}`)).status, 200)
    }
  })

  test('report the running reply, which can be joined from its beginning, and 204 without one', async ({ assert }) => {
    const words = Array.from({ length: 20 }, (_, index) => `word${index} `)
    const { answer, goOn } = speakInTwo(words.slice(0, 5), words.slice(5))
    stage.upstream.answer = answer
    const chat = await stage.chat()
    assert.equal((await join(chat)).status, 204)
    const stream = await send(chat, 'Hello?')
    assert.match(String(stream.headers['content-type']), /^text\/event-stream; charset=utf-8$/)
    assert.equal(stream.headers['cache-control'], 'no-store')
    assert.equal(stream.headers['x-accel-buffering'], 'no')
    await stream.waitFor(() => textOf(stream.events).startsWith('word0 word1 '))
    const { body } = await chat.client.get(`/api/chats/${chat.characterId}?session=${chat.sessionId}`)
    assert.isString(body.replyUnderWay.id)
    const joined = await join(chat)
    goOn()
    const received = await joined.ended
    const events = await stream.ended
    const end = last(events)
    assert.deepEqual(received[0], {
      type: 'resumed',
      kind: 'reply',
      messageId: end.type === 'aiComplete' ? end.message.id : '',
    })
    assert.deepEqual(received[1], events[0])
    const soFar = received[2]
    assert.isTrue(soFar?.type === 'aiChunk' && soFar.content.startsWith('word0 word1 '))
    assert.equal(textOf(received), words.join(''))
    assert.deepEqual(last(received), end)
    const [, saved, written] = await messagesOf(chat)
    assert.deepEqual(events[0], { type: 'userMessage', message: saved!, answerId: written!.id })
    assert.equal((await join(chat)).status, 204)
  })

  test('list the four tiers in order of cost', async ({ assert }) => {
    const client = await stage.visitor()
    client.cookie = ''
    const { status, body } = await client.get('/api/models')
    assert.equal(status, 200)
    assert.deepEqual(
      body.map(({ tier, name, cost, available }: any) => [tier, name, cost, available]),
      [
        ['basic', 'Toppy 7B', 1, true],
        ['standard', 'MythoMist 7B', 3, true],
        ['premium', 'ReMM 13B', 7, true],
        ['ultra', 'MythoMax 13B', 15, true],
      ]
    )
    assert.isFalse(body.some((tier: object) => 'isDemo' in tier))
  })

  test('report that the built-in writer answers', async ({ assert }) => {
    const server = await stage.secondServer({ MODELS_PROVIDER: 'local' })
    const { body } = await new Client(server.url).get('/api/models')
    assert.deepEqual(
      body.map(({ name, cost, isDemo }: any) => [name, cost, isDemo]),
      [
        ['Toppy 7B', 1, true],
        ['MythoMist 7B', 3, true],
        ['ReMM 13B', 7, true],
        ['MythoMax 13B', 15, true],
      ]
    )
  })

  test('use the model and the price of each tier', async ({ assert }) => {
    for (const [model, cost, upstream] of [
      ['basic', 1, 'test-basic'],
      ['standard', 3, 'test-standard'],
      ['premium', 7, 'test-premium'],
      ['ultra', 15, 'test-ultra'],
    ] as const) {
      const chat = await stage.chat(cost)
      const end = last(await (await send(chat, 'Hello?', { model })).ended)
      assert.equal(end.type === 'aiComplete' && end.message.rubyCost, cost)
      assert.equal(last(stage.upstream.calls).body.model, upstream)
      assert.equal((await accountOf(stage.db, chat)).balance, 0)
      const denied = await (await send(chat, 'Hello?', { model })).ended
      assert.equal(last(denied).type, 'access_denied')
    }
  })

  test('name the character and the model in the transaction history', async ({ assert }) => {
    const client = await stage.visitor()
    const characterId = await makeCharacter({})
    await client.say(characterId, { content: 'Hello.', model: 'basic' })
    const { body } = await client.get('/api/rubies/transactions')
    assert.deepInclude(body[0], { amount: -1, type: 'chat', balanceAfter: 49 })
    assert.include(body[0].description, 'Wren')
    assert.include(body[0].description, 'Toppy 7B')
  })

  test('are linked from the transaction history until they are deleted', async ({ assert }) => {
    const client = await stage.visitor()
    const characterId = await makeCharacter({})
    const events = await client.say(characterId, { content: 'Hello.', model: 'basic' })
    const sessionId = (last(events) as { message: { chatSessionId: string } }).message.chatSessionId
    const chats = async () =>
      (await client.get('/api/rubies/transactions')).body.map(({ chat }: { chat: unknown }) => chat)
    assert.deepEqual((await chats())[0], { characterId, sessionId })
    assert.isNull(last(await chats()))
    await client.delete(`/api/chats/${sessionId}`)
    assert.isNull((await chats())[0])
  })
})

test.group('The rate limit of replies', () => {
  test('is 60 a minute and user, then 429 with Retry-After, and nothing changes', async ({ assert, cleanup }) => {
    const own = await startStage({ env: { RATE_LIMITS: 'on' } })
    cleanup(() => own.close())
    own.upstream.answer = speak(['Yes.'])
    const client = await own.visitor(200)
    const chats = await own.chats(client, 61)
    for (let from = 0; from < 60; from += 10) {
      const streams = await Promise.all(chats.slice(from, from + 10).map((chat) => send(chat, 'Quick!')))
      for (const stream of streams) {
        assert.equal(stream.status, 200)
        assert.equal(last(await stream.ended).type, 'aiComplete')
      }
    }
    const refused = await send(chats[60]!, 'Too quick!')
    assert.equal(refused.status, 429)
    assert.isTrue(Number(refused.headers['retry-after']) >= 1 && Number(refused.headers['retry-after']) <= 60)
    assert.lengthOf(await messagesOf(chats[60]!), 1)
    assert.deepEqual(await accountOf(own.db, { client }), { balance: 140, held: 0, paid: 60, charges: 60 })
    // Other users are not affected, and a minute later the user may continue.
    assert.equal((await send(await own.chat(), 'And me?')).status, 200)
    await own.db.query(`UPDATE replies SET created_at = created_at - INTERVAL '61 seconds'`)
    assert.equal((await send(chats[60]!, 'Now?')).status, 200)
  }).tags(longRun)
})
