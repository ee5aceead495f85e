import { randomUUID } from 'node:crypto'
import { test } from '@japa/runner'
import type { EntryFields, LoreTest } from '#modules/lore/api'
import { sharedStage, type Chat, type Stage } from '#tests/support/stage'

let stage: Stage

const setUp = async () => {
  stage = await sharedStage('filled')
}

/** Inserts messages of alternating speakers, the user's first. */
const say = (chat: Chat, ...texts: string[]) =>
  stage.db.query(
    `WITH said AS (
       INSERT INTO chat_messages (user_id, id, chat_session_id, position, author_id, content)
       SELECT $2, uuidv7(), $1, 100 + n, CASE WHEN n % 2 = 1 THEN $2::uuid END, text
       FROM unnest($3::text[]) WITH ORDINALITY AS given (text, n)
     ) UPDATE chat_sessions SET next_position = 200 WHERE id = $1`,
    [chat.sessionId, chat.client.user.id, texts]
  )

/** Creates a lorebook of these entries, by name. Returns it with a function that tests it on the chat. */
const bookFor = async (chat: Chat, entries: Record<string, Partial<EntryFields>>, fields: object = {}) => {
  const { body: book } = await chat.client.post('/api/lorebooks', { name: 'Sea', ...fields })
  const names = new Map<string, string>()
  for (const [name, entry] of Object.entries(entries)) {
    const { body } = await chat.client.post(`/api/lorebooks/${book.id}/entries`, { name, content: name, ...entry })
    names.set(body.id, name)
  }
  const run = async (sessionId = chat.sessionId, client = chat.client) => {
    const { status, body } = await client.post('/api/lorebooks/test', { lorebookIds: [book.id], sessionId })
    if (status !== 200) return { status, used: [], left: {} as Record<string, string> }
    const { used, left } = body as LoreTest
    return {
      status,
      used: used.map(({ entryId }) => names.get(entryId)).toSorted(),
      left: Object.fromEntries(left.map(({ entryId, reason }) => [names.get(entryId), reason])),
      tokens: (body as LoreTest).tokens,
    }
  }
  return { book, run }
}

test.group('Tests of lorebooks on a chat', (group) => {
  group.setup(setUp)

  test('read the newest messages of the caller’s own chat, with macros filled in', async ({ assert }) => {
    const chat = await stage.chat()
    await say(chat, 'A whale!', 'The {{user}} of the reef is far.', 'Row to the harbour.')
    const { run } = await bookFor(
      chat,
      {
        whale: { keys: ['whale'] },
        reef: { keys: ['reef'] },
        name: { keys: ['{{user}} of the reef'] },
        harbour: { keys: ['/h.rbour/'] },
        speaker: { keys: ['/\\u0001Ann: Row/'] },
        delayed: { constant: true, delay: 50 },
      },
      { scanDepth: 2 }
    )
    await chat.client.put('/api/user/settings', { personaName: 'Ann' })
    const { used, left, tokens } = await run()
    assert.deepEqual(used, ['harbour', 'name', 'reef', 'speaker'])
    assert.deepEqual(left, { whale: 'no_key_found', delayed: 'delay' })
    assert.isAbove(tokens!, 4)
  })

  test('leave out deleted messages and deleted chats', async ({ assert }) => {
    const chat = await stage.chat()
    await say(chat, 'A whale!', 'A reef!')
    const { run } = await bookFor(chat, { whale: { keys: ['whale'] }, reef: { keys: ['reef'] } })
    await stage.db.query(
      `UPDATE chat_messages SET deleted_at = now() WHERE content = 'A reef!' AND chat_session_id = $1`,
      [chat.sessionId]
    )
    assert.deepEqual((await run()).used, ['whale'])
    await chat.client.delete(`/api/chats/${chat.sessionId}`)
    assert.equal((await run()).status, 404)
  })

  test('return 404 for chats of other users and unknown ones', async ({ assert }) => {
    const [chat, theirs] = [await stage.chat(), await stage.chat()]
    await say(theirs, 'A whale!', 'A reef!')
    const { run } = await bookFor(chat, { whale: { keys: ['whale'] } })
    assert.equal((await run(theirs.sessionId)).status, 404)
    assert.equal((await run(randomUUID())).status, 404)
  })

  test('know the character’s name and texts, but not those that the caller may not read', async ({ assert }) => {
    const author = await stage.visitor()
    const chatWith = async (definitionPublic: boolean): Promise<Chat> => {
      const { body } = await author.post('/api/characters', {
        name: 'Mo',
        description: 'Mends nets, and hearts.',
        backstory: 'Mo was born at sea.',
        personality: 'Secretly a kraken.',
        avatar: 'https://pictures.example.test/mo.png',
        tags: ['Sea'],
        definitionPublic,
      })
      const client = await stage.visitor()
      const { body: opened } = await client.get(`/api/chats/${body.id}`)
      return { client, sessionId: opened.session.id, characterId: body.id } as Chat
    }
    const filter = { exclude: false, names: ['Mo'], tags: [] }
    const entries = {
      kraken: { keys: ['kraken'], alsoReads: ['characterPersonality' as const] },
      filtered: { constant: true, characterFilter: filter },
    }
    const [open, secret] = [await chatWith(true), await chatWith(false)]
    assert.deepEqual((await (await bookFor(open, entries)).run()).used, ['filtered', 'kraken'])
    assert.deepEqual((await (await bookFor(secret, entries)).run()).used, ['filtered'])
  })
})
