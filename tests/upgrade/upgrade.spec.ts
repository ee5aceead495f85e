import { globSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { test } from '@japa/runner'
import type pg from 'pg'
import { readFrozen } from '#modules/kernel/conversion/convert'
import { Client, textOf } from '#tests/support/client'
import { connect, createDatabase } from '#tests/support/databases'
import { brokenAfterwards, messagesOf, send, startStage } from '#tests/support/stage'
import { longRun } from '#tests/support/long_run'
import { cli } from '#cli/tests/support'
import type { Recording } from './record.ts'

/** Creates the tables as that version's migrations did. */
const runMigrations = async (db: pg.Client, names: readonly string[]) => {
  const frozen = await readFrozen()
  for (const name of names)
    for (const statement of frozen.find((one) => one.name === name)!.statements) await db.query(statement)
}

const loadRows = async (db: pg.Client, { migrations, tables }: Recording) => {
  await db.query(`CREATE TABLE adonis_schema (id serial PRIMARY KEY, name varchar(255) NOT NULL, batch integer NOT NULL,
    migration_time timestamptz DEFAULT CURRENT_TIMESTAMP)`)
  await db.query('CREATE TABLE adonis_schema_versions (version integer PRIMARY KEY)')
  await runMigrations(db, migrations)
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

const findRow = (rows: unknown[] | undefined, values: Record<string, unknown>): any =>
  rows!.find((row: any) => Object.entries(values).every(([key, value]) => row[key] === value))

test.group('Upgrade', () => {
  for (const file of globSync('*.json.gz', { cwd: import.meta.dirname }))
    test(`of a database of version ${basename(file, '.json.gz')} keeps accounts, rubies, chats and pictures`, async ({
      assert,
      cleanup,
    }) => {
      const recording: Recording = JSON.parse(gunzipSync(readFileSync(join(import.meta.dirname, file))).toString())
      const { users, characters, ruby_accounts: accounts, chat_messages: messages } = recording.tables
      const databaseUrl = await createDatabase()
      const db = await connect(databaseUrl)
      cleanup(() => db.end())
      await loadRows(db, recording)

      const stage = await startStage({ databaseUrl })
      cleanup(() => stage.close())
      const { rows: counted } = await db.query('SELECT count(*)::int AS count FROM characters')
      assert.equal(counted[0].count, characters!.length, 'The built-in characters were added again.')

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
      assert.lengthOf(chats, recording.tables['chat_sessions']!.length)
      for (const { id, characterId } of chats) {
        const shown = await messagesOf({ client: robin, characterId, sessionId: id })
        for (const { id: messageId, content } of shown)
          assert.equal(content, findRow(messages, { id: messageId }).content)
      }
      const chat = { client: robin, characterId: chats[0].characterId, sessionId: chats[0].id }
      assert.equal(textOf(await (await send(chat, 'Are you still there?')).ended), 'Hello there.')

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
      const withWenna = { client: robin, characterId: wenna.id, sessionId: earlier.id }
      assert.equal(textOf(await (await send(withWenna, 'Are you warm?')).ended), 'Hello there.')
      const { body: pinned } = await robin.get(`/api/chats/${wenna.id}?session=${earlier.id}`)
      assert.deepEqual(pinned.characterVersion, { number: 1, newest: 2, char: wenna.name })

      const { rows: versions } = await db.query(
        `SELECT (SELECT count(*) FROM characters WHERE version_number <> 1 AND created_by <> $1)::int AS others,
           (SELECT count(*) FROM chat_sessions WHERE character_version IS DISTINCT FROM 1)::int AS unpinned`,
        [builtIn.id]
      )
      assert.deepEqual(versions, [{ others: 0, unpinned: 0 }])
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
