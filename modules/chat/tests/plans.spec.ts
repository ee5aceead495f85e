import app from '@adonisjs/core/services/app'
import { Database } from '@adonisjs/lucid/database'
import { test } from '@japa/runner'
import { systemTimers } from '#plugins/contract/timers'
import { newId } from '#modules/kernel/ids'
import { appOwner } from '#tests/support/app'
import { preparedPlans, type PreparedPlan } from '#tests/support/plans'
import { openSession } from '../replies/opening/open_session.ts'
import { endReply } from '../replies/run/end_reply.ts'
import { endingOf } from '../replies/run/endings.ts'
import { readReply } from '../replies/run/read_reply.ts'
import { rescueText } from '../replies/run/rescue_text.ts'
import { loadContext } from '../replies/begin/begin_context.ts'
import { beginNext, beginSend, type SendInput } from '../replies/begin/begin_statements.ts'

/** Inserts sessions, messages and replies of several users, with meaningless texts. */
const fill = async (sessions: number) => {
  const owner = await appOwner()
  await owner.rawQuery(`
    WITH sessions AS (
      INSERT INTO chat_sessions (user_id, character_id, next_position, messages_written)
      SELECT md5((n % 200)::text)::uuid, md5((n % 7)::text)::uuid, 9, 4 FROM generate_series(1, ${sessions}) n
      RETURNING id, user_id
    ), replies AS (
      INSERT INTO replies (id, chat_session_id, user_id, user_message_id, message_id, position, tier, cost, owner, state, ended_at, created_at)
      SELECT gen_random_uuid(), id, user_id, gen_random_uuid(), gen_random_uuid(), 2 * n, 'basic', 1, gen_random_uuid(), 'written', now(),
        now() - n * INTERVAL '1 hour'
      FROM sessions, generate_series(1, 4) n
    ), messages AS (
      INSERT INTO chat_messages (user_id, id, chat_session_id, position, content)
      SELECT user_id, gen_random_uuid(), id, n, repeat('word ', 50) FROM sessions, generate_series(1, 8) n
    ), accounts AS (
      INSERT INTO ruby_accounts (user_id) SELECT md5(n::text)::uuid FROM generate_series(0, 199) n ON CONFLICT DO NOTHING
    )
    INSERT INTO ruby_holds (id, user_id, amount, expires_at, state, settled_at)
    SELECT gen_random_uuid(), user_id, 1, now(), 'given_back', now() FROM sessions, generate_series(1, 4)`)
}

const analyse = async () => (await appOwner()).rawQuery('VACUUM ANALYZE')

/** Runs every statement of a reply twice. */
const runReplies = async () => {
  const db = await app.container.make(Database)
  const client = db.connection()
  const owner = await appOwner()
  const { rows } = await owner.rawQuery(`SELECT id FROM characters WHERE is_public AND NOT is_nsfw LIMIT 1`)
  const characterId: string = rows[0].id
  for (let round = 0; round < 2; round++) {
    const user = { id: newId(), isAdmin: false, limitlessEnabled: false }
    await owner.rawQuery(`SELECT ledger_open_account('${user.id}')`)
    await owner.rawQuery(`SELECT ledger_post('${user.id}', 50, 'admin_grant', 'A test', 'opening')`)
    const session = await openSession(client, user.id, characterId, 1)
    const [replyId, messageId, userMessageId, processId] = [newId(), newId(), newId(), newId()]
    const terms = { tier: 'basic', cost: 1, owner: processId }
    const send: SendInput = {
      user,
      characterId,
      sessionId: session.id,
      clientMessageId: newId(),
      historyCharacters: 8_000,
      isLimited: true,
      replyId,
      messageId,
      userMessageId,
      content: 'Hello',
      ...terms,
    }
    const beginning = { db: { connection: () => client } as never, timers: systemTimers }
    const begun = await beginSend(beginning, send)
    if (!begun.ok || !begun.value.begun) throw new Error(JSON.stringify(begun))
    const sent = await loadContext(client, { ...send, kind: 'reply' })
    const ending = {
      userId: user.id,
      ...endingOf('complete', { text: 'Hi.' }),
      owner: processId,
      characterId,
      description: 'A reply',
      firstTextMs: 1,
    } as const
    await endReply(client, { ...ending, replyId, kind: 'reply' })
    await readReply(client, user.id, replyId)
    const again = { replyId: newId(), messageId: newId(), userMessageId }
    const unchanged = { isNew: false, continues: null, speaker: null, talk: null }
    await beginNext(beginning, {
      ...again,
      ...terms,
      ...unchanged,
      kind: 'reply',
      userId: user.id,
      sessionId: session.id,
      nextPosition: sent.next_position!,
      content: send.content,
      clientMessageId: send.clientMessageId,
      knownReplyId: replyId,
    })
    await endReply(client, { ...ending, replyId: again.replyId, kind: 'reply' })
    const clientMessageId = newId()
    const context = await loadContext(client, {
      kind: 'reroll',
      user,
      characterId,
      sessionId: null,
      rewrittenId: again.messageId,
      clientMessageId,
      historyCharacters: 8_000,
      isLimited: true,
    })
    const rerollId = newId()
    await beginNext(beginning, {
      kind: 'reroll',
      replyId: rerollId,
      messageId: again.messageId,
      ...terms,
      ...unchanged,
      userId: user.id,
      sessionId: session.id,
      nextPosition: context.next_position!,
      userMessageId,
      content: null,
      clientMessageId,
      knownReplyId: null,
    })
    await endReply(client, { ...ending, replyId: rerollId, kind: 'reroll' })
    for (const kind of ['reply', 'reroll', 'continue'] as const)
      await rescueText(client, { ...ending, replyId: newId(), kind })
  }
  return preparedPlans(client)
}

/** Whether a table has many rows here. Indexes don't count, because a bitmap scan repeats the condition of its index. */
const isLarge = (table: string) =>
  /^(chat_|replies|reply_parts|rewrite_keys|ruby_)/.test(table) && !/_(pkey|unique)$/.test(table)

test.group('The plans of a reply', () => {
  test('are made once per connection, and never scan a table', async ({ assert }) => {
    const check = (plans: readonly PreparedPlan[]) => {
      const own = [
        'chat_begin_reply',
        'chat_begin_next_reply',
        'chat_load_context',
        'chat_end_reply',
        'chat_end_rewrite',
      ]
      assert.includeMembers(
        plans.map(({ name }) => name),
        own
      )
      for (const { name, customPlans, genericPlans, plan } of plans) {
        assert.equal(customPlans, 0, name)
        // Other statements of tests before may have run on this connection once.
        assert.isAtLeast(genericPlans, own.includes(name) ? 2 : 1, name)
        const tables = [...plan.matchAll(/(?:Scan on|Scan using \w+ on|Scan on) (\w+).*\n(.*)/g)]
        const scans = tables.filter(([scan, table]) => isLarge(table!) && !scan.includes('Cond:'))
        assert.deepEqual(
          scans.map(([scan]) => scan),
          [],
          `${name}\n${plan}`
        )
        // A full join without a condition puts lists into one result, and compares nothing.
        assert.notMatch(plan, /(Hash|Merge) (?!Full Join).*Join/, name)
      }
    }
    // Checks the plans without statistics, and with those of empty, small and full tables.
    check(await runReplies())
    for (const sessions of [0, 10, 2000]) {
      await fill(sessions)
      await analyse()
      check(await runReplies())
    }
  })
})
