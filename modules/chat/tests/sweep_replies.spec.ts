import { test } from '@japa/runner'
import { systemTimers } from '#plugins/contract/timers'
import { newId } from '#modules/kernel/ids'
import type { ReplyContext } from '../replies/run/reply_context.ts'
import { ReplyHub } from '../replies/run/reply_hub.ts'
import { sweepReplies } from '../replies/recover/sweep_replies.ts'
import { beginInTables } from './support.ts'

const leaseMs = 10_000

/** Inserts a reply of an unregistered process, with some text. */
const setUp = async (agoMs: number) => {
  const { db, ask, userId, replyId, messageId, account } = await beginInTables({ agoMs })
  await ask(
    `INSERT INTO reply_parts (user_id, reply_id, seq, text) VALUES ($1, $2, 0, 'Once '), ($1, $2, 1, 'upon')`,
    userId,
    replyId
  )
  const sweep = async (connectedForMs: number) => {
    const connection = { query: (sql: string, values: unknown[] = []) => ask(sql, ...values), connectedForMs }
    const context = {
      connection,
      db: { connection: () => db },
      hub: new ReplyHub(systemTimers),
      owner: newId(),
      timings: { leaseMs },
      timers: systemTimers,
    }
    return (await sweepReplies(context as unknown as ReplyContext)).map(({ id }) => id)
  }
  const read = async () => ({
    reply: (await ask('SELECT state, error_code FROM replies WHERE id = $1', replyId))[0],
    messages: await ask('SELECT content, state, ruby_cost FROM chat_messages WHERE id = $1', messageId),
    account: await account(),
  })
  return { replyId, sweep, read }
}

const running = {
  reply: { state: 'running', error_code: null },
  messages: [],
  account: { balance: 5, held: 3 },
}

test.group('A reply of a process that never registered', () => {
  test('is ended after one lease: its text is kept and its rubies are released', async ({ assert }) => {
    const { replyId, sweep, read } = await setUp(leaseMs + 1)
    assert.notInclude(await sweep(leaseMs - 1), replyId, 'a process that was just reconnected waits')
    assert.deepEqual(await read(), running)
    assert.include(await sweep(leaseMs), replyId)
    assert.deepEqual(await read(), {
      reply: { state: 'broken_off', error_code: 'server_lost' },
      messages: [{ content: 'Once upon', state: 'broken_off', ruby_cost: 0 }],
      account: { balance: 5, held: 0 },
    })
    assert.notInclude(await sweep(leaseMs), replyId)
  })

  test('is not ended before that, because its process may be starting', async ({ assert }) => {
    const { replyId, sweep, read } = await setUp(0)
    assert.notInclude(await sweep(leaseMs), replyId)
    assert.deepEqual(await read(), running)
  })
})
