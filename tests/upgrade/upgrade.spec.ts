import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import type { Assert } from '@japa/assert'
import { test } from '@japa/runner'
import type { TestContext } from '@japa/runner/core'
import type pg from 'pg'
import { runPending } from '#modules/kernel/as_owner'
import { readFrozen } from '#modules/kernel/conversion/convert'
import { Client, textOf } from '#tests/support/client'
import { connect, createDatabase } from '#tests/support/databases'
import { createMigratedDatabase } from '#tests/support/server'
import { brokenAfterwards, messagesOf, send, settled, startStage, type Chat, type Stage } from '#tests/support/stage'
import { speak } from '#tests/support/model_upstream'
import { longRun } from '#tests/support/long_run'
import { cli } from '#cli/tests/support'
import { asOwnerOf } from './as_owner_of.ts'
import type { Recording } from './record.ts'

/** The recordings, oldest first. Those before 0.1.0 are converted. */
const recordings = ['before-0.1.0', 'last-before-0.1.0', '0.1.0']
const isConverted = (name: string) => name.includes('before')

/** Creates the tables as that version's migrations did. The earliest ones are kept as SQL. */
const runMigrations = async (databaseUrl: string, db: pg.Client, names: readonly string[]) => {
  const frozen = await readFrozen()
  await asOwnerOf(databaseUrl, async ({ client }) => {
    for (const name of names) {
      const sql = frozen.find((one) => one.name === name)
      for (const statement of sql?.statements ?? []) await db.query(statement)
      if (sql) continue
      const { default: Migration } = await import(`../../${name}.ts`)
      await new Migration(client, name, false).execUp()
    }
  })
}

const loadRows = async (databaseUrl: string, db: pg.Client, { migrations, tables }: Recording) => {
  await db.query(`CREATE TABLE adonis_schema (id serial PRIMARY KEY, name varchar(255) NOT NULL, batch integer NOT NULL,
    migration_time timestamptz DEFAULT CURRENT_TIMESTAMP)`)
  await db.query('CREATE TABLE adonis_schema_versions (version integer PRIMARY KEY)')
  await runMigrations(databaseUrl, db, migrations)
  // Disables foreign keys and triggers, because these rows have passed them.
  await db.query('SET session_replication_role = replica')
  // Truncates all tables at once, because a cascade would empty tables that have their rows already.
  await db.query(`TRUNCATE ${Object.keys(tables).join(', ')} CASCADE`)
  for (const [table, rows] of Object.entries(tables)) {
    const { rows: columns } = await db.query(
      `SELECT string_agg(quote_ident(attname), ', ') AS names FROM pg_attribute
       WHERE attrelid = $1::regclass AND attnum > 0 AND NOT attisdropped AND attgenerated = ''`,
      [table]
    )
    const { names } = columns[0]
    await db.query(
      `INSERT INTO ${table} (${names}) OVERRIDING SYSTEM VALUE
       SELECT ${names} FROM json_populate_recordset(NULL::${table}, $1)`,
      [JSON.stringify(rows)]
    )
  }
  await db.query(`SELECT setval('adonis_schema_id_seq', (SELECT max(id) FROM adonis_schema))`)
  await db.query('RESET session_replication_role')
}

const readRecording = (name: string): Recording =>
  JSON.parse(gunzipSync(readFileSync(join(import.meta.dirname, `${name}.json.gz`))).toString())

/** Creates a database with the rows of a recording. */
const load = async (recording: Recording, cleanup: TestContext['cleanup']) => {
  const databaseUrl = await createDatabase()
  const db = await connect(databaseUrl)
  cleanup(() => db.end())
  await loadRows(databaseUrl, db, recording)
  return { databaseUrl, db }
}

/** Describes all objects of the schema `public`. */
const shapeOf = async (db: pg.Client): Promise<string[]> => {
  const { rows } = await db.query(`
    SELECT c.relname || ' ' || c.relkind::text || ' ' || coalesce(c.reloptions::text, '') AS line
    FROM pg_class c WHERE relnamespace = 'public'::regnamespace
    UNION ALL
    SELECT attrelid::regclass::text || '.' || attname || ' ' || format_type(atttypid, atttypmod) || ' ' || attnotnull::text || attidentity::text || attgenerated::text
      || attstorage::text || coalesce(pg_get_expr(adbin, adrelid), '')
    FROM pg_attribute JOIN pg_class c ON c.oid = attrelid LEFT JOIN pg_attrdef ON adrelid = attrelid AND adnum = attnum
    WHERE c.relnamespace = 'public'::regnamespace AND attnum > 0 AND NOT attisdropped
    UNION ALL SELECT indexdef FROM pg_indexes WHERE schemaname = 'public'
    UNION ALL
    SELECT conrelid::regclass::text || contypid::regtype::text || conname || pg_get_constraintdef(oid) || convalidated::text
    FROM pg_constraint WHERE connamespace = 'public'::regnamespace
    UNION ALL
    SELECT pg_get_functiondef(p.oid) FROM pg_proc p LEFT JOIN pg_depend d ON d.objid = p.oid AND d.deptype = 'e'
    WHERE pronamespace = 'public'::regnamespace AND d.objid IS NULL
    UNION ALL SELECT pg_get_triggerdef(oid) || tgenabled::text FROM pg_trigger WHERE NOT tgisinternal
    UNION ALL SELECT pg_get_statisticsobjdef(oid) FROM pg_statistic_ext
    UNION ALL SELECT typname || typtype::text FROM pg_type WHERE typnamespace = 'public'::regnamespace
    UNION ALL SELECT extname || extnamespace::regnamespace::text FROM pg_extension
    UNION ALL SELECT nspname FROM pg_namespace WHERE nspname LIKE 'facet%'
    UNION ALL SELECT name FROM adonis_schema
    ORDER BY 1`)
  return rows.map(({ line }) => line)
}

/** The private rows that only count, by table. */
const countRows = async (db: pg.Client, tables: readonly string[]): Promise<Record<string, number>> => {
  const counts: Record<string, number> = {}
  for (const table of tables) {
    const { rows } = await db.query(`SELECT count(*)::int AS count FROM ${table}`)
    counts[table] = rows[0].count
  }
  return counts
}

const findRow = (rows: unknown[] | undefined, values: Record<string, unknown>): any =>
  rows!.find((row: any) => Object.entries(values).every(([key, value]) => row[key] === value))

interface Kept {
  db: pg.Client
  client: Client
  chats: any[]
  characters: unknown[] | undefined
  users: unknown[] | undefined
}

const keepsVersions = async (assert: Assert, { db, client, chats, characters, users }: Kept) => {
  // The new greetings of built-in characters make one new version. Chats keep the earlier version.
  const builtIn = findRow(users, { email: 'characters@built-in.invalid' })
  const { rows: eight } = await db.query(
    `SELECT version_number, cardinality(alternate_greetings) AS greetings
     FROM characters JOIN character_parts ON character_id = characters.id WHERE created_by = $1`,
    [builtIn.id]
  )
  assert.lengthOf(eight, 8)
  for (const { version_number, greetings } of eight) assert.deepEqual([version_number, greetings], [2, 2])
  const wenna = findRow(characters, { name: 'Wenna Thorncroft' })
  const earlier = chats.find(({ characterId }: any) => characterId === wenna.id)
  const withWenna = { client: client, characterId: wenna.id, sessionId: earlier.id }
  assert.equal(textOf(await (await send(withWenna, 'Are you warm?')).ended), 'Hello there.')
  const { body: pinned } = await client.get(`/api/chats/${wenna.id}?session=${earlier.id}`)
  assert.deepEqual(pinned.characterVersion, { number: 1, newest: 2, char: wenna.name })

  const { rows: versions } = await db.query(
    `SELECT (SELECT count(*) FROM characters WHERE version_number <> 1 AND created_by <> $1)::int AS others,
       (SELECT count(*) FROM chat_sessions WHERE character_version IS DISTINCT FROM 1)::int AS unpinned`,
    [builtIn.id]
  )
  assert.deepEqual(versions, [{ others: 0, unpinned: 0 }])
}

/** Lee's rows, as \`record.ts\` made them. */
const keepsPrivateRows = async (
  assert: Assert,
  { db, stage, client }: { db: pg.Client; stage: Stage; client: Client }
) => {
  const { body: chats } = await client.get('/api/chats')
  const find = (title: string) => chats.find((chat: any) => chat.title === title)
  const crew = find('Crew')
  const { body: group } = await client.get(`/api/group-chats/${crew.id}`)
  assert.deepInclude(
    group.messages.find(({ isUser }: any) => isUser),
    { content: 'All hands!' }
  )
  const atSea = chats.filter((chat: any) => chat.title?.startsWith('At sea'))
  assert.lengthOf(atSea, 2)
  const { rows } = await db.query(
    `SELECT chat_session_id AS id FROM chat_settings WHERE note IS NOT NULL AND summary_text IS NOT NULL ORDER BY 1 LIMIT 1`
  )
  const { id } = rows[0]
  const { characterId } = chats.find((chat: any) => chat.id === id)
  const { body: settings } = await client.get(`/api/chats/${id}/settings`)
  assert.equal(settings.note.text, 'It rains.')
  const { body: personas } = await client.get('/api/personas')
  assert.equal(personas.find((persona: any) => persona.id === settings.personaId)?.name, 'Captain')
  assert.equal((await client.get(`/api/chats/${id}/summary`)).body.current.text, 'They met at the tide.')
  const { body: opened } = await client.get(`/api/chats/${characterId}?session=${id}`)
  assert.include(
    opened.messages.map(({ content }: any) => content),
    'Aye, captain, it is.'
  )
  // The reply that was being written ends, with its text.
  await settled(db)
  const chat: Chat = { client, characterId, sessionId: id, kind: 'reply', messageId: null }
  const broken = (await messagesOf(chat)).at(-1)!
  assert.match(broken.content, /^on and/)
  stage.upstream.answer = speak(['Aye.'])
  assert.equal(textOf(await (await send(chat, 'Is the tide high?')).ended), 'Aye.')
  const prompt = JSON.stringify(stage.upstream.calls.at(-1)!.body)
  for (const part of ['Sails.', 'The tide is high.', 'It rains.']) assert.include(prompt, part)
  assert.lengthOf((await client.get('/api/lorebooks')).body, 1)
}

test.group('A migration', () => {
  for (const name of recordings)
    test(`of the recording ${name} gives the tables of a new database, with all rows`, async ({ assert, cleanup }) => {
      const recording = readRecording(name)
      const { databaseUrl, db } = await load(recording, cleanup)
      const { code, err } = await cli(['migrate', ...(isConverted(name) ? ['--i-have-a-backup'] : [])], { databaseUrl })
      assert.equal(code, 0, err)
      if (isConverted(name)) assert.match(err, /copied \d+ of \d+ users[^]*checking the copy[^]*exchanging the tables/)
      else assert.notMatch(err, /copied/)

      const fresh = await connect(await createMigratedDatabase())
      cleanup(() => fresh.end())
      assert.deepEqual(await shapeOf(db), await shapeOf(fresh))
      // The earlier migrations that a database lacks count its tags anew.
      const changed = name === 'before-0.1.0' ? ['character_tag_increments'] : []
      const tables = Object.keys(recording.tables).filter(
        (table) => !table.startsWith('adonis_schema') && !changed.includes(table)
      )
      assert.deepEqual(
        await countRows(db, tables),
        Object.fromEntries(tables.map((table) => [table, recording.tables[table]!.length]))
      )
      const { rows } = await db.query(
        `SELECT count(*)::int AS wrong FROM chat_messages m JOIN chat_sessions s ON s.id = m.chat_session_id
         WHERE m.user_id <> s.user_id OR m.author_id <> s.user_id`
      )
      assert.equal(rows[0].wrong, 0)
      assert.equal((await cli(['verify-ledger'], { databaseUrl })).code, 0)
    })
})

test.group('A conversion', () => {
  test('refuses to start without a backup, and changes nothing', async ({ assert, cleanup }) => {
    const { databaseUrl, db } = await load(readRecording('last-before-0.1.0'), cleanup)
    const before = await shapeOf(db)
    for (const args of [['migrate'], ['verify-ledger']]) {
      const { code, err } = await cli(args, { databaseUrl })
      assert.equal(code, 1)
      assert.match(err, /Stop all Facet processes, make a backup, then run: npm run cli -- migrate --i-have-a-backup/)
    }
    assert.deepEqual(await shapeOf(db), before)
  })

  test('copies 100,000 messages of 500 users in batches', async ({ assert, cleanup }) => {
    const { databaseUrl, db } = await load(readRecording('last-before-0.1.0'), cleanup)
    await db.query(`
      WITH made AS (
        INSERT INTO users (email) SELECT number || '@many.example.test' FROM generate_series(1, 500) number RETURNING id
      ), opened AS (
        INSERT INTO chat_sessions (user_id, character_id, next_position, messages_written)
        SELECT made.id, uuidv7(), 201, 100 FROM made RETURNING id, user_id
      )
      INSERT INTO chat_messages (id, chat_session_id, position, user_id, content)
      SELECT uuidv7(), id, position, CASE WHEN position % 2 = 1 THEN user_id END, 'Message ' || position
      FROM opened, generate_series(1, 200) position`)
    const sum = `SELECT count(*)::int AS count, count(author)::int AS by_users, md5(string_agg(id || coalesce(author::text, '') || content, '' ORDER BY id))
      FROM (SELECT id, %s AS author, content FROM chat_messages) messages`
    const { rows: before } = await db.query(sum.replace('%s', 'user_id'))
    const { code, err } = await cli(['migrate', '--i-have-a-backup'], { databaseUrl })
    assert.equal(code, 0, err)
    assert.lengthOf(err.match(/copied \d+ of 505 users/g) ?? [], 3)
    const { rows: after } = await db.query(sum.replace('%s', 'author_id'))
    assert.isAbove(after[0].count, 100_000)
    assert.deepEqual(after, before)
  }).tags(longRun)
})

test.group('Partitioning', () => {
  test('splits the private tables like new ones, with all rows, and those of later migrations', async ({
    assert,
    cleanup,
  }) => {
    const recording = readRecording('last-before-0.1.0')
    const { databaseUrl, db } = await load(recording, cleanup)
    const converted = await cli(['migrate', '--i-have-a-backup'], { databaseUrl })
    assert.equal(converted.code, 0, converted.err)
    const partition = (parts: string) => cli(['partition', '--parts', parts, '--i-have-a-backup'], { databaseUrl })
    assert.equal((await partition('65')).code, 2)
    const { code, out, err } = await partition('4')
    assert.equal(code, 0, err)
    assert.match(out, /have 4 partitions\. It took \d+ s\./)

    const freshUrl = await createDatabase()
    await cli(['migrate'], { databaseUrl: freshUrl, env: { TEST_PARTITIONS: '4' } })
    const fresh = await connect(freshUrl)
    cleanup(() => fresh.end())
    assert.deepEqual(await shapeOf(db), await shapeOf(fresh))
    const tables = Object.keys(recording.tables).filter((table) => !table.startsWith('adonis_schema'))
    assert.deepEqual(
      await countRows(db, tables),
      Object.fromEntries(tables.map((table) => [table, recording.tables[table]!.length]))
    )
    assert.equal((await cli(['verify-ledger'], { databaseUrl })).code, 0)
    assert.match((await partition('8')).err, /partitioned already/)

    await asOwnerOf(databaseUrl, runPending, 'tests/upgrade/later_migrations')
    assert.includeMembers(
      (await shapeOf(db)).filter((line) => line.includes('later_notes')),
      [0, 1, 2, 3].flatMap((number) => [`later_notes_${number} r `, `later_notes_pkey_${number} i `])
    )
  })
})

test.group('Upgrade', () => {
  for (const name of recordings)
    test(`of the recording ${name} keeps accounts, rubies, chats and pictures`, async ({ assert, cleanup }) => {
      const recording = readRecording(name)
      const { users, characters, ruby_accounts: accounts, chat_messages: messages } = recording.tables
      const { databaseUrl, db } = await load(recording, cleanup)

      const stage = await startStage({ databaseUrl, env: isConverted(name) ? { FACET_HAS_BACKUP: 'on' } : {} })
      cleanup(() => stage.close())
      const { rows: counted } = await db.query('SELECT count(*)::int AS count FROM characters')
      assert.equal(counted[0].count, characters!.length, 'The built-in characters were added again.')

      const { rows: bought } = await db.query(
        `SELECT a.bought::int, least(a.balance, coalesce(sum(o.rubies - o.taken_back), 0))::int AS expected
         FROM ruby_accounts a LEFT JOIN ruby_orders o ON o.user_id = a.user_id AND o.paid_at IS NOT NULL GROUP BY a.user_id`
      )
      for (const row of bought) assert.equal(row.bought, row.expected)
      assert.isAbove(Math.max(...bought.map((row) => row.bought)), 0)

      const signIn = async (email: string) => {
        const client = new Client(stage.server.url)
        const headers = { accept: 'application/json' }
        const answer = await client.call('/api/login', {
          method: 'POST',
          body: { email, password: 'correct horse' },
          headers,
        })
        client.user = answer.body
        return { client, status: answer.status }
      }
      const { client: robin } = await signIn('robin@example.test')
      const row = findRow(users, { email: 'robin@example.test' })
      assert.equal(robin.user.id, row.id)
      const account = findRow(accounts, { user_id: row.id })
      assert.equal(robin.user.rubies, account.balance - account.held)
      assert.equal((await signIn('sam@example.test')).status, 401)

      const { body: chats } = await robin.get('/api/chats')
      assert.lengthOf(
        chats,
        recording.tables['chat_sessions']!.filter((session: any) => session.user_id === row.id).length
      )
      for (const { id, characterId } of chats) {
        const shown = await messagesOf({ client: robin, characterId, sessionId: id })
        for (const { id: messageId, content } of shown)
          assert.equal(content, findRow(messages, { id: messageId }).content)
      }
      const chat = { client: robin, characterId: chats[0].characterId, sessionId: chats[0].id }
      assert.equal(textOf(await (await send(chat, 'Are you still there?')).ended), 'Hello there.')

      if (name === 'before-0.1.0') await keepsVersions(assert, { db, client: robin, chats, characters, users })
      else await keepsPrivateRows(assert, { db, stage, client: (await signIn('lee@example.test')).client })
      const { client: kim } = await signIn('kim@example.test')
      const own = findRow(characters, { name: 'Mo', created_by: kim.user.id })
      const old = chats.find(({ characterId }: any) => characterId === own.id)
      assert.equal((await kim.put(`/api/characters/${own.id}`, { backstory: 'Was born inland.' })).status, 200)
      await (
        await send({ client: robin, characterId: own.id, sessionId: old.id }, 'Where were you born?')
      ).ended
      const prompt = JSON.stringify(stage.upstream.calls.at(-1)!.body)
      assert.include(prompt, own.backstory)
      assert.notInclude(prompt, 'inland')
      const { body: opened } = await robin.get(`/api/chats/${own.id}?session=${old.id}`)
      assert.deepEqual(opened.characterVersion, { number: 1, newest: 2, char: 'Mo' })
      const { body: kept } = await kim.get(`/api/characters/${own.id}/versions/1`)
      assert.equal(kept.texts.backstory, own.backstory)

      const { rows: shown } = await db.query('SELECT avatar, background FROM characters')
      const addresses = shown.flatMap(({ avatar, background }) => [avatar, background])
      for (const address of new Set<string>(addresses.filter((one) => one?.startsWith('/'))))
        assert.equal((await robin.get(address)).status, 200, address)

      assert.deepEqual(await brokenAfterwards(db), [])
      const verified = await cli(['verify-ledger', '--json'], { databaseUrl })
      assert.equal(verified.code, 0, JSON.stringify(verified))
    }).tags(longRun)
})
