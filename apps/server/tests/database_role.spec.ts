import { once } from 'node:events'
import { randomUUID } from 'node:crypto'
import { test } from '@japa/runner'
import type pg from 'pg'
import { cli } from '#cli/tests/support'
import { Client } from '#tests/support/client'
import { asServer, connect, createDatabase, databaseEnv } from '#tests/support/databases'
import { beginServer, createMigratedDatabase, sharedServer, startServer } from '#tests/support/server'
import { stillRunAsOwner } from '#modules/kernel/server_role'
import { longRun } from '#tests/support/long_run'

const insufficientPrivilege = '42501'

/** Runs a statement in a rolled-back transaction and returns its error code, or null. */
const refusalOf = async (db: pg.Client, sql: string): Promise<string | null> => {
  await db.query('BEGIN')
  try {
    await db.query(sql)
    return null
  } catch (error) {
    return (error as { code: string }).code
  } finally {
    await db.query('ROLLBACK')
  }
}

test.group("The server's role in the database", () => {
  const appendOnly = ['ruby_transactions', 'ruby_debts', 'ruby_closings']
  const kept = [...appendOnly, 'ruby_accounts', 'ruby_orders', 'ruby_disputes', 'admin_acts']
  /** Functions write them. */
  const ledger = [...appendOnly, 'ruby_accounts', 'ruby_holds']
  const refused = [
    ...[...ledger, 'share_accruals', 'share_accounts'].flatMap((table) => [
      `UPDATE ${table} SET user_id = user_id`,
      `INSERT INTO ${table} (user_id) VALUES (uuidv7())`,
      `SELECT FROM ${table} FOR UPDATE`,
    ]),
    // Helpers of the other functions don't run as the owner.
    'SELECT ledger_release(uuidv7(), 5)',
    'SELECT ledger_note_payment(uuidv7(), 5, 1, 5, 0)',
    'SELECT ledger_return_shares(uuidv7(), 5)',
    'ALTER FUNCTION ledger_take RESET ALL',
    ...kept.flatMap((table) => [
      `DELETE FROM ${table}`,
      `TRUNCATE ${table}`,
      `DROP TABLE ${table}`,
      `DROP TRIGGER ${table}_append_only ON ${table}`,
      `ALTER TABLE ${table} DISABLE TRIGGER ${table}_append_only`,
      `ALTER TABLE ${table} OWNER TO current_user`,
      `CREATE TRIGGER mine BEFORE INSERT ON ${table} FOR EACH STATEMENT EXECUTE FUNCTION ledger_refuse_rewriting()`,
    ]),
    'CREATE TABLE mine (n int)',
    'CREATE FUNCTION mine() RETURNS int LANGUAGE sql AS $$ select 1 $$',
    'CREATE OR REPLACE FUNCTION ledger_refuse_rewriting() RETURNS trigger LANGUAGE plpgsql AS $$ begin return null; end $$',
    'DROP FUNCTION ledger_take',
    'UPDATE adonis_schema SET name = name',
    'DELETE FROM adonis_schema_versions',
    'SET session_replication_role = replica',
  ]
  for (const sql of refused)
    test(`cannot run: ${sql}`, async ({ assert }) => {
      const db = await connect(asServer((await sharedServer()).databaseUrl))
      try {
        assert.equal(await refusalOf(db, sql), insufficientPrivilege)
      } finally {
        await db.end()
      }
    })

  test('runs a function as its owner after a migration has replaced it', async ({ assert }) => {
    const db = await connect((await sharedServer()).databaseUrl)
    const isDefiner = async () =>
      (await db.query(`SELECT prosecdef, proconfig FROM pg_proc WHERE proname = 'ledger_open_account'`)).rows[0]
    try {
      const before = await isDefiner()
      assert.isTrue(before.prosecdef)
      await db.query('BEGIN')
      await db.query(
        'CREATE OR REPLACE FUNCTION ledger_open_account(p_user uuid) RETURNS void LANGUAGE sql AS $$ SELECT $$'
      )
      assert.isFalse((await isDefiner()).prosecdef)
      await db.query(stillRunAsOwner)
      assert.deepEqual(await isDefiner(), before)
    } finally {
      await db.query('ROLLBACK')
      await db.end()
    }
  })

  test('may use rows, sequences and functions, and nothing else', async ({ assert }) => {
    const db = await connect(asServer((await sharedServer()).databaseUrl))
    try {
      const { rows } = await db.query(
        `SELECT relname, array_agg(privilege_type::text ORDER BY privilege_type) AS privileges
         FROM pg_class, aclexplode(relacl) JOIN pg_roles ON pg_roles.oid = grantee AND rolname = current_user
         WHERE relnamespace = 'public'::regnamespace GROUP BY relname`
      )
      const byTable = new Map(rows.map(({ relname, privileges }) => [relname, privileges]))
      assert.deepEqual(byTable.get('users'), ['DELETE', 'INSERT', 'SELECT', 'UPDATE'])
      assert.deepEqual(byTable.get('adonis_schema'), ['SELECT'])
      assert.deepEqual(byTable.get('ruby_orders'), ['INSERT', 'SELECT', 'UPDATE'])
      assert.deepEqual(byTable.get('ruby_refund_reports'), ['INSERT', 'SELECT'])
      assert.deepEqual(byTable.get('character_versions'), ['DELETE', 'INSERT', 'SELECT'])
      for (const table of ledger) assert.deepEqual(byTable.get(table), ['SELECT'])
      assert.isNull(await refusalOf(db, `SELECT ledger_open_account('${randomUUID()}')`))
    } finally {
      await db.end()
    }
  })
})

test.group('Functions that run as the owner', () => {
  test('use the tables of the database, not temporary ones of the server', async ({ assert }) => {
    const userId = randomUUID()
    const db = await connect(asServer((await sharedServer()).databaseUrl))
    try {
      await db.query('BEGIN')
      await db.query(`CREATE TEMP TABLE ruby_accounts (user_id uuid PRIMARY KEY) ON COMMIT DROP`)
      await db.query('SELECT ledger_open_account($1)', [userId])
      assert.equal((await db.query('SELECT FROM pg_temp.ruby_accounts')).rowCount, 0)
      assert.equal((await db.query('SELECT FROM public.ruby_accounts WHERE user_id = $1', [userId])).rowCount, 1)
    } finally {
      await db.query('ROLLBACK')
      await db.end()
    }
  })
})

test.group('A server with a separate role', () => {
  test('migrates as the owner, then serves without that role', async ({ assert }) => {
    const databaseUrl = await createDatabase()
    const server = await startServer({ databaseUrl })
    assert.equal((await new Client(server.url).get('/api/characters')).status, 200)
    const db = await connect(databaseUrl)
    const owner = (await db.query('SELECT current_user AS name')).rows[0].name
    const { rows } = await db.query(
      'SELECT DISTINCT usename FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()'
    )
    assert.deepEqual(
      rows.map(({ usename }) => usename),
      [new URL(asServer(databaseUrl)).username]
    )
    const owners = await db.query(`SELECT DISTINCT tableowner FROM pg_tables WHERE schemaname = 'public'`)
    assert.deepEqual(owners.rows, [{ tableowner: owner }])
    await db.end()
    await server.stop()
  }).tags(longRun)

  test('changes no privilege when nothing has changed', async ({ assert }) => {
    const databaseUrl = await createMigratedDatabase()
    const db = await connect(databaseUrl)
    const written = async () =>
      (
        await db.query(
          `SELECT relname, xmin::text FROM pg_class WHERE relnamespace = 'public'::regnamespace ORDER BY 1`
        )
      ).rows
    const before = await written()
    const { code } = await cli(['migrate'], { databaseUrl })
    assert.equal(code, 0)
    assert.deepEqual(await written(), before)
    await db.end()
  }).tags(longRun)

  test('restores revoked privileges and revokes additional ones', async ({ assert }) => {
    const databaseUrl = await createMigratedDatabase()
    const { username } = new URL(asServer(databaseUrl))
    const db = await connect(databaseUrl)
    await db.query(
      `REVOKE SELECT ON users FROM ${username}; GRANT TRUNCATE, DELETE ON ruby_transactions TO ${username};
       ALTER FUNCTION ledger_open_account SECURITY INVOKER RESET ALL`
    )
    assert.equal((await cli(['migrate'], { databaseUrl })).code, 0)
    const own = await connect(asServer(databaseUrl))
    assert.isNull(await refusalOf(own, 'SELECT FROM users'))
    assert.equal(await refusalOf(own, 'DELETE FROM ruby_transactions'), insufficientPrivilege)
    assert.isNull(await refusalOf(own, `SELECT ledger_open_account('${randomUUID()}')`))
    await own.end()
    await db.end()
  }).tags(longRun)

  test('starts without DATABASE_OWNER_URL after the migrations', async ({ assert }) => {
    const databaseUrl = await createMigratedDatabase()
    const server = await startServer({ databaseUrl: asServer(databaseUrl) })
    assert.equal((await new Client(server.url).get('/api/characters')).status, 200)
    await server.stop()
  }).tags(longRun)

  const refusals: [string, () => Promise<Record<string, string>>, RegExp][] = [
    [
      'when tables are missing and DATABASE_OWNER_URL is not set',
      async () => ({ DATABASE_URL: asServer(await createDatabase()) }),
      /^The tables need migrating, and the role of DATABASE_URL can't change them. Run "npm run cli -- migrate"/,
    ],
    [
      'when the two addresses name different databases',
      async () => ({ DATABASE_URL: asServer(await createDatabase()), DATABASE_OWNER_URL: await createDatabase() }),
      /^DATABASE_OWNER_URL and DATABASE_URL name different databases/,
    ],
    [
      'when the owner cannot sign in',
      async () => {
        const address = new URL(await createMigratedDatabase())
        address.password = 'wrong'
        return { DATABASE_URL: asServer(address.href), DATABASE_OWNER_URL: address.href }
      },
      /^The owner can't connect to the database: .* Check DATABASE_OWNER_URL\.$/,
    ],
  ]
  for (const [title, env, says] of refusals)
    test(`exits with one line ${title}`, async ({ assert }) => {
      const server = await beginServer({ databaseUrl: 'postgres://127.0.0.1/none', env: await env() })
      const [code] = await once(server.process, 'close')
      assert.equal(code, 1)
      // The query builder also logs a failed sign-in.
      const lines = server
        .log()
        .trim()
        .split('\n')
        .filter((line) => !line.startsWith('{'))
      assert.lengthOf(lines, 1)
      assert.match(lines[0]!, says)
    }).tags(longRun)
})

test.group('A server with one role', () => {
  test('starts on an empty database, and the doctor warns', async ({ assert }) => {
    const databaseUrl = await createDatabase()
    const server = await startServer({ env: { DATABASE_URL: databaseUrl, DATABASE_OWNER_URL: '' } })
    await server.stop()
    const roleOf = async (env: Record<string, string>) => {
      const { json } = await cli(['doctor', '--json'], { env })
      return json.checks.find(({ name }: { name: string }) => name === 'database role')
    }
    const one = await roleOf({ DATABASE_URL: databaseUrl })
    assert.deepInclude(one, { ok: true, warns: true })
    assert.include(one.says, 'DATABASE_OWNER_URL')
    const two = await roleOf(databaseEnv(databaseUrl))
    assert.deepEqual(two, { name: 'database role', ok: true, says: "the server's role can't drop or alter tables" })
  }).tags(longRun)
})
