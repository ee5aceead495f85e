import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { test } from '@japa/runner'
import type { ChatListItem, Message } from '#modules/chat/api'
import type { Client } from '#tests/support/client'
import { longRun } from '#tests/support/long_run'
import { send, sharedStage, type Stage } from '#tests/support/stage'
import { chatFileBytesMax } from '../api.ts'
import { answered, header, lines, said } from './chats_files.ts'

let stage: Stage

const setUp = async () => {
  stage = await sharedStage('small')
}

const filesUnderWay = () => readdirSync(join(stage.server.dataDir, 'imports-under-way'))

interface Form {
  characterId?: string
  file?: string | Buffer
  fileName?: string
  more?: [string, string][]
}

const boundary = 'parts-of-a-form'
const formType = { 'content-type': `multipart/form-data; boundary=${boundary}` }

const formOf = ({ characterId, file, fileName = 'Old times.jsonl', more = [] }: Form): Buffer => {
  const field = (name: string, value: string) =>
    `--${boundary}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`
  const pieces: (string | Buffer)[] = []
  if (file !== undefined)
    pieces.push(
      `--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="${fileName}"\r\n\r\n`,
      file,
      '\r\n'
    )
  if (characterId !== undefined) pieces.push(field('characterId', characterId))
  for (const [name, value] of more) pieces.push(field(name, value))
  pieces.push(`--${boundary}--\r\n`)
  return Buffer.concat(pieces.map((piece) => Buffer.from(piece as string)))
}

const upload = (client: Client, form: Form) =>
  client.call('/api/chats/import', { method: 'POST', rawBody: formOf(form), headers: formType })

const importChat = async (client: Client, file: string, more: Form = {}) => {
  const characterId = stage.characterIds[0]!
  const answer = await upload(client, { characterId, file, ...more })
  if (answer.status !== 201) throw new Error(answer.text)
  return { client, characterId, sessionId: answer.body.sessionId as string, body: answer.body }
}

const exportOf = ({ client, sessionId }: { client: Client; sessionId: string }) =>
  client.get(`/api/chats/${sessionId}/export?format=sillytavern`)

const open = async ({ client, characterId, sessionId }: { client: Client; characterId: string; sessionId: string }) =>
  (await client.get(`/api/chats/${characterId}?session=${sessionId}`)).body

const swipes = ['Good evening.', 'You again.', 'Come in.']
const oldChat = lines(
  header({ chat_metadata: { note_prompt: 'It rains.', integrity: 'x' } }),
  answered('You again.', { swipes, swipe_id: 1 }),
  said('Hello?'),
  answered('The zirconium of the harbor.', { name: 'SillyTavern System', is_system: true, extra: { type: 'generic' } }),
  answered('And to you.', { name: 'Ida' })
)

/** Returns a file of several chats, with one message each. */
const allChats = (texts: readonly string[]) =>
  JSON.stringify({
    type: 'risuAllChats',
    data: texts.map((text, n) => ({
      name: `Chat ${n}`,
      message: [{ role: 'user', data: text, time: 1_700_000_000_000 - n }],
    })),
  })

test.group('Imports of chats', (group) => {
  group.setup(setUp)

  test('create a chat that opens, continues and is exported unchanged', async ({ assert }) => {
    const client = await stage.visitor()
    const chat = await importChat(client, oldChat)
    assert.deepInclude(chat.body, { characterId: chat.characterId, messageCount: 3 })
    assert.deepEqual(chat.body.sessions, [{ sessionId: chat.sessionId, title: 'Old times', messageCount: 3 }])
    assert.deepInclude(chat.body.report, { format: 'sillytavern_group', messages: 3, settings: ['note'] })
    assert.deepInclude((await client.get(`/api/chats/${chat.sessionId}/settings`)).body, {
      note: { text: 'It rains.', depth: 4, role: 'system', every: 1 },
      scenario: null,
      systemPrompt: null,
    })

    const { session, messages } = await open(chat)
    assert.deepInclude(session, {
      title: 'Old times',
      pins: [],
      createdAt: '2024-06-05T14:56:50.682Z',
      lastMessageAt: '2024-06-05T15:01:00.000Z',
    })
    assert.deepEqual(
      messages.map(({ content, isUser, model, speaker, rubyCost, state }: Message) => ({
        content,
        isUser,
        model,
        speaker,
        rubyCost,
        state,
      })),
      [
        { content: 'You again.', isUser: false, model: 'imported', speaker: 'Mo Vale', rubyCost: 0, state: 'complete' },
        { content: 'Hello?', isUser: true, model: undefined, speaker: undefined, rubyCost: 0, state: 'complete' },
        { content: 'And to you.', isUser: false, model: 'imported', speaker: 'Ida', rubyCost: 0, state: 'complete' },
      ].map((message) => ({ ...message, speaker: message.speaker === 'Mo Vale' ? undefined : message.speaker }))
    )
    assert.deepEqual(
      messages[0].alternates.map(({ content }: Message) => content),
      swipes
    )
    assert.equal(messages[0].selectedAlternate, 1)

    const [item] = (await client.get('/api/chats')).body as ChatListItem[]
    assert.deepInclude(item, { id: chat.sessionId, title: 'Old times', lastMessage: 'And to you.' })
    const exported = await exportOf(chat)
    assert.equal(exported.text, oldChat)
    assert.include(exported.headers['content-disposition'], 'Old times.jsonl')
    assert.equal(exported.headers['content-type'], 'application/x-ndjson; charset=utf-8')
    assert.deepEqual(filesUnderWay(), [])
  })

  test('are free, and count in no statistics', async ({ assert }) => {
    const client = await stage.visitor()
    const countOf = async () => (await client.get('/api/auth/user')).body
    const characterOf = async () => (await client.get(`/api/characters/${stage.characterIds[0]}`)).body.messageCount
    const [before, messageCount] = [await countOf(), await characterOf()]
    const chat = await importChat(client, oldChat)
    const after = await countOf()
    assert.equal(after.rubies, before.rubies)
    assert.equal(after.stats.messagesWritten, before.stats.messagesWritten)
    assert.equal(await characterOf(), messageCount)
    const { rows } = await stage.db.query('SELECT count(*)::int AS n FROM replies WHERE chat_session_id = $1', [
      chat.sessionId,
    ])
    assert.equal(rows[0].n, 0)
    await (
      await send(chat, 'And on.')
    ).ended
    assert.equal((await countOf()).stats.messagesWritten, before.stats.messagesWritten + 1)
  })

  test('keep hidden lines from prompts, screens, books and exports for reading', async ({ assert }) => {
    const chat = await importChat(await stage.visitor(), oldChat)
    const asked = stage.upstream.calls.length
    await (
      await send(chat, 'And on.')
    ).ended
    const prompt = JSON.stringify(stage.upstream.calls.slice(asked).map(({ body }) => body))
    assert.include(prompt, 'And to you.')
    assert.notInclude(prompt, 'zirconium')
    const { client, sessionId, characterId } = chat
    for (const path of [
      `/api/chats/${characterId}?session=${sessionId}`,
      `/api/chats/${characterId}?session=${sessionId}&end=true`,
      `/api/chats/${sessionId}/context`,
      `/api/chats/${sessionId}/export?format=markdown`,
      `/api/chats/${sessionId}/export?format=jsonl`,
      `/api/chats/${sessionId}/book`,
      '/api/chats',
    ]) {
      const { status, text } = await client.get(path)
      assert.equal(status, 200, path)
      assert.notInclude(text, 'zirconium', path)
    }
    assert.include((await client.get('/api/user/export')).text, 'zirconium')
  })

  test('hide the messages that were hidden, and keep the note, the scenario and the instructions, there and back', async ({
    assert,
  }) => {
    const metadata = { note_prompt: 'It rains.', scenario: 'A harbour.', system_prompt: 'Be brief.', integrity: 'x' }
    const file = lines(
      header({ chat_metadata: metadata }),
      answered('The osmium gate.', { is_system: true }),
      said('Hello?'),
      answered('And to you.')
    )
    const chat = await importChat(await stage.visitor(), file)
    const { client, sessionId } = chat
    const shown = (await open(chat)).messages as Message[]
    assert.deepEqual(
      shown.map(({ content, isHidden }) => [content, isHidden]),
      [
        ['The osmium gate.', true],
        ['Hello?', undefined],
        ['And to you.', undefined],
      ]
    )
    assert.equal((await exportOf(chat)).text, file)
    const asked = stage.upstream.calls.length
    await (
      await send(chat, 'And on.')
    ).ended
    const prompt = JSON.stringify(stage.upstream.calls.slice(asked).map(({ body }) => body))
    for (const text of ['It rains.', 'A harbour.', 'Be brief.', 'And to you.']) assert.include(prompt, text)
    assert.notInclude(prompt, 'osmium')

    await client.put(`/api/messages/${shown[0]!.id}/hidden`, { isHidden: false })
    await client.put(`/api/messages/${shown[1]!.id}/hidden`, { isHidden: true })
    await client.put(`/api/chats/${sessionId}/settings`, {
      note: { text: 'It snows.', depth: 2, role: 'user', every: 3 },
      scenario: null,
    })
    const [head, first, second] = (await exportOf(chat)).text.split('\n').map((line) => line && JSON.parse(line))
    assert.deepEqual(head.chat_metadata, {
      ...metadata,
      note_prompt: 'It snows.',
      note_depth: 2,
      note_interval: 3,
      note_position: 1,
      note_role: 1,
      scenario: '',
    })
    assert.deepEqual([first.is_system, second.is_system], [false, true])
    const again = await importChat(client, (await exportOf(chat)).text)
    assert.deepEqual(((await open(again)).messages as Message[]).map(({ isHidden }) => isHidden ?? false).slice(0, 3), [
      false,
      true,
      false,
    ])
    assert.deepInclude((await client.get(`/api/chats/${again.sessionId}/settings`)).body, {
      note: { text: 'It snows.', depth: 2, role: 'user', every: 3 },
      scenario: null,
      systemPrompt: 'Be brief.',
    })
  })

  test('can be edited, deleted from, chosen, rerolled and exported with only these changes', async ({ assert }) => {
    const chat = await importChat(await stage.visitor(), oldChat)
    const { client, characterId } = chat
    const [first, second, third] = (await open(chat)).messages as Message[]
    assert.equal((await client.put(`/api/messages/${second!.id}`, { content: 'Hello, you?' })).status, 200)
    assert.equal((await client.put(`/api/messages/${first!.id}/alternate`, { index: 2 })).body.content, 'Come in.')
    const reroll = await client.stream(`/api/chats/${characterId}/reroll`, {
      method: 'POST',
      body: { messageId: third!.id, model: 'basic' },
    })
    const events = await reroll.ended
    const done = events.at(-1)
    if (done?.type !== 'aiComplete') throw new Error(JSON.stringify(done))
    assert.lengthOf(done.message.alternates!, 2)
    assert.equal((await client.post(`/api/chats/${characterId}/continue`, { messageId: first!.id })).status, 404)

    const [head, one, two, hidden, three] = (await exportOf(chat)).text.split('\n')
    const original = oldChat.split('\n')
    assert.equal(head, original[0])
    assert.deepInclude(JSON.parse(one!), { mes: 'Come in.', swipe_id: 2, swipes })
    assert.equal(two, original[2]!.replace('Hello?', 'Hello, you?'))
    assert.equal(hidden, original[3])
    assert.deepInclude(JSON.parse(three!), { swipes: ['And to you.', done.message.content], swipe_id: 1, name: 'Ida' })

    assert.equal((await client.delete(`/api/messages/${second!.id}`)).status, 200)
    assert.lengthOf((await exportOf(chat)).text.trimEnd().split('\n'), 4)
  })

  test('of a chat that began here give the same chat', async ({ assert }) => {
    const client = await stage.visitor()
    const began = await stage.chats(client, 1)
    await (
      await send(began[0]!, 'Hello {{char}}?')
    ).ended
    await client.put(`/api/chats/${began[0]!.sessionId}/title`, { title: 'Mine' })
    await client.put(`/api/chats/${began[0]!.sessionId}/pins`, { pins: ['It rains.'] })
    const file = (await exportOf(began[0]!)).text
    const copy = await importChat(client, file, { fileName: 'Another.jsonl' })
    const [before, after] = [await open(began[0]!), await open(copy)]
    const same = ({ messages, session }: { messages: Message[]; session: object }) => ({
      messages: messages.map(({ content, isUser, createdAt, state }) => ({ content, isUser, createdAt, state })),
      session: { ...session, id: '', lastMessageAt: '' },
    })
    assert.deepEqual(same(after), same(before))
    assert.equal((await exportOf(copy)).text, file)
  })

  test('of several chats in a file create all of them', async ({ assert }) => {
    const client = await stage.visitor()
    const { body, sessionId } = await importChat(client, allChats(['A.', 'B.']), { fileName: 'all.json' })
    assert.deepEqual(
      body.sessions.map(({ title }: { title: string }) => title),
      ['Chat 0', 'Chat 1']
    )
    assert.equal(sessionId, body.sessions[0].sessionId)
    assert.lengthOf((await client.get('/api/chats')).body, 2)
  })

  test('of too many chats or bytes leave nothing behind', async ({ assert }) => {
    const client = await stage.visitor()
    const characterId = stage.characterIds[0]!
    const { status, body } = await upload(client, { characterId, file: allChats(Array(501).fill('x')) })
    assert.deepEqual([status, body.code, body.errors[0].rule], [422, 'validation_failed', 'too_many_chats'])
    const large = await upload(client, { characterId, file: Buffer.alloc(chatFileBytesMax + 1, 0x20) })
    assert.deepEqual([large.status, large.body.code], [413, 'too_large'])
    assert.isEmpty((await client.get('/api/chats')).body)
    assert.deepEqual(filesUnderWay(), [])
  }).tags(longRun)

  test('are refused with a reason, and leave nothing behind', async ({ assert }) => {
    const [client, other] = [await stage.visitor(), await stage.visitor()]
    const characterId = stage.characterIds[0]!
    const made = await other.post('/api/characters', {
      name: 'Mo',
      description: 'Mends nets.',
      backstory: 'Was born at sea.',
      personality: 'Calm.',
      avatar: 'https://pictures.example.test/mo.png',
      isPublic: false,
    })
    const file = lines(header(), said('Hello?'))
    for (const [form, status, code, rule] of [
      [{ characterId, file: 'hello' }, 422, 'validation_failed', 'not_a_chat'],
      [{ characterId, file: '' }, 422, 'validation_failed', 'empty'],
      [{ file }, 422, 'validation_failed', 'required'],
      [{ characterId: 'x', file }, 422, 'validation_failed', 'required'],
      [{ characterId }, 422, 'validation_failed', 'required'],
      [{ characterId: made.body.id, file }, 404, 'not_found', undefined],
      [{ characterId: crypto.randomUUID(), file }, 404, 'not_found', undefined],
      [{ characterId, file, more: Array(30).fill(['a', 'b']) }, 413, 'too_large', undefined],
    ] as [Form, number, string, string | undefined][]) {
      const { status: got, body } = await upload(client, form)
      assert.deepEqual([got, body?.code, body?.errors?.[0].rule], [status, code, rule])
    }
    const two = formOf({ characterId, file }).toString('latin1').split(`--${boundary}--`)[0]!
    const rawBody = Buffer.from(two + formOf({ file }).toString('latin1'), 'latin1')
    const several = await client.call('/api/chats/import', { method: 'POST', rawBody, headers: formType })
    assert.equal(several.body.errors[0].rule, 'single')
    const cut = await client.call('/api/chats/import', {
      method: 'POST',
      rawBody: formOf({ characterId, file }).subarray(0, -9),
      headers: formType,
    })
    assert.equal(cut.status, 400)
    const json = await client.post('/api/chats/import', { characterId })
    assert.equal(json.status, 415)
    const { rows } = await stage.db.query('SELECT count(*)::int AS n FROM chat_sessions WHERE user_id = $1', [
      client.user.id,
    ])
    assert.equal(rows[0].n, 0)
    assert.deepEqual(filesUnderWay(), [])
  })

  test('run one at a time for a user', async ({ assert }) => {
    const [client, other] = [await stage.visitor(), await stage.visitor()]
    const file = lines(header(), said('Hello?'))
    const characterId = stage.characterIds[0]!
    await stage.db.query('BEGIN')
    await stage.db.query('SELECT pg_advisory_xact_lock(hashtextextended($1, 0))', [`chat.import ${client.user.id}`])
    const refused = await upload(client, { characterId, file })
    const [theirs] = [await upload(other, { characterId, file })]
    await stage.db.query('ROLLBACK')
    assert.deepEqual([refused.status, refused.body.code], [409, 'import_under_way'])
    assert.equal(theirs.status, 201)
    assert.equal((await upload(client, { characterId, file })).status, 201)
  })

  test('stop at the user’s storage limit', async ({ assert }) => {
    const client = await stage.visitor()
    const { sessionId } = await importChat(client, oldChat)
    await stage.db.query('UPDATE chat_imports SET bytes = 2147483000 WHERE chat_session_id = $1', [sessionId])
    const { status, body } = await upload(client, { characterId: stage.characterIds[0]!, file: oldChat })
    assert.deepEqual([status, body.code], [413, 'storage_full'])
    assert.include(body.message, '2,048')
  }).tags(longRun)

  test('belong to their user only', async ({ assert }) => {
    const chat = await importChat(await stage.visitor(), oldChat)
    const other = await stage.visitor()
    assert.equal((await exportOf({ ...chat, client: other })).status, 404)
    assert.equal((await chat.client.get(`/api/chats/${chat.sessionId}/export?format=other`)).status, 422)
  })

  test('take their title from the file, in any script, and are deleted with the account', async ({ assert }) => {
    const chat = await importChat(await stage.visitor(), oldChat, { fileName: 'Grüße 🦊.jsonl' })
    assert.equal(chat.body.sessions[0].title, 'Grüße 🦊')
    const left = async () => {
      const { rows } = await stage.db.query(
        `SELECT (SELECT count(*) FROM chat_imports WHERE chat_session_id = $1)::int AS imports,
           (SELECT count(*) FROM chat_import_lines WHERE chat_session_id = $1)::int AS lines,
           (SELECT count(*) FROM chat_messages WHERE chat_session_id = $1)::int AS messages`,
        [chat.sessionId]
      )
      return rows[0]
    }
    assert.deepEqual(await left(), { imports: 1, lines: 4, messages: 3 })
    assert.equal(
      (await chat.client.call('/api/user', { method: 'DELETE', body: { currentPassword: 'correct horse' } })).status,
      200
    )
    assert.deepEqual(await left(), { imports: 0, lines: 0, messages: 0 })
  })
})
