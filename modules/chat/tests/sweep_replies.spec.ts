import app from '@adonisjs/core/services/app'
import { Database } from '@adonisjs/lucid/database'
import { test } from '@japa/runner'
import { newId } from '#modules/kernel/ids'
import { askOnce } from '#modules/kernel/sql'
import type { ReplyContext } from '../src/replies/reply_context.ts'
import { ReplyHub } from '../src/replies/reply_hub.ts'
import { sweepReplies } from '../src/replies/sweep_replies.ts'

const leaseMs = 10_000

/** A running reply of a user with 5 rubies, 3 of them held, that began so long ago and has written a little. */
const setUp = async (agoMs: number) => {
  const db = await app.container.make(Database)
  const ask = (sql: string, ...values: unknown[]) => askOnce<any>(db.connection(), sql, values)
  const [userId, replyId, sessionId, messageId] = [newId(), newId(), newId(), newId()]
  await ask('select ledger_open_account($1)', userId)
  await ask(`select ledger_post($1, 5, 'admin_grant', 'A test', 'opening')`, userId)
  await ask(`select ledger_hold($1, $2, 3, now() + interval '2 hours')`, userId, replyId)
  await ask('insert into chat_sessions (id, user_id, character_id) values ($1, $2, $3)', sessionId, userId, newId())
  await ask(
    `insert into replies (id, chat_session_id, user_id, user_message_id, message_id, position, tier, cost, owner, created_at)
     values ($1, $2, $3, $4, $5, 2, 'basic', 3, $6, clock_timestamp() - $7 * interval '1 millisecond')`,
    replyId,
    sessionId,
    userId,
    newId(),
    messageId,
    newId(),
    agoMs
  )
  await ask(`insert into reply_parts (reply_id, seq, text) values ($1, 0, 'Once '), ($1, 1, 'upon')`, replyId)
  const sweep = (connectedForMs: number) => {
    const signals = { query: (sql: string, values: unknown[] = []) => ask(sql, ...values), connectedForMs }
    return sweepReplies({
      signals,
      hub: new ReplyHub(),
      owner: newId(),
      timings: { leaseMs },
    } as unknown as ReplyContext)
  }
  const read = async () =>
    (
      await ask(
        `select r.state, r.error_code, a.held::int, m.content, m.state as message_state from replies r
         join ruby_accounts a on a.user_id = r.user_id left join chat_messages m on m.id = r.message_id where r.id = $1`,
        replyId
      )
    )[0]
  return { replyId, sweep, read }
}

const running = { state: 'running', error_code: null, held: 3, content: null, message_state: null }

test.group('A reply of a process that nobody ever heard of', () => {
  test('is ended when a lease has passed: its text is kept and its rubies go back', async ({ assert }) => {
    const { replyId, sweep, read } = await setUp(leaseMs + 1)
    assert.notInclude(await sweep(leaseMs - 1), replyId, 'who has just come back from an outage waits')
    assert.deepEqual(await read(), running)
    assert.include(await sweep(leaseMs), replyId)
    assert.deepEqual(await read(), {
      state: 'broken_off',
      error_code: 'server_lost',
      held: 0,
      content: 'Once upon',
      message_state: 'broken_off',
    })
    assert.notInclude(await sweep(leaseMs), replyId)
  })

  test('goes on before that: its process may only just have come up', async ({ assert }) => {
    const { replyId, sweep, read } = await setUp(0)
    assert.notInclude(await sweep(leaseMs), replyId)
    assert.deepEqual(await read(), running)
  })
})
