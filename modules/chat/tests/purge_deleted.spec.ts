import app from '@adonisjs/core/services/app'
import { Database } from '@adonisjs/lucid/database'
import { test } from '@japa/runner'
import { systemTimers } from '#plugins/contract/timers'
import { earliestIdAt, newId } from '#modules/kernel/ids'
import { MessagesWritten } from '../sessions/messages_written.ts'
import { PurgeDeleted } from '../sessions/purge_deleted.ts'
import { purgePrompts } from '../replies/kept/purge_prompts.ts'

const dayMs = 24 * 60 * 60_000

const setUp = async () => {
  const db = await app.container.make(Database)
  const userId = newId()
  const lines: unknown[] = []
  const logger = { info: (...line: unknown[]) => void lines.push(line) } as never
  const purge = new PurgeDeleted(db, logger, { deletedDays: 30, promptDays: 0 }, systemTimers)
  const ask = async <Row = any>(sql: string, values: unknown[] = []): Promise<Row[]> =>
    (await db.rawQuery<{ rows: Row[] }>(sql, values as never)).rows

  /** Inserts a chat whose last message has two answers. It isn't deleted when `deletedDays` is null. */
  const chat = async (messages: number, deletedDays: number | null) => {
    const id = newId()
    await ask(
      `INSERT INTO chat_sessions (id, user_id, character_id, messages_written, next_position, title, pins, deleted_at)
       VALUES (?, ?, ?, ?, ?, 'A secret', '{"kept in mind"}', now() - ?::int * INTERVAL '1 day')`,
      [id, userId, newId(), messages, messages + 1, deletedDays]
    )
    const ids = Array.from({ length: messages }, newId)
    await ask(
      `INSERT INTO chat_messages (user_id, id, chat_session_id, position, author_id, content)
       SELECT ?::uuid, m.id, ?::uuid, m.position, ?::uuid, 'said in secret' FROM unnest(?::uuid[]) WITH ORDINALITY AS m (id, position)`,
      [userId, id, userId, ids]
    )
    await ask(
      `INSERT INTO chat_message_alternates (user_id, id, message_id, position, content, ruby_cost, state, is_cut)
       SELECT ?::uuid, gen_random_uuid(), ?::uuid, n, 'answered in secret', 1, 'complete', false FROM generate_series(1, 2) n`,
      [userId, ids.at(-1)]
    )
    await ask(
      `INSERT INTO replies (id, chat_session_id, user_id, user_message_id, message_id, position, tier, cost, state, owner, ended_at)
       VALUES (?, ?, ?, ?, ?, 2, 'basic', 1, 'written', ?, now())`,
      [newId(), id, userId, ids[0], ids.at(-1), newId()]
    )
    return { id, ids }
  }
  const left = async (sessionId: string) =>
    (
      await ask<{ id: string }>('SELECT id FROM chat_messages WHERE chat_session_id = ? ORDER BY position', [sessionId])
    ).map(({ id }) => id)
  const delay = (id: string | undefined, interval: string) =>
    ask(`UPDATE chat_messages SET deleted_at = now() - ?::interval WHERE id = ?`, [interval, id])
  return { db, userId, purge, ask, chat, left, delay, lines }
}

test.group('Deleted chats and messages', () => {
  test('are removed from the database after 30 days, with all answers, and nothing else is', async ({ assert }) => {
    const { purge, ask, chat, left, delay, lines } = await setUp()
    const { id, ids } = await chat(4, null)
    await delay(ids[1], '29 days 23 hours')
    await delay(ids[2], '20 minutes')
    await delay(ids[3], '30 days 1 hour')
    assert.deepEqual(await purge.run(), { messages: 1, chats: 0 })
    assert.deepEqual(await left(id), ids.slice(0, 3))
    assert.deepEqual(await ask('SELECT FROM chat_message_alternates WHERE message_id = ?', [ids[3]]), [])
    assert.deepInclude((await ask('SELECT * FROM chat_sessions WHERE id = ?', [id]))[0], {
      title: 'A secret',
      purged_at: null,
    })
    assert.deepEqual(lines, [[{ messages: 1, chats: 0 }, 'purged deleted chats and messages']])
    assert.deepEqual(await purge.run(), { messages: 0, chats: 0 })
    assert.lengthOf(lines, 1)
  })

  test('keep no texts, and still count towards costs and statistics', async ({ assert }) => {
    const { db, userId, purge, ask, chat, left } = await setUp()
    const [purged, recent, kept] = [await chat(3, 31), await chat(2, 29), await chat(2, null)]
    assert.deepEqual(await purge.run(), { messages: 3, chats: 1 })
    assert.deepEqual([await left(purged.id), await left(recent.id), await left(kept.id)], [[], recent.ids, kept.ids])
    const [row] = await ask('SELECT * FROM chat_sessions WHERE id = ?', [purged.id])
    assert.deepInclude(row, { title: null, pins: [], messages_written: 3, user_id: userId })
    assert.isNotNull(row.purged_at)
    assert.equal(await new MessagesWritten(db).count(userId), 7)
    const [{ cost }] = await ask('SELECT sum(cost)::int AS cost FROM replies WHERE user_id = ?', [userId])
    assert.equal(cost, 3)
    assert.notInclude(
      JSON.stringify(await ask('SELECT * FROM chat_messages WHERE chat_session_id = ?', [purged.id])),
      'secret'
    )
    assert.deepEqual(await purge.run(), { messages: 0, chats: 0 })
  })

  test('are purged in batches, once, by several processes, until the run is aborted', async ({ assert }) => {
    const { purge, chat, left } = await setUp()
    const chats = [await chat(1_200, 40), ...(await Promise.all(Array.from({ length: 45 }, () => chat(1, 40))))]
    assert.deepEqual(await purge.run(AbortSignal.abort()), { messages: 0, chats: 0 })
    await Promise.all([purge.run(), purge.run(), purge.run()])
    // Rows that another process had locked are left to the next run.
    await purge.run()
    assert.deepEqual(await Promise.all(chats.map(({ id }) => left(id))), Array(46).fill([]))
  })
})

test.group('Kept prompts', () => {
  /** Inserts a chat with a prompt and a text of each of these ages in days. */
  const keptFor = async (ages: readonly number[]) => {
    const made = await setUp()
    const { id, ids } = await made.chat(2, null)
    for (const age of ages) {
      await made.ask(
        `INSERT INTO kept_prompts (user_id, reply_id, chat_session_id, message_id, answer_id, data) VALUES (?, ?, ?, ?, ?, '{}')`,
        [made.userId, earliestIdAt(Date.now() - age * dayMs + 60_000), id, ids[1], ids[1]]
      )
      await made.ask(
        `INSERT INTO prompt_texts (user_id, chat_session_id, hash, text, used_on)
         VALUES (?, ?, substring(sha256(?::text::bytea) FROM 1 FOR 12), ?, current_date - ?::int)`,
        [made.userId, id, String(age), `${age} days old`, age]
      )
    }
    const agesIn = async (table: string, day: string) =>
      (
        await made.ask<{ age: number }>(
          `SELECT current_date - ${day} AS age FROM ${table} WHERE chat_session_id = ? ORDER BY age`,
          [id]
        )
      ).map(({ age }) => age)
    const prompts = () => agesIn('kept_prompts', `(uuid_extract_timestamp(reply_id) - INTERVAL '1 minute')::date`)
    const texts = () => agesIn('prompt_texts', 'used_on')
    return { ...made, id, ids, prompts, texts }
  }

  test('are deleted after the configured days, and their texts a day later', async ({ assert }) => {
    const { db, prompts, texts } = await keptFor([0, 7, 8, 9, 30, 31, 32])
    await purgePrompts(db, { keptDays: 30, timers: systemTimers })
    assert.deepEqual(await prompts(), [0, 7, 8, 9, 30])
    assert.deepEqual(await texts(), [0, 7, 8, 9, 30, 31])
    await purgePrompts(db, { keptDays: 7, timers: systemTimers })
    assert.deepEqual(await prompts(), [0, 7])
    assert.deepEqual(await texts(), [0, 7, 8])
    await purgePrompts(db, { keptDays: 7, timers: systemTimers })
    assert.deepEqual(await prompts(), [0, 7])
  })

  test('are deleted with their message and with their chat when these are purged', async ({ assert }) => {
    const { ask, purge, delay, id, ids, prompts, texts } = await keptFor([0, 1])
    await delay(ids[1], '29 days')
    await purge.run()
    assert.deepEqual(await prompts(), [0, 1])
    await delay(ids[1], '30 days 1 hour')
    await purge.run()
    assert.deepEqual(await prompts(), [])
    assert.deepEqual(await texts(), [0, 1])
    await ask(`UPDATE chat_sessions SET deleted_at = now() - INTERVAL '31 days' WHERE id = ?`, [id])
    await purge.run()
    assert.deepEqual(await texts(), [])
  })
})
