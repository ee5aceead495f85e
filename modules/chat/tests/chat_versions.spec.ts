import { test } from '@japa/runner'
import { Client } from '#tests/support/client'
import { ask, last, sharedStage, type Stage } from '#tests/support/stage'
import { speak } from '#tests/support/model_upstream'

const staged = () => {
  const stage = {} as Stage
  const open = async () => {
    Object.assign(stage, await sharedStage())
    stage.upstream.answer = speak(['Hm.'])
  }
  return { stage, open }
}

const draft = {
  name: 'Mo',
  description: 'Mends nets.',
  backstory: 'Was born at sea.',
  personality: 'Calm.',
  scenario: 'A pier.',
  firstMessage: 'Ahoy, {{user}}.',
  avatar: 'https://pictures.example.test/mo.png',
}

test.group('The version of a chat', (group) => {
  const { stage, open } = staged()
  group.setup(open)

  const lastPrompt = () => String((last(stage.upstream.calls).body.messages as { content: string }[])[0]!.content)

  const setUp = async (fields: Record<string, unknown> = {}) => {
    const [owner, user] = [await stage.visitor(), await stage.visitor()]
    const { body, status, text } = await owner.post('/api/characters', { ...draft, ...fields })
    if (status !== 201) throw new Error(text)
    const id: string = body.id
    const edit = async (changes: Record<string, unknown>) => {
      const edited = await owner.put(`/api/characters/${id}`, changes)
      if (edited.status !== 200) throw new Error(edited.text)
    }
    const openChat = async (by: Client, query = '') => (await by.get(`/api/chats/${id}${query}`)).body
    /** Sends a message and returns the system prompt that the model gets. */
    const systemOf = async (by: Client, sessionId: string) => {
      await by.say(id, { content: 'Go on.', model: 'basic', sessionId })
      return lastPrompt()
    }
    return { owner, user, id, edit, openChat, systemOf }
  }

  test('is the one that it began with, until the user updates it', async ({ assert }) => {
    const { user, edit, openChat, systemOf, id } = await setUp()
    const { session, characterVersion, messages } = await openChat(user)
    assert.deepEqual(characterVersion, { number: 1, newest: 1, char: 'Mo' })
    assert.include(await systemOf(user, session.id), 'Was born at sea.')

    await edit({ name: 'Mona', nickname: 'Momo', backstory: 'Was born inland.', firstMessage: 'Hello.' })
    const pinned = await systemOf(user, session.id)
    assert.include(pinned, 'You play Mo in')
    assert.include(pinned, 'Was born at sea.')
    assert.notInclude(pinned, 'inland')
    const outdated = await openChat(user, `?session=${session.id}`)
    assert.deepEqual(outdated.characterVersion, { number: 1, newest: 2, char: 'Mo' })
    assert.deepInclude(outdated.character, { id, name: 'Mona' })

    const address = `/api/chats/${session.id}/version`
    const { status, body } = await user.get(address)
    assert.equal(status, 200)
    assert.deepEqual(body, {
      number: 1,
      newest: 2,
      changes: [
        { field: 'name', before: 'Mo', after: 'Mona' },
        { field: 'nickname', before: null, after: 'Momo' },
        { field: 'backstory', before: 'Was born at sea.', after: 'Was born inland.' },
        { field: 'firstMessage', before: 'Ahoy, {{user}}.', after: 'Hello.' },
      ],
    })
    const updated = await user.post(address)
    assert.deepEqual([updated.status, updated.body], [200, { number: 2, newest: 2, char: 'Momo' }])
    assert.deepEqual((await user.post(address)).body, updated.body)
    assert.deepEqual((await user.get(address)).body, { number: 2, newest: 2, changes: [] })
    const renewed = await systemOf(user, session.id)
    assert.include(renewed, 'You play Momo in')
    assert.include(renewed, 'Was born inland.')
    const after = await openChat(user, `?session=${session.id}`)
    assert.equal(after.messages[0].content, messages[0].content)
    assert.deepEqual(after.characterVersion, { number: 2, newest: 2, char: 'Momo' })
  })

  test('keeps the greeting of a chat, with or without a message of the user', async ({ assert }) => {
    const { owner, user, edit, openChat, systemOf } = await setUp({ alternateGreetings: ['Good night.'] })
    const greetingOf = async (by: Client, sessionId: string) => {
      const { characterVersion, messages } = await openChat(by, `?session=${sessionId}`)
      const { content, alternates } = messages[0]
      return [characterVersion.number, content, alternates.map((each: { content: string }) => each.content)]
    }
    const before = [1, 'Ahoy, {{user}}.', ['Ahoy, {{user}}.', 'Good night.']]
    const { session: written } = await openChat(user)
    await systemOf(user, written.id)
    const { session: unwritten } = await openChat(owner)
    await edit({ firstMessage: 'Hello.', alternateGreetings: ['Welcome.'] })
    assert.deepEqual(await greetingOf(user, written.id), before)
    assert.deepEqual(await greetingOf(owner, unwritten.id), before)
    // `new=true` returns the chat without a message of the user, if there is one.
    assert.equal((await openChat(owner, '?new=true')).session.id, unwritten.id)
    assert.deepEqual(await greetingOf(owner, unwritten.id), before)
    assert.equal((await owner.post(`/api/chats/${unwritten.id}/version`)).status, 200)
    assert.deepEqual(await greetingOf(owner, unwritten.id), [2, ...before.slice(1)])
  })

  test('is the newest in a chat that begins later', async ({ assert }) => {
    const { user, edit, openChat, systemOf } = await setUp()
    const first = await openChat(user)
    await systemOf(user, first.session.id)
    await edit({ backstory: 'Was born inland.', firstMessage: 'Hello.' })
    const second = await openChat(user, '?new=true')
    assert.notEqual(second.session.id, first.session.id)
    assert.equal(second.messages[0].content, 'Hello.')
    assert.deepEqual(second.characterVersion, { number: 2, newest: 2, char: 'Mo' })
    assert.include(await systemOf(user, second.session.id), 'inland')
    assert.notInclude(await systemOf(user, first.session.id), 'inland')
  })

  test('has the creator’s instructions, examples and notes, also in the context', async ({ assert }) => {
    const { user, edit, openChat, id } = await setUp({
      systemPrompt: 'Write briefly.',
      exampleDialogue: '<START>\n{{char}}: Aye.',
      postHistoryInstructions: 'Stay at sea.',
      depthNote: { text: 'It rains.', depth: 1, role: 'system' },
    })
    const { session } = await openChat(user)
    await edit({
      systemPrompt: 'Write at length.',
      exampleDialogue: null,
      postHistoryInstructions: null,
      depthNote: { text: 'It snows.', depth: 0, role: 'user' },
    })
    const messagesAfter = async (content: string) => {
      await user.say(id, { content, model: 'basic', sessionId: session.id })
      return (last(stage.upstream.calls).body.messages as { content: string }[]).map((message) => message.content)
    }
    const [system, ...messages] = await messagesAfter('Go on.')
    assert.include(system, 'Write briefly.')
    assert.include(system, 'Mo: Aye.')
    assert.include(messages.at(-1), 'It rains.\n<<end>>\n\nGo on.\n\n<<A reminder')
    const context = (await user.get(`/api/chats/${session.id}/context?model=basic`)).body
    assert.includeMembers(
      context.parts.map(({ kind }: { kind: string }) => kind),
      ['creator', 'examples', 'note', 'reminder']
    )

    await user.post(`/api/chats/${session.id}/version`)
    const [updated, ...later] = await messagesAfter('And then?')
    assert.include(updated, 'Write at length.')
    assert.notInclude(updated, 'Aye')
    assert.match(later.at(-1)!, /^And then\?\n\n<<Note>>\nIt snows\.\n<<end>>$/)
  })

  test('decides rerolls, continuations and the context, too', async ({ assert }) => {
    const { user, edit, openChat, systemOf, id } = await setUp()
    const { session } = await openChat(user)
    await systemOf(user, session.id)
    const context = async () => (await user.get(`/api/chats/${session.id}/context?model=basic`)).body.parts
    const before = await context()
    await edit({ backstory: 'Was born inland. '.repeat(50) })
    assert.deepEqual(await context(), before)
    const { messages } = await openChat(user, `?session=${session.id}`)
    const chat = { client: user, characterId: id, sessionId: session.id, messageId: messages.at(-1).id }
    await (
      await ask({ ...chat, kind: 'reroll' }, 'Again.')
    ).ended
    assert.notInclude(lastPrompt(), 'inland')
    await user.post(`/api/chats/${session.id}/version`)
    assert.notDeepEqual(await context(), before)
    await (
      await ask({ ...chat, kind: 'reroll' }, 'Again.')
    ).ended
    assert.include(lastPrompt(), 'inland')
  })

  test('shows only the texts that the user may read', async ({ assert }) => {
    const { owner, user, edit, openChat } = await setUp({ definitionPublic: false })
    const [mine, theirs] = [await openChat(owner), await openChat(user)]
    await edit({ description: 'Mends sails.', backstory: 'A secret.', systemPrompt: 'Another secret.' })
    const hidden = await user.get(`/api/chats/${theirs.session.id}/version`)
    assert.notInclude(hidden.text, 'secret')
    assert.deepEqual(hidden.body.changes, [
      { field: 'description', before: 'Mends nets.', after: 'Mends sails.' },
      { field: 'backstory', before: null, after: null, isHidden: true },
      { field: 'systemPrompt', before: null, after: null, isHidden: true },
    ])
    const shown = await owner.get(`/api/chats/${mine.session.id}/version`)
    assert.deepInclude(shown.body.changes, { field: 'backstory', before: 'Was born at sea.', after: 'A secret.' })
    assert.deepInclude(shown.body.changes, { field: 'systemPrompt', before: null, after: 'Another secret.' })
    await edit({ allowForks: true })
    const { body } = await user.get(`/api/chats/${theirs.session.id}/version`)
    assert.deepInclude(body.changes, { field: 'systemPrompt', before: null, after: 'Another secret.' })
  })

  test('doesn’t decide who may chat, because the present character does', async ({ assert }) => {
    const { owner, user, id, edit, openChat, systemOf } = await setUp()
    const { session } = await openChat(user)
    await systemOf(user, session.id)
    const [chat, version] = [`/api/chats/${id}?session=${session.id}`, `/api/chats/${session.id}/version`]
    await edit({ name: 'Mona', isNsfw: true })
    for (const answer of [await user.get(chat), await user.get(version), await user.post(version)])
      assert.equal(answer.status, 403)
    await edit({ isNsfw: false, isPublic: false })
    for (const answer of [await user.get(version), await user.post(version)]) assert.equal(answer.status, 404)
    const { body } = await user.get(chat)
    assert.deepEqual([body.character, body.characterVersion], [null, null])
    await edit({ isPublic: true })
    assert.equal((await user.get(version)).status, 200)
    await owner.delete(`/api/characters/${id}`)
    assert.equal((await user.get(version)).status, 404)
    const gone = (await user.get(chat)).body
    assert.isNull(gone.character)
    assert.lengthOf(gone.messages, 3)
  })

  test('is pinned by the next message of a chat without one', async ({ assert }) => {
    const { user, id, edit, openChat, systemOf } = await setUp()
    const { session } = await openChat(user)
    await stage.db.query('UPDATE chat_sessions SET character_version = NULL WHERE id = $1', [session.id])
    await edit({ backstory: 'Was born inland.' })
    const { characterVersion } = await openChat(user, `?session=${session.id}`)
    assert.deepEqual(characterVersion, { number: 2, newest: 2, char: 'Mo' })
    assert.deepEqual((await user.get(`/api/chats/${session.id}/version`)).body, { number: 2, newest: 2, changes: [] })
    assert.include(await systemOf(user, session.id), 'inland')
    await edit({ backstory: 'Was born on the moon.' })
    assert.include(await systemOf(user, session.id), 'inland')
    const { rows } = await stage.db.query('SELECT character_version FROM chat_sessions WHERE id = $1', [session.id])
    assert.equal(rows[0].character_version, 2)
    assert.equal((await user.get(`/api/chats/${id}`)).body.characterVersion.newest, 3)
  })

  test('is the user’s own', async ({ assert }) => {
    const { owner, user, openChat } = await setUp()
    const { session } = await openChat(user)
    for (const verb of ['get', 'post'] as const)
      assert.equal((await owner[verb](`/api/chats/${session.id}/version`)).status, 404)
  })
})
