import { randomBytes } from 'node:crypto'
import app from '@adonisjs/core/services/app'
import { Database } from '@adonisjs/lucid/database'
import { test } from '@japa/runner'
import { newId } from '#modules/kernel/ids'
import { queryUnprepared } from '#modules/kernel/sql'
import { connect } from '#tests/support/databases'
import { historyColumns, historyOf, messagesReadMax, type HistoryRow } from '../prompts/history_columns.ts'

/** Creates a session with these messages. Returns functions that read its history for a prompt. */
const setUp = async (contents: readonly string[]) => {
  const db = (await app.container.make(Database)).connection()
  const [userId, sessionId] = [newId(), newId()]
  await queryUnprepared(
    db,
    `INSERT INTO chat_messages (user_id, id, chat_session_id, position, content)
     SELECT $1, uuidv7(), $2, position, content FROM unnest($3::text[]) WITH ORDINALITY AS given (content, position)`,
    [userId, sessionId, contents]
  )
  const select = `SELECT ${historyColumns({ user: '$1', session: '$2', upTo: '$3', budget: '$4' })}`
  const read = async (budget: number, upTo = contents.length) => {
    const [row] = await queryUnprepared<HistoryRow>(db, select, [userId, sessionId, upTo, budget])
    return historyOf(row!).map(({ content }) => content)
  }
  /** Measures the second call on a connection. The first one compiles the function and reads the catalogs. */
  const blocksRead = async (budget: number) => {
    const client = await connect(process.env.DATABASE_URL!)
    const explain = async () => {
      const { rows } = await client.query(`EXPLAIN (ANALYZE, BUFFERS, FORMAT json) ${select}`, [
        userId,
        sessionId,
        contents.length,
        budget,
      ])
      const { Plan: plan } = rows[0]['QUERY PLAN'][0]
      return plan['Shared Hit Blocks'] + plan['Shared Read Blocks']
    }
    try {
      await explain()
      return await explain()
    } finally {
      await client.end()
    }
  }
  const forget = (position: number) =>
    queryUnprepared(db, 'UPDATE chat_messages SET deleted_at = now() WHERE chat_session_id = $1 AND position = $2', [
      sessionId,
      position,
    ])
  const hideFrom = (from: number, to: number) =>
    queryUnprepared(
      db,
      'UPDATE chat_messages SET hidden_at = now() WHERE chat_session_id = $1 AND position BETWEEN $2 AND $3',
      [sessionId, from, to]
    )
  return { read, blocksRead, forget, hideFrom }
}

test.group('The history of a prompt', () => {
  test('contains the first message and the newest ones that fit, oldest first', async ({ assert }) => {
    const { read } = await setUp(['one', 'two', 'three', 'four'])
    assert.deepEqual(await read(100), ['one', 'two', 'three', 'four'])
    assert.deepEqual(await read(9), ['one', 'three', 'four'])
    assert.deepEqual(await read(8), ['one', 'four'])
    assert.deepEqual(await read(100, 2), ['one', 'two'])
  })

  test('names the speakers of imported messages, but not of the user’s own', ({ assert }) => {
    const history = [
      [3, true, 'third', 'c', 0, null, 'An old persona'],
      [1, false, 'first', 'a', 0, null, null],
      [2, false, 'second', 'b', 0, null, 'Ben'],
    ] satisfies HistoryRow['history']
    assert.deepEqual(
      historyOf({ history }).map(({ content, speaker }) => [content, speaker]),
      [
        ['first', undefined],
        ['second', 'Ben'],
        ['third', undefined],
      ]
    )
  })

  test('contains the newest message, however long it is, and the first one once', async ({ assert }) => {
    const { read } = await setUp(['one', 'two', 'x'.repeat(50)])
    assert.deepEqual(await read(10), ['one', 'x'.repeat(50)])
    assert.deepEqual(await read(10, 1), ['one'])
    assert.deepEqual(await read(10, 0), [])
  })

  test('contains as many short messages as the planner expects', async ({ assert }) => {
    const contents = Array.from({ length: messagesReadMax + 50 }, (_, n) => String(n))
    const { read } = await setUp(contents)
    assert.deepEqual(await read(1_000_000), ['0', ...contents.slice(-messagesReadMax)])
  })

  test('leaves out deleted messages, including the first one', async ({ assert }) => {
    const { read, forget } = await setUp(['one', 'two', 'three', 'four'])
    await forget(1)
    await forget(3)
    assert.deepEqual(await read(4), ['two', 'four'])
  })

  test('reads no message beyond the budget', async ({ assert }) => {
    // Random text is stored outside of the row, in several blocks per message.
    const { blocksRead } = await setUp(Array.from({ length: 300 }, () => randomBytes(6_000).toString('base64')))
    // Reading the rows of all 300 messages would take more blocks, and reading all texts more than 2,000.
    assert.isBelow(await blocksRead(16_000), 150)
  })

  test('reads no hidden message, however many there are', async ({ assert }) => {
    const count = 20_000
    const { read, blocksRead, hideFrom } = await setUp(Array.from({ length: count }, (_, n) => `Message ${n}.`))
    await hideFrom(1, count - 2)
    assert.deepEqual(await read(16_000, count), [`Message ${count - 2}.`, `Message ${count - 1}.`])
    // Until a vacuum, the index has the entries from before the messages were hidden. Reading their rows takes more than 60,000 blocks. How many
    // blocks of the index are read depends on what else runs.
    assert.isBelow(await blocksRead(16_000), 5_000)
  })
})
