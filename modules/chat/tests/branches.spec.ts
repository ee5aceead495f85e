import { randomUUID } from 'node:crypto'
import { test } from '@japa/runner'
import { limits } from '../api.ts'
import { owners, privateTables } from '../sessions/private_tables.ts'
import { longRun } from '#tests/support/long_run'
import { speak, speakInTwo } from '#tests/support/model_upstream'
import {
  answeredBefore,
  ask,
  brokenAfterwards,
  last,
  messagesOf,
  send,
  sharedStage,
  type Chat,
  type Stage,
} from '#tests/support/stage'

let stage: Stage

/** Creates a chat with two exchanges, whose first answer was rerolled. */
const talked = async () => {
  const chat = await stage.chat(50, 'reroll')
  await (
    await ask(chat, '')
  ).ended
  await (
    await send(chat, 'And then?')
  ).ended
  return chat
}

const branch = (chat: Chat, messageId: string) =>
  chat.client.post(`/api/chats/${chat.sessionId}/branches`, { messageId })

const open = async ({ client, characterId }: Chat, sessionId: string) =>
  (await client.get(`/api/chats/${characterId}?session=${sessionId}`)).body

const account = async ({ client }: Chat) =>
  (await stage.db.query('SELECT balance::int, held::int FROM ruby_accounts WHERE user_id = $1', [client.user.id]))
    .rows[0]

test.group('Branches', (group) => {
  group.setup(async () => {
    stage = await sharedStage()
  })
  group.each.setup(() => {
    stage.upstream.answer = speak(['Well', ' met.'])
  })

  test('copy every setting, and nothing of a chat without settings', async ({ assert }) => {
    const chat = await talked()
    const messageId = last(await messagesOf(chat)).id
    const settingsOf = async (id: string) =>
      (await stage.db.query('SELECT * FROM chat_settings WHERE chat_session_id = $1', [id])).rows
    const branch = async (): Promise<string> =>
      (await chat.client.post(`/api/chats/${chat.sessionId}/branches`, { messageId })).body.id
    await stage.db.query('DELETE FROM chat_settings WHERE chat_session_id = $1', [chat.sessionId])
    assert.isEmpty(await settingsOf(await branch()))
    await stage.db.query(
      `INSERT INTO chat_settings (user_id, chat_session_id, note, persona_id, length, sampling)
       VALUES ($1, $2, '{"text": "Rain."}', uuidv7(), '50', '"steady"')`,
      [chat.client.user.id, chat.sessionId]
    )
    const copy = await branch()
    const [original] = await settingsOf(chat.sessionId)
    assert.deepEqual(await settingsOf(copy), [{ ...original, chat_session_id: copy }])
  })

  test('copy the rows of every table, apart from those of replies and drafts', async ({ assert }) => {
    const chat = await talked()
    const { id: messageId } = last(await messagesOf(chat))
    const of = [chat.client.user.id, chat.sessionId]
    for (const insert of [
      `chat_settings (user_id, chat_session_id, scenario) VALUES ($1, $2, 'Rain.') ON CONFLICT DO NOTHING`,
      `chat_imports (user_id, chat_session_id, format, pins, bytes) VALUES ($1, $2, 'facet', '{}', 0)`,
      `chat_import_lines (user_id, chat_session_id, position, is_hidden, line) VALUES ($1, $2, 0, true, 'line')`,
      `chat_branches (user_id, chat_session_id, parent_session_id, parent_message_id, bytes) VALUES ($1, $2, uuidv7(), uuidv7(), 0)`,
      `chat_summaries (user_id, chat_session_id, text, author, position) VALUES ($1, $2, 'They met.', 'user', 0)`,
      `chat_facts (user_id, chat_session_id, text) VALUES ($1, $2, 'It rains.')`,
      `chat_groups (user_id, chat_session_id) VALUES ($1, $2)`,
      `chat_group_members (user_id, chat_session_id, character_id, position) VALUES ($1, $2, uuidv7(), 0)`,
      `chat_drafts (user_id, chat_session_id, reply_id, text) VALUES ($1, $2, uuidv7(), 'A draft.')`,
      `prompt_texts (user_id, chat_session_id, hash, text) VALUES ($1, $2, 'hash', 'A text.')`,
    ])
      await stage.db.query(`INSERT INTO ${insert}`, of)
    await stage.db.query(
      `INSERT INTO kept_prompts (user_id, chat_session_id, reply_id, message_id, answer_id) VALUES ($1, $2, uuidv7(), $3, $3)`,
      [...of, messageId]
    )
    await stage.db.query(
      `INSERT INTO chat_expressions (user_id, message_id, answer_id, label, author) VALUES ($1, $2, $2, 'joy', 'user')`,
      [chat.client.user.id, messageId]
    )
    await stage.db.query(
      `INSERT INTO chat_pictures (user_id, chat_session_id, id, message_id, kind, file)
       VALUES ($1, $2, uuidv7(), $3, 'shown', gen_random_uuid())`,
      [...of, messageId]
    )
    const tables = privateTables.flatMap(({ table, of: [owner] }) =>
      // A job fills in the search.
      !table.startsWith('chat_search_') && (owner === 'session' || owner === 'message')
        ? [{ table, column: owners[owner].column }]
        : []
    )
    /** The tables that have rows of this chat. */
    const filled = async (sessionId: string): Promise<string[]> => {
      const found: string[] = []
      for (const { table, column } of tables) {
        const { rows } = await stage.db.query(
          `SELECT FROM ${table} WHERE user_id = $1 AND (${column} = $2 OR ${column} IN (
             SELECT id FROM chat_messages WHERE user_id = $1 AND chat_session_id = $2)) LIMIT 1`,
          [chat.client.user.id, sessionId]
        )
        if (rows.length > 0) found.push(table)
      }
      return found
    }
    assert.deepEqual(
      await filled(chat.sessionId),
      tables.map(({ table }) => table),
      'this test needs a row of the table'
    )
    const { body } = await branch(chat, messageId)
    const notCopied = ['chat_facts', 'kept_prompts', 'prompt_texts', 'chat_drafts', 'replies']
    assert.deepEqual(
      await filled(body.id),
      tables.map(({ table }) => table).filter((table) => !notCopied.includes(table))
    )
  })

  test('copy a chat up to a message, with its answers and settings, for free', async ({ assert }) => {
    const chat = await talked()
    const [question, answer] = await messagesOf(chat)
    await chat.client.put(`/api/chats/${chat.sessionId}/title`, { title: 'The tower' })
    await chat.client.put(`/api/chats/${chat.sessionId}/pins`, { pins: [{ text: 'It is winter.', depth: 2 }] })
    await stage.db.query(
      `INSERT INTO chat_settings (user_id, chat_session_id, note)
       VALUES ($1, $2, '{"text":"Whisper.","depth":4,"role":"system","every":1}')
       ON CONFLICT (user_id, chat_session_id) DO UPDATE SET note = excluded.note`,
      [chat.client.user.id, chat.sessionId]
    )
    const parentBefore = await messagesOf(chat)
    const before = await account(chat)

    const { status, body } = await branch(chat, answer!.id)
    assert.equal(status, 201)
    assert.deepInclude(body, {
      title: 'The tower (2)',
      pins: ['It is winter.'],
      pinDepths: { 'It is winter.': 2 },
      parent: { sessionId: chat.sessionId, messageId: answer!.id, title: 'The tower' },
    })
    const opened = await open(chat, body.id)
    assert.deepEqual(opened.session.parent, body.parent)
    const copies = opened.messages
    assert.deepEqual(
      copies.map(({ content }: { content: string }) => content),
      [question!.content, answer!.content]
    )
    assert.deepInclude(copies[1], { rubyCost: 0, selectedAlternate: 1, createdAt: answer!.createdAt, model: 'basic' })
    assert.deepEqual(
      copies[1].alternates.map(({ content, rubyCost }: { content: string; rubyCost: number }) => [content, rubyCost]),
      [
        [answeredBefore, 0],
        ['Well met.', 0],
      ]
    )
    assert.isTrue(copies[0].id < copies[1].id)
    assert.notInclude([question!.id, answer!.id], copies[1].id)
    const { body: settings } = await chat.client.get(`/api/chats/${body.id}/settings`)
    assert.equal(settings.note.text, 'Whisper.')

    assert.deepEqual(await messagesOf(chat), parentBefore)
    assert.deepEqual(await account(chat), before)
    assert.deepEqual((await open(chat, chat.sessionId)).branches, [
      { sessionId: body.id, messageId: answer!.id, title: 'The tower (2)' },
    ])
    const { body: list } = await chat.client.get('/api/chats')
    assert.deepEqual(
      list.map(({ id, isBranch }: { id: string; isBranch?: true }) => [id, isBranch ?? false]),
      [
        [body.id, true],
        [chat.sessionId, false],
      ]
    )
    assert.deepEqual(await brokenAfterwards(stage.db), [])
  })

  test('count in no statistics', async ({ assert }) => {
    const chat = await talked()
    const count = async () => (await chat.client.get('/api/auth/user')).body.stats.messagesWritten
    const before = await count()
    await branch(chat, (await messagesOf(chat)).at(-1)!.id)
    assert.equal(await count(), before)
  })

  test('are continued with rerolls and messages, which leave the parent as it is', async ({ assert }) => {
    const chat = await talked()
    const messages = await messagesOf(chat)
    const { body } = await branch(chat, messages.at(-1)!.id)
    const child: Chat = { ...chat, sessionId: body.id, kind: 'reroll' }
    const answer = (await messagesOf(child)).at(-1)!
    stage.upstream.answer = speak(['Another.'])
    await (
      await ask({ ...child, messageId: answer.id }, '')
    ).ended
    assert.deepInclude((await messagesOf(child)).at(-1), { content: 'Another.', selectedAlternate: 1 })
    await (
      await send(child, 'Go on.')
    ).ended
    assert.deepEqual(
      last(stage.upstream.calls)
        .body.messages.slice(1)
        .map(({ content }: { content: string }) => content),
      ['Good evening.', 'Well met.', 'And then?', 'Another.', 'Go on.']
    )
    assert.deepEqual(await messagesOf(chat), messages)
    assert.deepEqual(await brokenAfterwards(stage.db), [])
  })

  test('that end with the user’s message get a reply to it by its key', async ({ assert }) => {
    const chat = await talked()
    const [question] = await messagesOf(chat)
    const { body } = await branch(chat, question!.id)
    const child: Chat = { ...chat, sessionId: body.id }
    const [copy] = await messagesOf(child)
    const ended = await (await send(child, copy!.content, { clientMessageId: copy!.clientMessageId })).ended
    assert.equal(last(ended).type, 'aiComplete')
    assert.equal((await messagesOf(child)).length, 2)
    assert.deepEqual(await brokenAfterwards(stage.db), [])
  })

  test('leave out deleted messages, and stay whole when their parent is deleted', async ({ assert }) => {
    const chat = await talked()
    const messages = await messagesOf(chat)
    await chat.client.delete(`/api/messages/${messages[1]!.id}`)
    const { body } = await branch(chat, messages.at(-1)!.id)
    await chat.client.delete(`/api/chats/${chat.sessionId}`)
    const opened = await open(chat, body.id)
    assert.equal(opened.messages.length, messages.length - 1)
    assert.isUndefined(opened.session.parent)
  })

  test('can be made while a reply is written, which stays in the parent', async ({ assert }) => {
    const chat = await talked()
    const messages = await messagesOf(chat)
    const { answer, goOn } = speakInTwo(['Slowly'], ['.'])
    stage.upstream.answer = answer
    const stream = await send(chat, 'Wait.')
    await stream.waitFor(({ type }) => type === 'userMessage')
    const { status, body } = await branch(chat, messages.at(-1)!.id)
    goOn()
    await stream.ended
    assert.equal(status, 201)
    assert.equal((await open(chat, body.id)).messages.length, messages.length)
  })

  test('are refused for unknown messages, and for those of others and of other chats', async ({ assert }) => {
    const [chat, other] = [await talked(), await talked()]
    const [message] = await messagesOf(other)
    assert.equal((await branch(chat, message!.id)).status, 404)
    assert.equal((await branch({ ...other, client: chat.client }, message!.id)).status, 404)
    assert.equal((await branch(chat, randomUUID())).status, 404)
    assert.equal((await branch(chat, 'none')).status, 404)
    assert.equal((await chat.client.post(`/api/chats/${chat.sessionId}/branches`, {})).status, 422)
  })

  test('are limited in number, rate and size', async ({ assert }) => {
    const limited = await sharedStage('limited')
    const chat = await limited.chat()
    const [message] = await messagesOf(chat)
    const fake = (count: number, age: string, bytes = 0) =>
      limited.db.query(
        `WITH made AS (
           INSERT INTO chat_sessions (user_id, character_id, messages_written) SELECT $1, $2, 1 FROM generate_series(1, $3::int) RETURNING id
         )
         INSERT INTO chat_branches (chat_session_id, user_id, parent_session_id, parent_message_id, bytes, created_at)
         SELECT id, $1, $4, $5, $6, now() - $7::interval FROM made`,
        [chat.client.user.id, chat.characterId, count, chat.sessionId, message!.id, bytes, age]
      )
    const clear = () => limited.db.query('DELETE FROM chat_branches WHERE user_id = $1', [chat.client.user.id])
    await fake(limits.branchesPerHour, '10 minutes')
    const refused = await branch(chat, message!.id)
    assert.equal(refused.status, 429)
    assert.isAbove(Number(refused.headers['retry-after']), 2_900)
    await clear()
    await fake(limits.branchesMax, '2 hours')
    assert.equal((await branch(chat, message!.id)).body.code, 'too_many_branches')
    await clear()
    await fake(1, '2 hours', limits.branchedBytesMax)
    assert.equal((await branch(chat, message!.id)).status, 413)
    await clear()
    assert.equal((await branch(chat, message!.id)).status, 201)
  }).tags(longRun)
})
