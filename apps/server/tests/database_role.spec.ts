import { once } from 'node:events'
import { randomUUID } from 'node:crypto'
import { test } from '@japa/runner'
import type pg from 'pg'
import { cli } from '#cli/tests/support'
import { Client } from '#tests/support/client'
import { asServer, connect, createDatabase, databaseEnv } from '#tests/support/databases'
import { beginServer, createMigratedDatabase, sharedServer, startServer } from '#tests/support/server'

const insufficientPrivilege = '42501'

/** Runs a statement in a rolled-back transaction and returns its error code, or null. */
const refusalOf = async (db: pg.Client, sql: string): Promise<string | null> => {
  await db.query('begin')
  try {
    await db.query(sql)
    return null
  } catch (error) {
    return (error as { code: string }).code
  } finally {
    await db.query('rollback')
  }
}

test.group("The server's role in the database", () => {
  const appendOnly = ['ruby_transactions', 'ruby_debts', 'ruby_closings']
  const kept = [...appendOnly, 'ruby_accounts', 'ruby_orders', 'ruby_disputes', 'admin_acts']
  const refused = [
    ...appendOnly.map((table) => `update ${table} set user_id = user_id`),
    ...kept.flatMap((table) => [
      `delete from ${table}`,
      `truncate ${table}`,
      `drop table ${table}`,
      `drop trigger ${table}_append_only on ${table}`,
      `alter table ${table} disable trigger ${table}_append_only`,
      `alter table ${table} owner to current_user`,
      `create trigger mine before insert on ${table} for each statement execute function ledger_refuse_rewriting()`,
    ]),
    'create table mine (n int)',
    'create function mine() returns int language sql as $$ select 1 $$',
    'create or replace function ledger_refuse_rewriting() returns trigger language plpgsql as $$ begin return null; end $$',
    'drop function ledger_take',
    'update adonis_schema set name = name',
    'delete from adonis_schema_versions',
    'set session_replication_role = replica',
  ]
  for (const sql of refused)
    test(`can not run: ${sql}`, async ({ assert }) => {
      const db = await connect(asServer((await sharedServer()).databaseUrl))
      try {
        assert.equal(await refusalOf(db, sql), insufficientPrivilege)
      } finally {
        await db.end()
      }
    })

  test('may use rows, sequences and functions, and nothing else', async ({ assert }) => {
    const db = await connect(asServer((await sharedServer()).databaseUrl))
    try {
      const { rows } = await db.query(
        `select relname, array_agg(privilege_type::text order by privilege_type) as privileges
         from pg_class, aclexplode(relacl) join pg_roles on pg_roles.oid = grantee and rolname = current_user
         where relnamespace = 'public'::regnamespace group by relname`
      )
      const byTable = new Map(rows.map(({ relname, privileges }) => [relname, privileges]))
      assert.deepEqual(byTable.get('users'), ['DELETE', 'INSERT', 'SELECT', 'UPDATE'])
      assert.deepEqual(byTable.get('ruby_accounts'), ['INSERT', 'SELECT', 'UPDATE'])
      assert.deepEqual(byTable.get('adonis_schema'), ['SELECT'])
      for (const table of appendOnly) assert.deepEqual(byTable.get(table), ['INSERT', 'SELECT'])
      assert.isNull(await refusalOf(db, `select ledger_open_account('${randomUUID()}')`))
    } finally {
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
    const owner = (await db.query('select current_user as name')).rows[0].name
    const { rows } = await db.query(
      'select distinct usename from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()'
    )
    assert.deepEqual(
      rows.map(({ usename }) => usename),
      [new URL(asServer(databaseUrl)).username]
    )
    const owners = await db.query(`select distinct tableowner from pg_tables where schemaname = 'public'`)
    assert.deepEqual(owners.rows, [{ tableowner: owner }])
    await db.end()
    await server.stop()
  })

  test('changes no privilege when nothing has changed', async ({ assert }) => {
    const databaseUrl = await createMigratedDatabase()
    const db = await connect(databaseUrl)
    const written = async () =>
      (
        await db.query(
          `select relname, xmin::text from pg_class where relnamespace = 'public'::regnamespace order by 1`
        )
      ).rows
    const before = await written()
    const { code } = await cli(['migrate'], { databaseUrl })
    assert.equal(code, 0)
    assert.deepEqual(await written(), before)
    await db.end()
  })

  test('restores revoked privileges and revokes additional ones', async ({ assert }) => {
    const databaseUrl = await createMigratedDatabase()
    const { username } = new URL(asServer(databaseUrl))
    const db = await connect(databaseUrl)
    await db.query(
      `revoke select on users from ${username}; grant truncate, delete on ruby_transactions to ${username}`
    )
    assert.equal((await cli(['migrate'], { databaseUrl })).code, 0)
    const own = await connect(asServer(databaseUrl))
    assert.isNull(await refusalOf(own, 'select from users'))
    assert.equal(await refusalOf(own, 'delete from ruby_transactions'), insufficientPrivilege)
    await own.end()
    await db.end()
  })

  test('starts without DATABASE_OWNER_URL after the migrations', async ({ assert }) => {
    const databaseUrl = await createMigratedDatabase()
    const server = await startServer({ databaseUrl: asServer(databaseUrl) })
    assert.equal((await new Client(server.url).get('/api/characters')).status, 200)
    await server.stop()
  })

  const refusals: [string, () => Promise<Record<string, string>>, RegExp][] = [
    [
      'when tables are missing and the owner is not named',
      async () => ({ DATABASE_URL: asServer(await createDatabase()) }),
      /^The tables need migrating, and the role of DATABASE_URL can't change them. Run "npm run cli -- migrate"/,
    ],
    [
      'when the two addresses name different databases',
      async () => ({ DATABASE_URL: asServer(await createDatabase()), DATABASE_OWNER_URL: await createDatabase() }),
      /^DATABASE_OWNER_URL and DATABASE_URL name different databases/,
    ],
    [
      'when the owner is not let in',
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
      const lines = server.log().trim().split('\n')
      assert.match(lines.at(-1)!, says)
      assert.isEmpty(lines.slice(0, -1).filter((line) => !line.startsWith('{')))
    })
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
  })
})
