import { test } from '@japa/runner'
import type { EntryFields } from '#modules/lore/api'
import { newId } from '#modules/kernel/ids'
import { Client } from '#tests/support/client'
import { speak } from '#tests/support/model_upstream'
import type { PromptViewLore, ReplyEvent } from '../api.ts'
import { last, sharedStage, until, type Stage } from '#tests/support/stage'

const draft = {
  name: 'Mo',
  description: 'Mends nets.',
  backstory: 'Was born at sea.',
  personality: 'Calm.',
  scenario: 'A pier.',
  firstMessage: 'Ahoy.',
  avatar: 'https://pictures.example.test/mo.png',
}

test.group('Lorebooks in prompts', (group) => {
  const stage = {} as Stage
  group.setup(async () => {
    Object.assign(stage, await sharedStage())
    stage.upstream.answer = speak(['Hm.'])
  })

  const bookOf = async (owner: Client, entries: Partial<EntryFields>[], fields: object = {}): Promise<string> => {
    const { body, status, text } = await owner.post('/api/lorebooks', { name: 'Sea', ...fields })
    if (status !== 201) throw new Error(text)
    for (const entry of entries) {
      const created = await owner.post(`/api/lorebooks/${body.id}/entries`, { name: 'entry', ...entry })
      if (created.status !== 201) throw new Error(created.text)
    }
    return body.id
  }

  /** Creates a character with these entries, and a user who chats with it. */
  const setUp = async (entries: Partial<EntryFields>[], fields: object = {}) => {
    const [owner, user] = [await stage.visitor(), await stage.visitor()]
    const bookId = await bookOf(owner, entries)
    const { body: character } = await owner.post('/api/characters', { ...draft, lorebookIds: [bookId], ...fields })
    const { body: opened } = await user.get(`/api/chats/${character.id}`)
    const sessionId: string = opened.session.id
    /** Returns the prompt that the model got for these events, and the answer. */
    const told = (events: ReplyEvent[]) => {
      const end = last(events)
      if (end.type !== 'aiComplete') throw new Error(JSON.stringify(end))
      const contents = (last(stage.upstream.calls).body.messages as { content: string }[]).map(({ content }) => content)
      const [system = '', ...messages] = contents
      return { system, messages, all: contents.join('\n'), answer: end.message }
    }
    const say = async (content: string) => {
      return told(await user.say(character.id, { content, model: 'basic', sessionId }))
    }
    const reroll = async (messageId: string) => {
      const body = { messageId, model: 'basic' }
      const stream = await user.stream(`/api/chats/${character.id}/reroll`, { body })
      return told(await stream.ended)
    }
    const context = async () => (await user.get(`/api/chats/${sessionId}/context?model=basic`)).body
    return { owner, user, bookId, character, sessionId, say, reroll, context }
  }

  test('join when their keys occur, in their places, with macros filled in', async ({ assert }) => {
    const { say, context } = await setUp([
      { keys: ['whale'], content: 'Whales fear {{char}}.', position: 'before_char' },
      { keys: ['reef'], content: 'The reef is sharp.', position: 'after_char' },
      { keys: ['storm'], content: 'Storms come from the west.', position: 'at_depth', depth: 1, role: 'system' },
      { keys: ['/gh.st/'], content: 'Ghosts row at night.', position: 'after_examples' },
      { keys: ['quiet'], content: 'Never seen.' },
    ])
    assert.notInclude((await say('Hello.')).all, '<<World>>')
    const { system, messages } = await say('A whale, a reef, a storm and a ghost!')
    const order = ['Whales fear Mo.', '<<Personality>>', 'The reef is sharp.', 'Ghosts row at night.'].map((text) =>
      system.indexOf(text)
    )
    assert.notInclude(order, -1)
    assert.deepEqual(
      order,
      [...order].sort((a, b) => a - b)
    )
    assert.match(messages.at(-1)!, /^<<World>>\nStorms come from the west\.\n<<end>>\n\nA whale/)
    assert.notInclude(system, 'Never seen')
    const lore = (await context()).parts.find(({ kind }: { kind: string }) => kind === 'lore')
    assert.isAbove(lore.tokens, 10)
  })

  test('depend on tags and on the greeting, and replace instructions of the card', async ({ assert }) => {
    const isTagged = { exclude: false, names: [], tags: ['sailor'] }
    const { character, say } = await setUp(
      [
        { constant: true, content: 'A sailor.', characterFilter: isTagged },
        { constant: true, content: 'No sailor.', characterFilter: { ...isTagged, exclude: true } },
        { constant: true, content: '@@is_greeting 0\nThe first greeting.' },
        { constant: true, content: '@@is_greeting 1\nThe second greeting.' },
        { keys: ['whale'], content: '@@disable_ui_prompt system_prompt\nThe whale.' },
      ],
      { tags: ['Sailor'], alternateGreetings: ['Rain again.'], systemPrompt: 'Answer slowly.' }
    )
    const first = await say('Hello.')
    for (const text of ['A sailor.', 'The first greeting.', 'Answer slowly.']) assert.include(first.all, text)
    for (const text of ['No sailor.', 'The second greeting.']) assert.notInclude(first.all, text)

    const reader = await stage.visitor()
    const { body } = await reader.get(`/api/chats/${character.id}`)
    const chosen = await reader.put(`/api/messages/${body.messages[0].id}/alternate`, { index: 1 })
    assert.equal(chosen.status, 200, chosen.text)
    const content = 'A whale!'
    await reader.say(character.id, { content, model: 'basic', sessionId: body.session.id })
    const all = JSON.stringify(last(stage.upstream.calls).body.messages)
    for (const text of ['The second greeting.', 'The whale.']) assert.include(all, text)
    for (const text of ['The first greeting.', 'Answer slowly.']) assert.notInclude(all, text)
  })

  test('of the character leave out entries among the messages when the model writes for the user', async ({
    assert,
  }) => {
    const rule = { constant: true, content: 'Never write for {{user}}.', position: 'at_depth', depth: 0 } as const
    const { character, say, sessionId, user, owner } = await setUp([rule, { constant: true, content: 'A pier.' }])
    await bookOf(user, [{ ...rule, content: 'It rains.' }], { alwaysOn: true })
    for (const client of [user, owner]) {
      const own = client === owner ? (await client.get(`/api/chats/${character.id}`)).body.session.id : sessionId
      if (client === user) assert.include((await say('Hello.')).all, 'Never write for')
      else await client.say(character.id, { content: 'Hello.', model: 'basic', sessionId: own })
      const body = { model: 'basic', sessionId: own, clientMessageId: newId() }
      await (
        await client.stream(`/api/chats/${character.id}/impersonate`, { body })
      ).ended
      const all = JSON.stringify(last(stage.upstream.calls).body.messages)
      assert.include(all, 'A pier.')
      assert.notInclude(all, 'Never write for')
      assert.equal(all.includes('It rains.'), client === user)
    }
  })

  test('of the character’s owner stay theirs: other users chat with them and cannot read them', async ({ assert }) => {
    const { user, bookId, say, character } = await setUp([{ constant: true, content: 'The tide is low.' }])
    assert.include((await say('Hello.')).all, 'The tide is low.')
    assert.equal((await user.get(`/api/lorebooks/${bookId}`)).status, 404)
    assert.deepEqual((await user.get(`/api/characters/${character.id}`)).body.lorebookIds, [])
    assert.notInclude((await user.get(`/api/characters/${character.id}`)).text, 'tide')
  })

  test('of the user join all of their chats while they are always on', async ({ assert }) => {
    const { user, say } = await setUp([])
    const bookId = await bookOf(user, [{ keys: ['moon'], content: 'The moon is green.' }], { alwaysOn: true })
    assert.include((await say('Look, the moon.')).all, 'The moon is green.')
    const { body: book } = await user.get(`/api/lorebooks/${bookId}`)
    await user.put(`/api/lorebooks/${bookId}`, { alwaysOn: false, revision: book.revision })
    assert.notInclude((await say('The moon again.')).all, 'The moon is green.')
  })

  test('say so when a book is left out, because all of them are too large for a prompt', async ({ assert }) => {
    const { user, sessionId } = await setUp([])
    const ids = [await bookOf(user, [{ constant: true }]), await bookOf(user, []), await bookOf(user, [{}])]
    await stage.db.query('UPDATE lorebooks SET entry_count = 10000 WHERE id = ANY ($1)', [ids.slice(0, 2)])
    await user.put(`/api/chats/${sessionId}/settings`, { lorebookIds: ids })
    const { body } = await user.get(`/api/chats/${sessionId}/context?model=basic&full=1`)
    assert.deepEqual(
      body.prompt.lore.map(({ lorebookId, entryId, name, isUsed, reason }: PromptViewLore) => {
        return { lorebookId, hasEntry: entryId !== null, name, isUsed, reason }
      }),
      [
        { lorebookId: ids[0], hasEntry: true, name: 'entry', isUsed: true, reason: 'constant' },
        { lorebookId: ids[2], hasEntry: false, name: 'Sea', isUsed: false, reason: 'over_limit' },
      ]
    )
  })

  test('of a single chat join its prompts only, and spend the budget before those of the character', async ({
    assert,
  }) => {
    const long = (text: string) => ({ constant: true, content: `${text} ${'word '.repeat(450)}` })
    const { user, character, sessionId, say, reroll, context } = await setUp([
      { ...long('The tide is low.'), order: 900 },
    ])
    assert.include((await say('Hello.')).all, 'The tide is low.')
    const bookId = await bookOf(user, [{ ...long('The moon is green.'), order: 1 }])
    const path = `/api/chats/${sessionId}/settings`
    assert.deepInclude((await user.get(path)).body, { lorebookIds: [] })
    const { status, body } = await user.put(path, { lorebookIds: [bookId, bookId.toUpperCase()] })
    assert.deepEqual([status, body.lorebookIds], [200, [bookId]])
    const { answer, all } = await say('Hello again.')
    assert.include(all, 'The moon is green.')
    assert.notInclude(all, 'The tide is low.')
    assert.include((await reroll(answer.id)).all, 'The moon is green.')
    const lore = (await context()).parts.find(({ kind }: { kind: string }) => kind === 'lore')
    assert.isAbove(lore.tokens, 400)

    const { body: other } = await user.get(`/api/chats/${character.id}?new=true`)
    assert.notEqual(other.session.id, sessionId)
    await user.say(character.id, { content: 'Hello.', model: 'basic', sessionId: other.session.id })
    assert.notInclude(JSON.stringify(last(stage.upstream.calls).body), 'The moon is green.')
  })

  test('of a single chat are the user’s own, and stay until they are deleted', async ({ assert }) => {
    const { owner, user, bookId: foreign, sessionId, say } = await setUp([])
    const path = `/api/chats/${sessionId}/settings`
    const own = await bookOf(user, [{ constant: true, content: 'The moon is green.' }])
    await user.put(path, { lorebookIds: [own] })
    const refused = await user.put(path, { lorebookIds: [own, foreign] })
    assert.equal(refused.status, 422)
    assert.deepInclude(refused.body.errors[0], { field: 'lorebookIds', rule: 'unknown' })
    const many = Array.from({ length: 21 }, () => newId())
    for (const lorebookIds of [many, ['nonsense'], own, null])
      assert.equal((await user.put(path, { lorebookIds })).status, 422)
    assert.equal((await owner.get(path)).status, 404)
    assert.equal((await owner.put(path, { lorebookIds: [foreign] })).status, 404)
    assert.deepInclude((await user.put(path, {})).body, { lorebookIds: [own] })
    assert.include((await say('Hello.')).all, 'The moon is green.')

    await user.delete(`/api/lorebooks/${own}`)
    assert.deepInclude((await user.get(path)).body, { lorebookIds: [] })
    assert.notInclude((await say('Hello.')).all, 'The moon is green.')
  })

  test('change with the next message after an edit, and are gone when the book is deleted', async ({ assert }) => {
    const { owner, bookId, say } = await setUp([{ keys: ['moon'], content: 'The moon is green.' }])
    assert.include((await say('The moon.')).all, 'The moon is green.')
    const { body: entries } = await owner.get(`/api/lorebooks/${bookId}/entries`)
    const [entry] = entries
    await owner.put(`/api/lorebooks/${bookId}/entries/${entry.id}`, {
      content: 'The moon is red.',
      revision: entry.revision,
    })
    const edited = (await say('The moon.')).all
    assert.include(edited, 'The moon is red.')
    assert.notInclude(edited, 'green')
    await owner.delete(`/api/lorebooks/${bookId}`)
    assert.notInclude((await say('The moon.')).all, 'is red.')
  })

  test('stay for the messages that an entry says, also through a reroll', async ({ assert }) => {
    const { say, reroll } = await setUp([{ keys: ['bell'], content: 'The bell is cracked.', sticky: 4 }])
    const { answer, all } = await say('The bell rings.')
    assert.include(all, 'The bell is cracked.')
    assert.include((await reroll(answer.id)).all, 'The bell is cracked.')
    assert.include((await say('What now?')).all, 'The bell is cracked.')
    await say('And now?')
    assert.notInclude((await say('And then?')).all, 'The bell is cracked.')
  })

  test('never use more than their share, and leave the newest message whole', async ({ assert }) => {
    const entries = Array.from({ length: 30 }, (_, n) => ({
      constant: true,
      content: `Fact ${n}. ${'word '.repeat(150)}`,
      order: n,
    }))
    const { say } = await setUp(entries)
    const { all, messages } = await say(`Hello. ${'long '.repeat(1_000)}`)
    assert.include(all, 'Fact 29.')
    assert.notInclude(all, 'Fact 0.')
    assert.isTrue(messages.at(-1)!.endsWith('long'))
  })

  test('that the user brings find nothing in a hidden definition', async ({ assert }) => {
    for (const [definitionPublic, alwaysOn] of [
      [true, true],
      [true, false],
      [false, true],
      [false, false],
    ] as const) {
      const { user, sessionId, say } = await setUp([], { definitionPublic, personality: 'Secretly a kraken.' })
      const entry = { keys: ['kraken'], content: 'It has eight arms.', alsoReads: ['characterPersonality' as const] }
      const bookId = await bookOf(user, [entry], { alwaysOn })
      if (!alwaysOn) await user.put(`/api/chats/${sessionId}/settings`, { lorebookIds: [bookId] })
      assert.equal((await say('Hello.')).all.includes('It has eight arms.'), definitionPublic)
    }
  })

  test('that the user brings find nothing in a hidden entry', async ({ assert }) => {
    const entries = [{ name: 'Tide', keys: ['tide'], content: 'The kraken sleeps below.' }]
    const { user, sessionId, say } = await setUp(entries)
    const own = [
      { name: 'Kraken', keys: ['kraken'], content: 'It has eight arms.' },
      { name: 'Sleep', keys: ['kraken'], secondaryKeys: ['anchor'], selective: true, content: 'It dreams.' },
    ]
    await bookOf(user, own, { alwaysOn: true })
    const { answer, all } = await say('A tide.')
    assert.include(all, 'The kraken sleeps below.')
    assert.notInclude(all, 'It has eight arms.')
    // Prompts are kept after the reply has ended.
    await until(stage.db, 'SELECT count(*) = 1 FROM kept_prompts WHERE chat_session_id = $1', [sessionId])
    const kept = (await user.get(`/api/messages/${answer.id}/prompt`)).body.lore
    const next = (await user.get(`/api/chats/${sessionId}/context?model=basic&full=1`)).body.prompt.lore
    assert.deepEqual(kept, [])
    assert.deepEqual(
      next.map(({ name, reason }: PromptViewLore) => [name, reason]),
      [
        ['Kraken', 'no_key_found'],
        ['Sleep', 'no_key_found'],
      ]
    )
  })

  test('do not prevent a reply when they cannot be read', async ({ assert }) => {
    const { say, sessionId } = await setUp([{ constant: true, content: 'The tide is low.' }])
    await stage.db.query(`UPDATE chat_sessions SET lore_state = '"broken"' WHERE id = $1`, [sessionId])
    const { answer, all } = await say('Hello.')
    assert.equal(answer.content, 'Hm.')
    assert.notInclude(all, 'The tide is low.')
  })
})
