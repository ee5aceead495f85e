import app from '@adonisjs/core/services/app'
import { Database } from '@adonisjs/lucid/database'
import { test } from '@japa/runner'
import { appOwner } from '#tests/support/app'
import { preparedPlans, type PreparedPlan } from '#tests/support/plans'
import { runReply } from './reply_statements.ts'

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
    ), alternates AS (
      INSERT INTO chat_message_alternates (user_id, id, message_id, position, content, ruby_cost, state, is_cut)
      SELECT user_id, gen_random_uuid(), gen_random_uuid(), n, 'word', 0, 'complete', false FROM sessions, generate_series(1, 4) n
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
  for (let round = 0; round < 2; round++) await runReply(client, await appOwner())
  return preparedPlans(client)
}

/** Whether a table has many rows here. Indexes don't count, because a bitmap scan repeats the condition of its index. */
const isLarge = (table: string) =>
  /^(chat_|replies|reply_parts|rewrite_keys|ruby_)/.test(table) && !/_(pkey|unique)$/.test(table)

/** The columns by which whole unique keys of private tables find rows, after the user. */
const readKeys = async () => {
  const { rows } = await (
    await appOwner()
  ).rawQuery(
    `SELECT indrelid::regclass::text AS table, array_agg(attname::text) AS columns FROM pg_index
     JOIN pg_attribute ON attrelid = indrelid AND attnum = indkey[1]
     WHERE indisunique AND indpred IS NULL AND indrelid::regclass::text IN (
       SELECT relname FROM pg_class JOIN pg_attribute ON attrelid = pg_class.oid AND attname = 'user_id'
     ) GROUP BY indrelid`
  )
  return new Map<string, string[]>(rows.map((row: { table: string; columns: string[] }) => [row.table, row.columns]))
}

/** Returns the nodes that read all rows of a user, and then compare a column of a key with a value. */
const findFilteredKeys = (plan: string, keys: ReadonlyMap<string, readonly string[]>) =>
  plan.split(/\n(?= *->)/).filter((node) => {
    const table = /Scan .*?on (\w+?)(?:_\d+)?\s/.exec(node)?.[1]
    const filter = /^ *Filter: (.*)$/m.exec(node)?.[1] ?? ''
    return keys.get(table ?? '')?.some((column) => new RegExp(`\\b${column} = `).test(filter))
  })

test.group('The plans of a reply', () => {
  test('are made once per connection, and find rows by whole keys', async ({ assert }) => {
    const keys = await readKeys()
    const check = (plans: readonly PreparedPlan[], isFull = false) => {
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
        // In a table of one page, all indexes cost the same. With the statistics of a larger one, plans are made anew.
        if (isFull && own.includes(name)) assert.deepEqual(findFilteredKeys(plan, keys), [], `${name}\n${plan}`)
        // A full join without a condition puts lists into one result, and compares nothing.
        assert.notMatch(plan, /(Hash|Merge) (?!Full Join).*Join/, name)
      }
    }
    // Checks the plans without statistics, and with those of empty, small and full tables.
    check(await runReplies())
    for (const sessions of [0, 10, 2000]) {
      await fill(sessions)
      await analyse()
      check(await runReplies(), sessions === 2000)
    }
  })
})
