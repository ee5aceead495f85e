import app from '@adonisjs/core/services/app'
import { Database } from '@adonisjs/lucid/database'
import type { QueryClientContract } from '@adonisjs/lucid/types/database'
import { test } from '@japa/runner'
import { systemTimers } from '#plugins/contract/timers'
import { newId } from '#modules/kernel/ids'
import { isOutage, violatedConstraint } from '#modules/kernel/sql'
import { appOwner } from '#tests/support/app'
import { startDatabaseProxy } from '#tests/support/database_proxy'
import { limits } from '../api.ts'
import { endReply, type EndInput } from '../replies/run/end_reply.ts'
import { endingOf } from '../replies/run/endings.ts'
import { beginSend, type SendInput } from '../replies/begin/begin_statements.ts'

type Send = SendInput & { sessionId: string }

const asker =
  (client: QueryClientContract) =>
  async (sql: string, values: unknown[] = []): Promise<any[]> =>
    (await client.rawQuery(sql, values as string[])).rows

/** Simulates a process with its own pool, optionally behind a proxy. */
const setUp = async (cleanup: (work: () => Promise<void>) => void, { isProxied = false } = {}) => {
  const db = await app.container.make(Database)
  const { config } = db.manager.get(db.primaryConnectionName)!
  const proxy = isProxied ? await startDatabaseProxy(process.env.DATABASE_URL!) : null
  const name = `groups_${newId()}`
  db.manager.add(name, {
    ...config,
    connection: { connectionString: proxy?.url ?? process.env.DATABASE_URL! },
  } as typeof config)
  const client = db.connection(name)
  const beginning = { db: { connection: () => client } as never, timers: systemTimers }
  cleanup(async () => {
    await db.manager.close(name, true)
    proxy?.close()
  })
  const owner = await appOwner()
  const ask = asker(owner)
  const [character] = await ask('SELECT id FROM characters WHERE is_public AND NOT is_nsfw LIMIT 1')

  const userWith = async (rubies: number | null): Promise<string> => {
    const id = newId()
    if (rubies !== null) await ask('SELECT ledger_open_account(?)', [id])
    if (rubies) await ask(`SELECT ledger_post(?, ?, 'admin_grant', 'A test', 'opening')`, [id, rubies])
    return id
  }
  const send = async (rubies: number | null = 50): Promise<Send> => {
    const [userId, sessionId] = [await userWith(rubies), newId()]
    await ask('INSERT INTO chat_sessions (id, user_id, character_id, messages_written) VALUES (?, ?, ?, 1)', [
      sessionId,
      userId,
      character.id,
    ])
    return {
      user: { id: userId, isAdmin: false, limitlessEnabled: false },
      characterId: character.id,
      sessionId,
      clientMessageId: null,
      historyCharacters: 8_000,
      isLimited: true,
      replyId: newId(),
      messageId: newId(),
      userMessageId: newId(),
      content: 'Hello',
      tier: 'basic',
      cost: 3,
      owner: newId(),
    }
  }
  /** Adds rows that a call needs, such as a running reply. Beginning them was retried for some minutes. */
  const addReply = (of: Send, values: { state: string; count?: number }) =>
    ask(
      `INSERT INTO replies (id, chat_session_id, user_id, user_message_id, message_id, position, tier, cost, owner, state, ended_at)
       SELECT uuidv7(INTERVAL '-5 minutes'), ?, ?, gen_random_uuid(), gen_random_uuid(), -n, 'basic', 1, gen_random_uuid(), ?::text,
         CASE WHEN ? <> 'running' THEN now() END FROM generate_series(1, ?::int) n`,
      [of.sessionId, of.user.id, values.state, values.state, values.count ?? 1]
    )
  /** Starts these calls together, once two others occupy all executions of their kind. */
  const together = async <Outcome>(
    block: () => Promise<{ running: Promise<unknown>; release: () => Promise<void> }>,
    calls: readonly (() => Promise<Outcome>)[],
    beforeRelease: () => void = () => {}
  ) => {
    const blocks = [await block(), await block()]
    const outcomes = Promise.allSettled(calls.map((call) => call()))
    beforeRelease()
    for (const { release } of blocks) await release()
    await Promise.all(blocks.map(({ running }) => running))
    return outcomes
  }
  /** Locks a row, runs `start`, and waits until a query of this process waits for the lock. */
  const locking = async (table: 'chat_sessions' | 'replies', id: string, start: () => Promise<unknown>) => {
    const trx = await owner.transaction()
    await trx.rawQuery(`SELECT FROM ${table} WHERE id = ? FOR UPDATE`, [id])
    const [{ pid }] = (await trx.rawQuery('SELECT pg_backend_pid() AS pid')).rows
    const running = start()
    for (;;) {
      const [{ waits }] = await ask(
        'SELECT EXISTS (SELECT FROM pg_stat_activity WHERE ? = ANY (pg_blocking_pids(pid))) AS waits',
        [pid]
      )
      if (waits) break
    }
    return { running, release: async () => void (await trx.rollback()) }
  }
  const blockBegins = async () => {
    const blocked = await send()
    return locking('chat_sessions', blocked.sessionId, () => beginSend(beginning, blocked))
  }
  const endOf = (of: Send): EndInput => ({
    userId: of.user.id,
    replyId: of.replyId,
    kind: 'reply',
    owner: of.owner,
    characterId: of.characterId,
    description: 'A reply',
    firstTextMs: 1,
    ...endingOf('complete', { text: 'Hi.' }),
  })
  const blockEnds = async () => {
    const blocked = await send()
    await beginSend(beginning, blocked)
    return locking('replies', blocked.replyId, () => endReply(client, endOf(blocked)))
  }
  const account = async (of: Send) =>
    (await ask('SELECT balance::int, held::int FROM ruby_accounts WHERE user_id = ?', [of.user.id]))[0] ?? null
  /** Returns the number of transactions that wrote these replies. */
  const transactions = async (of: readonly Send[]) => {
    const [{ count }] = await ask('SELECT count(DISTINCT xmin::text)::int FROM replies WHERE id = ANY (?::uuid[])', [
      of.map(({ replyId }) => replyId) as never,
    ])
    return count
  }
  return {
    client,
    beginning,
    proxy,
    ask,
    send,
    addReply,
    together,
    blockBegins,
    blockEnds,
    endOf,
    account,
    transactions,
  }
}

type Setup = Awaited<ReturnType<typeof setUp>>

/** Prepares sends with every outcome, by name. Two of them succeed. */
const sendsOf = async ({ ask, send, addReply }: Setup) => {
  const sends = {
    first: await send(),
    poor: await send(2),
    withoutAccount: await send(null),
    busy: await send(),
    unknownSession: { ...(await send()), sessionId: newId() },
    repeatedKey: { ...(await send()), clientMessageId: 'a key' },
    rateLimited: await send(),
    unpaid: await send(),
    failedByProvider: await send(),
    failedHere: await send(),
    hiddenCharacter: { ...(await send()), characterId: newId() },
    repeatedMessage: await send(),
    impossible: { ...(await send()), cost: -1 },
    last: await send(),
  }
  await addReply(sends.busy, { state: 'running' })
  await addReply(sends.rateLimited, { state: 'written', count: limits.repliesPerMinute })
  await addReply(sends.unpaid, { state: 'stopped', count: limits.unpaidStarts })
  await ask('UPDATE replies SET is_unpaid = true WHERE user_id = ?', [sends.unpaid.user.id])
  for (const [name, code] of [
    ['failedByProvider', 'unavailable'],
    ['failedHere', 'server_lost'],
  ] as const) {
    await addReply(sends[name], { state: 'failed', count: limits.providerFailures })
    await ask('UPDATE replies SET error_code = ? WHERE user_id = ?', [code, sends[name].user.id])
  }
  const { sessionId, user } = sends.repeatedKey
  await ask(
    `INSERT INTO chat_messages (user_id, id, chat_session_id, position, author_id, content, client_message_id)
     VALUES (?, ?, ?, 1, ?, 'Hello', 'a key')`,
    [user.id, newId(), sessionId, user.id]
  )
  const { repeatedMessage } = sends
  await ask(
    `INSERT INTO chat_messages (user_id, id, chat_session_id, position, content) VALUES (?, ?, ?, 1, 'Another')`,
    [repeatedMessage.user.id, repeatedMessage.userMessageId, newId()]
  )
  return sends
}

const describe = (outcome: PromiseSettledResult<Awaited<ReturnType<typeof beginSend>>>) => {
  if (outcome.status === 'rejected') return violatedConstraint(outcome.reason)
  if (!outcome.value.ok) return outcome.value.failure
  const { context, begun } = outcome.value.value
  if (begun) return 'begun'
  if (context.sight !== 'visible') return 'no character'
  if (context.unpaid_retry_after !== null) return 'too many unpaid'
  if (context.retry_after !== null) return 'too many'
  return context.user_message_id ? 'known' : context.session_id
}

test.group('Replies that begin together', () => {
  test('have the outcomes that each has alone', async ({ assert, cleanup }) => {
    const stage = await setUp(cleanup)
    const { beginning, together, blockBegins, account, transactions } = stage
    const alone: Record<string, unknown> = {}
    for (const [name, one] of Object.entries(await sendsOf(stage)))
      alone[name] = describe((await Promise.allSettled([beginSend(beginning, one)]))[0]!)
    assert.deepEqual(alone, {
      first: 'begun',
      poor: 'insufficient_rubies',
      withoutAccount: 'ruby_accounts_known',
      busy: 'busy',
      unknownSession: null,
      repeatedKey: 'known',
      rateLimited: 'too many',
      unpaid: 'too many unpaid',
      failedByProvider: 'too many unpaid',
      failedHere: 'begun',
      hiddenCharacter: 'no character',
      repeatedMessage: 'key_taken',
      impossible: 'reply_cost_not_negative',
      last: 'begun',
    })

    const sends = await sendsOf(stage)
    const outcomes = await together(
      blockBegins,
      Object.values(sends).map((one) => () => beginSend(beginning, one))
    )
    const names = Object.keys(sends)
    assert.deepEqual(Object.fromEntries(outcomes.map((outcome, n) => [names[n], describe(outcome)])), alone)
    for (const [name, one] of Object.entries(sends)) {
      const held = alone[name] === 'begun' ? 3 : 0
      if (name !== 'withoutAccount') assert.equal((await account(one)).held, held, name)
    }

    const { repeatedMessage: _, impossible: __, ...refusedByTheContext } = await sendsOf(stage)
    const rows = Object.values(refusedByTheContext)
    await together(
      blockBegins,
      rows.map((one) => () => beginSend(beginning, one))
    )
    const { first, last } = refusedByTheContext
    assert.equal(await transactions([first, last]), 1, 'refusals leave the group whole')
  })

  test('count towards the limit of their user', async ({ assert, cleanup }) => {
    const stage = await setUp(cleanup)
    const { beginning, ask, send, addReply, together, blockBegins } = stage
    const first = await send()
    await addReply(first, { state: 'written', count: limits.repliesPerMinute - 1 })
    const second: Send = { ...(await send()), user: first.user }
    await ask('UPDATE chat_sessions SET user_id = ? WHERE id = ?', [first.user.id, second.sessionId])
    const outcomes = await together(blockBegins, [
      () => beginSend(beginning, first),
      () => beginSend(beginning, second),
    ])
    assert.sameMembers(outcomes.map(describe), ['begun', 'too many'])
  })

  test('begin once when the answer to their commit is lost', async ({ assert, cleanup }) => {
    const { beginning, proxy, send, together, blockBegins, account, transactions } = await setUp(cleanup, {
      isProxied: true,
    })
    const sends = await Promise.all(Array.from({ length: 6 }, () => send()))
    const outcomes = await together(
      blockBegins,
      sends.map((one) => () => beginSend(beginning, one)),
      () => void proxy!.swallowAnswerTo('chat_begin_reply')
    )
    for (const outcome of outcomes) assert.equal(describe(outcome), 'begun')
    assert.equal(await transactions(sends), 1)
    for (const one of sends) assert.deepEqual(await account(one), { balance: 50, held: 3 })
  })
})

test.group('Replies that end together', () => {
  test('are charged, released and refused as each alone', async ({ assert, cleanup }) => {
    const { client, beginning, ask, send, together, blockEnds, endOf, account } = await setUp(cleanup)
    const [written, failed, expired, ended, sweptElsewhere, broken] = await Promise.all(
      Array.from({ length: 6 }, async () => {
        const one = await send()
        await beginSend(beginning, one)
        return one
      })
    )
    await ask('SELECT ledger_give_back(user_id, id) FROM replies WHERE id = ?', [expired!.replyId])
    await endReply(client, endOf(ended!))
    // The position of its message is taken.
    await ask(
      `INSERT INTO chat_messages (user_id, id, chat_session_id, position, content)
       SELECT user_id, gen_random_uuid(), chat_session_id, position, 'x'
       FROM replies WHERE id = ?`,
      [broken!.replyId]
    )
    const outcomes = await together(blockEnds, [
      () => endReply(client, endOf(written!)),
      () => endReply(client, { ...endOf(failed!), ...endingOf('timeout', { text: '' }) }),
      () => endReply(client, endOf(expired!)),
      () => endReply(client, endOf(ended!)),
      () => endReply(client, { ...endOf(sweptElsewhere!), owner: newId() }),
      () => endReply(client, endOf(broken!)),
    ])
    assert.deepEqual(
      outcomes.map((outcome) => (outcome.status === 'rejected' ? violatedConstraint(outcome.reason) : outcome.value)),
      [
        { message: (outcomes[0] as any).value.message },
        { message: null },
        { message: (outcomes[2] as any).value.message },
        null,
        null,
        'chat_messages_position_unique',
      ]
    )
    assert.deepInclude((outcomes[0] as any).value.message, { content: 'Hi.', rubyCost: 3, id: written!.messageId })
    assert.deepInclude((outcomes[2] as any).value.message, { content: 'Hi.', rubyCost: 0, id: expired!.messageId })
    const accounts = await Promise.all(
      [written, failed, expired, ended, sweptElsewhere, broken].map((one) => account(one!))
    )
    assert.deepEqual(accounts, [
      { balance: 47, held: 0 },
      { balance: 50, held: 0 },
      { balance: 50, held: 0 },
      { balance: 47, held: 0 },
      { balance: 50, held: 3 },
      { balance: 50, held: 3 },
    ])
  })

  test('are charged once when the answer to their commit is lost', async ({ assert, cleanup }) => {
    const { client, beginning, proxy, ask, send, together, blockEnds, endOf, account, transactions } = await setUp(
      cleanup,
      {
        isProxied: true,
      }
    )
    const sends = await Promise.all(Array.from({ length: 6 }, () => send()))
    for (const one of sends) await beginSend(beginning, one)
    const outcomes = await together(
      blockEnds,
      sends.map((one) => () => endReply(client, endOf(one))),
      () => void proxy!.swallowAnswerTo('chat_end_reply')
    )
    for (const outcome of outcomes) assert.isTrue(outcome.status === 'rejected' && isOutage(outcome.reason))
    assert.equal(await transactions(sends), 1)
    for (const one of sends) assert.isNull(await endReply(client, endOf(one), { isRetry: true }))
    for (const one of sends) assert.deepEqual(await account(one), { balance: 47, held: 0 })
    const messages = await ask('SELECT FROM chat_messages WHERE id = ANY (?::uuid[])', [
      sends.map(({ messageId }) => messageId),
    ])
    assert.lengthOf(messages, 6)
  })
})
