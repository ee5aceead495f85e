import app from '@adonisjs/core/services/app'
import { Database } from '@adonisjs/lucid/database'
import pg from 'pg'
import { test } from '@japa/runner'
import { readDistribution, recordDistribution } from '#modules/kernel/distribution'
import { newId, nilUuid } from '#modules/kernel/ids'
import { queryUnprepared } from '#modules/kernel/sql'
import { systemTimers } from '#plugins/contract/timers'
import { appOwner } from '#tests/support/app'
import { Allowance } from '../replies/allowance.ts'
import { beginSend, type SendInput } from '../replies/begin/begin_statements.ts'
import { KeepPrompts, type SentPrompt } from '../replies/kept/keep_prompts.ts'
import { PartWriter } from '../replies/recover/part_writer.ts'
import { sweepReplies } from '../replies/recover/sweep_replies.ts'
import { endReply } from '../replies/run/end_reply.ts'
import { endingOf } from '../replies/run/endings.ts'
import type { ReplyContext } from '../replies/run/reply_context.ts'
import { beginInTables, startProcess } from './support.ts'

type Cleanup = (work: () => Promise<void>) => void

/** The `distribute` command records this. Citus itself isn't needed to see which statements are sent. */
const recordFor = async (client: Parameters<typeof readDistribution>[0]) => {
  const owner = await appOwner()
  await owner.rawQuery(recordDistribution)
  try {
    await readDistribution(client)
  } finally {
    await owner.rawQuery('COMMENT ON TABLE adonis_schema IS NULL')
  }
}

/** Records the statements of this process that write. `mostUsers` returns how many of these users one of them names, or its answer. */
const recordWrites = (cleanup: Cleanup) => {
  const { query } = pg.Client.prototype
  const writes: { named: string }[] = []
  pg.Client.prototype.query = function (this: pg.Client, ...args: any[]) {
    const [given, values] = args
    const write = { named: JSON.stringify(given.values ?? (Array.isArray(values) ? values : [])) }
    if (/\b(?:INSERT INTO|UPDATE|DELETE FROM)\b/.test(given.text ?? given)) writes.push(write)
    const answer = (query as (...of: unknown[]) => unknown).apply(this, args)
    if (answer instanceof Promise)
      answer.then(
        ({ rows }) => (write.named += JSON.stringify(rows)),
        () => {}
      )
    return answer
  } as typeof query
  cleanup(async () => void (pg.Client.prototype.query = query))
  return {
    mostUsers: (userIds: readonly string[]) =>
      Math.max(...writes.map(({ named }) => userIds.filter((id) => named.includes(id)).length)),
  }
}

/** Opens a pool and a process on this suite's database, which counts as distributed or not. */
const setUp = async (cleanup: Cleanup, isDistributed: boolean) => {
  const lucid = await app.container.make(Database)
  const { config } = lucid.manager.get(lucid.primaryConnectionName)!
  const name = `distributed_${newId()}`
  lucid.manager.add(name, config)
  const client = lucid.connection(name)
  cleanup(() => lucid.manager.close(name, true))
  if (isDistributed) await recordFor(client)
  const db = {
    connection: () => client,
    rawQuery: client.rawQuery.bind(client),
    transaction: client.transaction.bind(client),
  } as unknown as Database
  const { context: own, open } = await startProcess(cleanup)
  const context: ReplyContext = { ...own, db }
  const owner = await appOwner()
  const ask = (sql: string, ...values: unknown[]) => queryUnprepared<any>(owner, sql, values)
  return { client, db, context, open, ask, ...recordWrites(cleanup) }
}

const five = <Value>(make: () => Value): Value[] => Array.from({ length: 5 }, make)

type Stage = Awaited<ReturnType<typeof setUp>>

/** Prepares a send of a user with 50 rubies, in a chat that has begun. */
const prepareSend = async ({ ask }: Stage): Promise<SendInput> => {
  const [userId, sessionId] = [newId(), newId()]
  const [character] = await ask('SELECT id FROM characters WHERE is_public AND NOT is_nsfw LIMIT 1')
  await ask('SELECT ledger_open_account($1)', userId)
  await ask(`SELECT ledger_post($1, 50, 'admin_grant', 'A test', 'opening')`, userId)
  await ask(
    'INSERT INTO chat_sessions (id, user_id, character_id, messages_written) VALUES ($1, $2, $3, 1)',
    sessionId,
    userId,
    character.id
  )
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

/** Works for five users at once. Each returns their ids, and may check what was stored. */
const works: Record<string, (stage: Stage) => Promise<{ userIds: string[]; stored: unknown; expected: unknown }>> = {
  'begins and ends of replies': async (stage) => {
    const { client, db, ask } = stage
    const sends = await Promise.all(five(() => prepareSend(stage)))
    await Promise.all(sends.map((send) => beginSend({ db, timers: systemTimers }, send)))
    await Promise.all(
      sends.map(({ user, replyId, owner, characterId }) =>
        endReply(client, {
          userId: user.id,
          replyId,
          kind: 'reply',
          owner,
          characterId,
          description: 'A reply',
          firstTextMs: 1,
          ...endingOf('complete', { text: 'Hi.' }),
        })
      )
    )
    const userIds = sends.map(({ user }) => user.id)
    const accounts = await ask('SELECT balance::int, held::int FROM ruby_accounts WHERE user_id = ANY ($1)', userIds)
    return { userIds, stored: accounts, expected: five(() => ({ balance: 47, held: 0 })) }
  },

  'saved texts of running replies': async ({ context, open, ask }) => {
    const replies = five(() => open())
    const parts = new PartWriter(context)
    await parts.save('all')
    for (const word of ['Once ', 'upon ', 'a time']) {
      for (const live of replies) live.append(word)
      await (word === 'upon ' ? parts.saveTails() : parts.save('all'))
    }
    const texts = await ask(
      `SELECT string_agg(text, '' ORDER BY seq) AS text FROM reply_parts WHERE reply_id = ANY ($1) GROUP BY reply_id`,
      replies.map(({ identity }) => identity.id)
    )
    const tails = await ask('SELECT FROM reply_tails WHERE owner = $1', context.owner)
    return {
      userIds: replies.map(({ identity }) => identity.userId),
      stored: { texts, tails },
      expected: { texts: five(() => ({ text: 'Once upon a time' })), tails: [] },
    }
  },

  'replies of processes that are gone': async ({ context, ask }) => {
    const replies = await Promise.all(five(() => beginInTables()))
    for (const { userId, replyId, owner } of replies) {
      await ask(`INSERT INTO reply_parts (user_id, reply_id, seq, text) VALUES ($1, $2, 0, 'Once')`, userId, replyId)
      await ask(`INSERT INTO reply_owners (id, instance, lease_until) VALUES ($1, 'gone', '-infinity')`, owner)
    }
    await sweepReplies(context)
    const messages = await ask(
      'SELECT content, state FROM chat_messages WHERE id = ANY ($1)',
      replies.map(({ messageId }) => messageId)
    )
    return {
      userIds: replies.map(({ userId }) => userId),
      stored: messages,
      expected: five(() => ({ content: 'Once', state: 'broken_off' })),
    }
  },

  'kept prompts': async ({ db, ask }) => {
    const replies = await Promise.all(five(() => beginInTables()))
    const prompts = new KeepPrompts(db, { warn() {} } as never, systemTimers)
    const sent = {
      plan: { names: { others: [] }, parts: [], kept: [], cut: [], tokens: 0 },
      write: () => ({ messages: [] }),
      outputTokens: 1,
      sampling: {},
      lore: [],
      failedScripts: [],
    } as unknown as SentPrompt
    for (const { userId, replyId } of replies) {
      const [{ id }] = await ask('SELECT id FROM chat_messages WHERE user_id = $1', userId)
      const ids = { userId, replyId, sessionId: newId(), messageId: id, answerId: newId() }
      const prompt = prompts.forReply({ ...ids, tier: 'basic' })
      prompt.sent(sent)
      prompt.keep(null, { name: 'Basic', id: 'basic' })
    }
    await prompts.flush()
    const userIds = replies.map(({ userId }) => userId)
    const kept = await ask('SELECT count(*)::int AS count FROM kept_prompts WHERE user_id = ANY ($1)', userIds)
    return { userIds, stored: kept, expected: [{ count: 5 }] }
  },
}

test.group('In a distributed database', () => {
  for (const [what, work] of Object.entries(works))
    test(`${what} are written in statements of one user each`, async ({ assert, cleanup }) => {
      const stage = await setUp(cleanup, true)
      const { userIds, stored, expected } = await work(stage)
      assert.deepEqual(stored, expected)
      assert.equal(stage.mostUsers(userIds), 1)
    })

  test('the limits of free calls are counted in statements of one user each', async ({ assert, cleanup }) => {
    const { db, ask, mostUsers } = await setUp(cleanup, true)
    await ask('DELETE FROM chat_allowances')
    const limits = { calls: 1_000, tokens: 1_000_000 }
    const allowance = new Allowance(db, { warn() {} } as never, { enabled: true } as never, limits)
    const provider = {
      async *streamReply() {
        yield { type: 'finish', reason: 'stop', usage: { inputTokens: 5, outputTokens: 2 } }
      },
    }
    const userId = newId()
    const request = { system: '', messages: [], outputTokensMax: 10 }
    const signal = new AbortController().signal
    await Array.fromAsync(allowance.stream('summary', { userId, provider, request, signal } as never))
    const counted = await ask('SELECT calls, tokens::int FROM chat_allowances')
    assert.deepEqual(counted, [
      { calls: 1, tokens: 7 },
      { calls: 1, tokens: 7 },
    ])
    assert.equal(mostUsers([userId, nilUuid]), 1)
  })
})

test.group('In a database on one server', () => {
  for (const [what, work] of Object.entries(works))
    test(`${what} share statements`, async ({ assert, cleanup }) => {
      const stage = await setUp(cleanup, false)
      const { userIds, stored, expected } = await work(stage)
      assert.deepEqual(stored, expected)
      assert.equal(stage.mostUsers(userIds), 5)
    })
})
