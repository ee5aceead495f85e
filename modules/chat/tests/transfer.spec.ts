import app from '@adonisjs/core/services/app'
import { Database } from '@adonisjs/lucid/database'
import { test } from '@japa/runner'
import { systemTimers } from '#plugins/contract/timers'
import { newId } from '#modules/kernel/ids'
import { ChatTransfer, type ImportedHeader, type ImportedMessage } from '../index.ts'
import { forgetChats } from '../sessions/forget_chats.ts'
import { MessagesWritten } from '../sessions/messages_written.ts'
import { PurgeDeleted } from '../sessions/purge_deleted.ts'

const setUp = async () => {
  const db = await app.container.make(Database)
  const transfer = await app.container.make(ChatTransfer)
  const [userId, characterId] = [newId(), newId()]
  const ask = async <Row = any>(sql: string, values: unknown[] = []): Promise<Row[]> =>
    (await db.rawQuery<{ rows: Row[] }>(sql, values as never)).rows
  const importOf = (
    messages: Iterable<ImportedMessage> | AsyncIterable<ImportedMessage>,
    more: Partial<ImportedHeader> = {}
  ) => ({
    userId,
    characterId,
    header: {
      format: 'sillytavern',
      title: 'Old times',
      pins: [],
      settings: noSettings,
      createdAt: null,
      original: null,
      ...more,
    },
    messages: (async function* () {
      yield* messages
    })(),
  })
  const stored = async (...args: Parameters<typeof importOf>) => {
    const outcome = await transfer.importChat(importOf(...args))
    if (!outcome.ok) throw new Error(outcome.failure.kind)
    return outcome.value
  }
  const counts = async (sessionId: string) =>
    (
      await ask(
        `SELECT (SELECT count(*) FROM chat_sessions WHERE id = :id)::int AS sessions,
           (SELECT count(*) FROM chat_messages WHERE chat_session_id = :id)::int AS messages,
           (SELECT count(*) FROM chat_message_alternates WHERE message_id IN (
             SELECT id FROM chat_messages WHERE chat_session_id = :id))::int AS answers,
           (SELECT count(*) FROM chat_imports WHERE chat_session_id = :id)::int AS imports,
           (SELECT count(*) FROM chat_import_lines WHERE chat_session_id = :id)::int AS lines`,
        { id: sessionId } as never
      )
    )[0]
  return { db, transfer, userId, characterId, ask, importOf, stored, counts }
}

const noSettings = { note: null, scenario: null, systemPrompt: null }
const at = (n: number) => new Date(Date.UTC(2024, 0, 1, 0, n))
const bytes = (text: string) => new TextEncoder().encode(text)

const message = (n: number, more: Partial<ImportedMessage> = {}): ImportedMessage => ({
  role: n % 2 === 0 ? 'user' : 'character',
  speaker: null,
  text: `Message ${n}.`,
  createdAt: at(n),
  alternates: [],
  selected: 0,
  hidden: false,
  isHiddenFromPrompts: false,
  original: bytes(`{"mes":"Message ${n}."}`),
  ...more,
})

const answers = (texts: string[], n = 1) => texts.map((text) => ({ text, createdAt: at(n) }))

test.group('Imported chats in the database', () => {
  test('have the rows that chats of this server have, in order', async ({ assert }) => {
    const { ask, stored, userId, characterId } = await setUp()
    const { sessionId, ...session } = await stored([
      message(1, { text: 'B.', alternates: answers(['A.', 'B.', 'C.']), selected: 1, speaker: 'Ida' }),
      message(2),
      message(3, { hidden: true }),
      message(4, { text: 'x'.repeat(40_000) }),
    ])
    assert.deepEqual(session, { title: 'Old times', messages: 3, lastMessageAt: at(4) })
    const [row] = await ask('SELECT * FROM chat_sessions WHERE id = ?', [sessionId])
    assert.deepInclude(row, {
      user_id: userId,
      character_id: characterId,
      next_position: 4,
      messages_written: 2,
      messages_imported: 2,
      created_at: at(1),
      opened_at: at(1),
      last_message_at: at(4),
      title: 'Old times',
      pins: [],
    })
    const rows = await ask('SELECT * FROM chat_messages WHERE chat_session_id = ? ORDER BY position', [sessionId])
    assert.deepEqual(
      rows.map(({ position, author_id: author, speaker, tier, ruby_cost, state, is_cut, reply_id }) => [
        position,
        author,
        speaker,
        tier,
        ruby_cost,
        state,
        is_cut,
        reply_id,
      ]),
      [
        [1, null, 'Ida', 'imported', 0, 'complete', false, null],
        [2, userId, null, null, 0, 'complete', false, null],
        [4, userId, null, null, 0, 'complete', false, null],
      ]
    )
    assert.lengthOf(rows[2].content, 40_000)
    const alternates = await ask('SELECT * FROM chat_message_alternates WHERE message_id = ? ORDER BY position', [
      rows[0].id,
    ])
    assert.deepEqual(
      alternates.map(({ content }) => content),
      ['A.', 'B.', 'C.']
    )
    assert.equal(alternates[0].id, rows[0].id)
    assert.equal(rows[0].answer_id, alternates[1].id)
  })

  test('keep the bytes of their lines, whatever they are', async ({ assert }) => {
    const { ask, stored } = await setUp()
    const lines = [bytes('{"a":1}'), new Uint8Array([0x7b, 0xff, 0x00, 0x7d]), bytes('Grüße 🦊 \\u0000')]
    const { sessionId } = await stored(
      lines.map((original, n) => message(n, { original })),
      { original: new Uint8Array([0xfe, 0x00]) }
    )
    const rows = await ask('SELECT line FROM chat_import_lines WHERE chat_session_id = ? ORDER BY position', [
      sessionId,
    ])
    assert.deepEqual(
      rows.map(({ line }) => [...line]),
      lines.map((line) => [...line])
    )
    const [{ header, bytes: size }] = await ask('SELECT header, bytes FROM chat_imports WHERE chat_session_id = ?', [
      sessionId,
    ])
    assert.deepEqual([...header], [0xfe, 0x00])
    const texts = 3 * 'Message 1.'.length
    assert.equal(Number(size), texts + 2 + lines.reduce((sum, line) => sum + line.byteLength, 0))
  })

  test('count as no written messages, until the user writes', async ({ assert }) => {
    const { db, ask, stored, userId } = await setUp()
    const written = new MessagesWritten(db)
    const { sessionId } = await stored([message(2), message(4)])
    await stored([message(1)])
    assert.equal(await written.count(userId), 0)
    await ask('UPDATE chat_sessions SET messages_written = messages_written + 1 WHERE id = ?', [sessionId])
    assert.equal(await written.count(userId), 1)
    await ask('UPDATE chat_sessions SET deleted_at = now() WHERE id = ?', [sessionId])
    assert.equal(await written.count(userId), 1)
  })

  test('leave room for the positions of later answers', async ({ assert }) => {
    const { ask, stored } = await setUp()
    const many = Array.from({ length: 30 }, (_, n) => `Answer ${n}.`)
    const { sessionId } = await stored([message(1, { text: many[0]!, alternates: answers(many) }), message(2)])
    const [{ next_position: next }] = await ask('SELECT next_position FROM chat_sessions WHERE id = ?', [sessionId])
    assert.isAtLeast(next, 30)
  })

  test('are stored in batches, and whole', async ({ assert }) => {
    const { stored, counts } = await setUp()
    const { sessionId } = await stored(Array.from({ length: 4_321 }, (_, n) => message(n, { hidden: n % 10 === 9 })))
    assert.deepEqual(await counts(sessionId), { sessions: 1, messages: 3_889, answers: 0, imports: 1, lines: 4_321 })
  })

  test('are not stored at all when reading their messages fails', async ({ assert }) => {
    const { ask, transfer, importOf, userId } = await setUp()
    const failing = (async function* () {
      for (let n = 0; n < 3_000; n++) yield message(n)
      throw new Error('The file ended.')
    })()
    await assert.rejects(async () => transfer.importChat(importOf(failing)), 'The file ended.')
    assert.deepEqual(await ask('SELECT FROM chat_sessions WHERE user_id = ?', [userId]), [])
    assert.deepEqual(await ask('SELECT FROM chat_messages WHERE user_id = ?', [userId]), [])
  })

  test('are stored together in the caller’s transaction, or not at all', async ({ assert }) => {
    const { db, ask, transfer, importOf, userId } = await setUp()
    const trx = await db.transaction()
    for (let n = 0; n < 2; n++) assert.isTrue((await transfer.importChat(importOf([message(1)]), trx)).ok)
    assert.deepEqual(await transfer.importChat(importOf([message(1)])), { ok: false, failure: { kind: 'busy' } })
    await trx.rollback()
    assert.deepEqual(await ask('SELECT FROM chat_sessions WHERE user_id = ?', [userId]), [])
    assert.isTrue((await transfer.importChat(importOf([message(1)]))).ok)
  })

  test('leave no line behind when they are purged or their account is deleted', async ({ assert }) => {
    const { db, ask, stored, counts, userId } = await setUp()
    const chat = (hidden: number) => [
      message(1, { text: 'A.', alternates: answers(['A.', 'B.']) }),
      message(2),
      ...Array.from({ length: hidden }, (_, n) => message(n, { hidden: true })),
    ]
    const purge = new PurgeDeleted(db, { info: () => {} } as never, { deletedDays: 30, promptDays: 0 }, systemTimers)
    const [partly, wholly, kept] = [await stored(chat(1)), await stored(chat(1_200)), await stored(chat(1))]
    await ask(
      `UPDATE chat_messages SET deleted_at = now() - INTERVAL '31 days' WHERE chat_session_id = ? AND position = 2`,
      [partly.sessionId]
    )
    await ask(`UPDATE chat_sessions SET deleted_at = now() - INTERVAL '31 days' WHERE id = ?`, [wholly.sessionId])
    await purge.run()
    assert.deepEqual(await counts(partly.sessionId), { sessions: 1, messages: 1, answers: 2, imports: 1, lines: 2 })
    assert.deepEqual(await counts(wholly.sessionId), { sessions: 1, messages: 0, answers: 0, imports: 0, lines: 0 })
    assert.deepEqual(await counts(kept.sessionId), { sessions: 1, messages: 2, answers: 2, imports: 1, lines: 3 })
    await db.transaction((trx) => forgetChats(userId, trx))
    for (const { sessionId } of [partly, wholly, kept])
      assert.deepEqual(await counts(sessionId), { sessions: 0, messages: 0, answers: 0, imports: 0, lines: 0 })
  })
})
