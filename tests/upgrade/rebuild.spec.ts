import { test } from '@japa/runner'
import type { TestContext } from '@japa/runner/core'
import type pg from 'pg'
import { MigrationRefused } from '#modules/kernel/as_owner'
import { lockSql, presenceLockOf } from '#modules/kernel/locks'
import type { Exceptions } from '#modules/kernel/rebuild/copy_plan'
import { dropLeftovers, rebuild, type RebuildStep } from '#modules/kernel/rebuild/rebuild'
import { connect, createDatabase } from '#tests/support/databases'
import { asOwnerOf } from './as_owner_of.ts'

/** A small database in its earlier shape: ids alone as keys, the author of a note as `user_id`, a value that new code splits. */
const earlierTables = `
  CREATE EXTENSION pg_trgm;
  CREATE TYPE tone AS ENUM ('calm', 'loud');
  CREATE DOMAIN stock AS bigint CONSTRAINT stock_not_negative CHECK (VALUE >= 0);
  CREATE TABLE reply_owners (id uuid PRIMARY KEY, lease_until timestamptz NOT NULL);
  CREATE TABLE users (id uuid PRIMARY KEY, email text, nick text);
  CREATE INDEX users_search ON users USING gin (email gin_trgm_ops);
  CREATE STATISTICS users_words ON lower(email) FROM users;
  CREATE TABLE books (id uuid PRIMARY KEY, user_id uuid NOT NULL, kind tone NOT NULL, price stock NOT NULL DEFAULT 0);
  CREATE TABLE notes (id uuid PRIMARY KEY, book_id uuid NOT NULL REFERENCES books, user_id uuid, text text NOT NULL,
    length integer GENERATED ALWAYS AS (length(text)) STORED);
  CREATE TABLE lines (id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY, text text NOT NULL);
  CREATE TABLE demo (id integer);
  CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE 'append-only'; END $$;
  CREATE TRIGGER lines_append_only BEFORE DELETE OR TRUNCATE ON lines EXECUTE FUNCTION refuse();
`
const newTables = `
  CREATE TYPE tone AS ENUM ('calm', 'loud', 'shrill');
  CREATE DOMAIN stock AS bigint CONSTRAINT stock_not_negative CHECK (VALUE >= 0);
  CREATE TABLE reply_owners (id uuid PRIMARY KEY, lease_until timestamptz NOT NULL);
  CREATE TABLE users (id uuid PRIMARY KEY, email text);
  CREATE INDEX users_search ON users USING gin (email gin_trgm_ops);
  CREATE STATISTICS users_words ON lower(email) FROM users;
  CREATE TABLE emails (email text PRIMARY KEY, user_id uuid NOT NULL);
  CREATE TABLE books (user_id uuid, id uuid, kind tone NOT NULL, price stock NOT NULL, PRIMARY KEY (user_id, id)) PARTITION BY HASH (user_id);
  CREATE TABLE books_0 PARTITION OF books FOR VALUES WITH (MODULUS 2, REMAINDER 0);
  CREATE TABLE books_1 PARTITION OF books FOR VALUES WITH (MODULUS 2, REMAINDER 1);
  CREATE TABLE notes (user_id uuid, id uuid, book_id uuid NOT NULL, author_id uuid, text text NOT NULL,
    length integer GENERATED ALWAYS AS (length(text)) STORED, PRIMARY KEY (user_id, id),
    CONSTRAINT notes_book FOREIGN KEY (user_id, book_id) REFERENCES books ON DELETE CASCADE);
  CREATE TABLE lines (id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY, text text NOT NULL);
  INSERT INTO lines (text) VALUES ('a row of a migration');
  CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE 'append-only'; END $$;
  CREATE TRIGGER lines_append_only BEFORE DELETE OR TRUNCATE ON lines EXECUTE FUNCTION refuse();
`
const replaced = new Set(
  'tone stock reply_owners users users_words books books_0 books_1 notes lines demo refuse emails'.split(' ')
)
const exceptions: Exceptions = {
  tables: {
    emails: { from: 'users', where: 'o.email IS NOT NULL', columns: { user_id: 'o.id' } },
    notes: {
      join: 'JOIN old.books b ON b.id = o.book_id',
      columns: { user_id: 'b.user_id', author_id: 'o.user_id' },
    },
  },
  dropped: ['demo', 'users.nick'],
}

const idOf = (number: number) => `00000000-0000-7000-8000-${String(number).padStart(12, '0')}`
const users = 5

const fill = `
  INSERT INTO users SELECT id, CASE WHEN number > 1 THEN number || '@example.test' END, 'nick'
  FROM (SELECT number, ('00000000-0000-7000-8000-' || lpad(number::text, 12, '0'))::uuid AS id FROM generate_series(1, ${users}) number) ids;
  INSERT INTO books SELECT gen_random_uuid(), id, 'loud', 7 FROM users;
  -- Its owner's account is deleted.
  INSERT INTO books VALUES (gen_random_uuid(), '${idOf(99)}', 'calm');
  INSERT INTO notes SELECT gen_random_uuid(), id, CASE WHEN side = 1 THEN user_id END, 'note ' || side FROM books, generate_series(1, 2) side;
  INSERT INTO lines (text) VALUES ('one'), ('two');
  SELECT nextval('lines_id_seq');
`

interface Run {
  exceptions?: Exceptions
  problems?: string[]
  create?: string
  report?: (text: string, step: RebuildStep) => unknown
}

/** Creates and fills a database in the earlier shape. */
const setUp = async (cleanup: TestContext['cleanup']) => {
  const url = await createDatabase()
  const db = await connect(url)
  cleanup(() => db.end())
  await db.query(earlierTables)
  await db.query(fill)
  const before = await contents(db, 'b.id = n.book_id', 'n.user_id')

  const run = async ({ create = newTables, problems = [], report, ...options }: Run = {}) => {
    const steps: RebuildStep[] = []
    await asOwnerOf(url, (context) =>
      rebuild(context, {
        exceptions,
        replaced: () => replaced,
        create: async (name) => void (await context.db.connection(name).rawQuery(create)),
        check: { problems: async () => problems },
        usersPerBatch: 2,
        ...options,
        report: async (text, step) => {
          steps.push(step)
          await report?.(text, step)
        },
      })
    )
    return steps
  }
  const drop = () => asOwnerOf(url, ({ trx }) => dropLeftovers(trx))
  /** Runs a rebuild whose connections are lost at a step, as if its process were killed. */
  const runUntil = async (step: RebuildStep, occurrence = 1) => {
    let count = 0
    const steps: RebuildStep[] = []
    await run({
      report: async (_, reached) => {
        steps.push(reached)
        if (reached === step && ++count === occurrence)
          await db.query(
            'SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()'
          )
      },
    }).then(
      () => {
        throw new Error('The rebuild was not interrupted.')
      },
      () => {}
    )
    return steps
  }
  return { url, db, before, run, runUntil, drop }
}

const contents = async (db: pg.Client, ownBook: string, author: string) => {
  const { rows } = await db.query(
    `SELECT b.user_id, b.id AS book_id, b.kind::text AS kind, b.price::int AS price, n.id, ${author} AS author, n.text, n.length
     FROM books b JOIN notes n ON ${ownBook} ORDER BY b.user_id, n.text`
  )
  const { rows: lines } = await db.query('SELECT id, text FROM lines ORDER BY id')
  return { rows, lines }
}

const schemas = async (db: pg.Client) => {
  const { rows } = await db.query(`SELECT nspname FROM pg_namespace WHERE nspname LIKE 'facet%'`)
  return rows.map(({ nspname }) => nspname)
}

test.group('A rebuild', () => {
  test('copies all rows, with new keys, and continues sequences', async ({ assert, cleanup }) => {
    const { db, before, run, drop } = await setUp(cleanup)
    const steps = await run()
    await drop()
    assert.deepEqual(await contents(db, 'b.id = n.book_id AND b.user_id = n.user_id', 'n.author_id'), before)
    assert.lengthOf(before.rows, 2 * (users + 1))
    assert.lengthOf(
      steps.filter((step) => step === 'batch'),
      3
    )
    const { rows: emails } = await db.query('SELECT * FROM emails ORDER BY user_id')
    assert.deepEqual(emails[0], { email: '2@example.test', user_id: idOf(2) })
    assert.lengthOf(emails, users - 1)
    const { rows } = await db.query(`INSERT INTO lines (text) VALUES ('three') RETURNING id`)
    assert.equal(rows[0].id, 4)
    assert.deepEqual(await schemas(db), [])
    const { rows: left } = await db.query(
      `SELECT to_regclass('demo') AS demo, (SELECT count(*)::int FROM pg_class WHERE relname LIKE 'rebuild%') AS own,
         (SELECT extnamespace::regnamespace::text FROM pg_extension WHERE extname = 'pg_trgm') AS pg_trgm`
    )
    assert.deepEqual(left, [{ demo: null, own: 0, pg_trgm: 'public' }])
  })

  test('restores triggers and foreign keys', async ({ assert, cleanup }) => {
    const { db, run } = await setUp(cleanup)
    await run()
    await assert.rejects(() => db.query('DELETE FROM lines'), /append-only/)
    await assert.rejects(
      () =>
        db.query('INSERT INTO notes VALUES (gen_random_uuid(), gen_random_uuid(), gen_random_uuid(), NULL, $1)', ['x']),
      /notes_book/
    )
    await db.query('DELETE FROM books')
    assert.equal((await db.query('SELECT FROM notes')).rowCount, 0)
  })

  for (const [step, occurrence] of [
    ['prepared', 1],
    ['batch', 1],
    ['batch', 3],
    ['table', 2],
    ['proved', 1],
    ['exchanging', 1],
  ] as const)
    test(`leaves the tables in use when it is killed at "${step}" (${occurrence}), and goes on at the next start`, async ({
      assert,
      cleanup,
    }) => {
      const { db, before, run, runUntil } = await setUp(cleanup)
      const steps = await runUntil(step, occurrence)
      assert.deepEqual(await contents(db, 'b.id = n.book_id', 'n.user_id'), before)
      const further = await run()
      assert.deepEqual(await contents(db, 'b.id = n.book_id AND b.user_id = n.user_id', 'n.author_id'), before)
      const batches = (of: RebuildStep[]) => of.filter((one) => one === 'batch').length
      // The transaction of the interrupted batch is repeated.
      assert.equal(batches(steps) + batches(further), step === 'batch' ? 4 : 3)
    })

  test('leaves the replaced tables until they are dropped', async ({ assert, cleanup }) => {
    const { db, run, drop } = await setUp(cleanup)
    await run()
    assert.sameMembers(await schemas(db), ['facet_next', 'facet_previous'])
    for (let time = 1; time <= 2; time++) {
      await drop()
      assert.deepEqual(await schemas(db), [])
    }
    assert.equal((await db.query('SELECT FROM books')).rowCount, users + 1)
  })

  test('begins anew when an earlier release has written in between', async ({ assert, cleanup }) => {
    const { db, run, runUntil } = await setUp(cleanup)
    await runUntil('proved')
    await db.query(`UPDATE notes SET text = 'changed' WHERE text = 'note 1'; INSERT INTO lines (text) VALUES ('three')`)
    const before = await contents(db, 'b.id = n.book_id', 'n.user_id')
    const steps = await run()
    assert.lengthOf(
      steps.filter((step) => step === 'batch'),
      3
    )
    assert.deepEqual(await contents(db, 'b.id = n.book_id AND b.user_id = n.user_id', 'n.author_id'), before)
  })

  for (const step of ['batch', 'table', 'proved'] as const)
    test(`refuses to go on when another program writes at "${step}"`, async ({ assert, cleanup }) => {
      const { db, run } = await setUp(cleanup)
      let written = false
      const writes: Promise<unknown>[] = []
      const writing = run({
        report: async (_, reached) => {
          if (reached !== step || written) return
          written = true
          // The write waits for the transaction of this step.
          writes.push(db.query(`INSERT INTO lines (text) VALUES ('meanwhile')`))
        },
      })
      await assert.rejects(() => writing, /Another program wrote/)
      await Promise.all(writes)
      assert.equal((await db.query(`SELECT FROM lines WHERE text = 'meanwhile'`)).rowCount, 1)
    })

  test('refuses to go on when another program has written between two transactions', async ({ assert, cleanup }) => {
    const { db, run } = await setUp(cleanup)
    const writing = run({
      report: async (text) => {
        if (text === 'checking the copy') await db.query(`INSERT INTO lines (text) VALUES ('meanwhile')`)
      },
    })
    await assert.rejects(() => writing, /Another program wrote/)
    assert.equal((await db.query(`SELECT FROM lines WHERE text = 'meanwhile'`)).rowCount, 1)
  })

  test('refuses while another process uses the database', async ({ assert, cleanup }) => {
    const { db, url, run } = await setUp(cleanup)
    await db.query(`INSERT INTO reply_owners VALUES ($1, '-infinity')`, [idOf(1)])
    const process = await connect(url)
    cleanup(() => process.end())
    await process.query(`SELECT ${lockSql.share(presenceLockOf('$1::text'))}`, [idOf(1)])
    await assert.rejects(() => run(), /A Facet process still uses this database\. Stop all of them/)
    assert.deepEqual(await schemas(db), [])
  })

  test('waits until the lease of a killed process has expired', async ({ assert, cleanup }) => {
    const { db, run } = await setUp(cleanup)
    await db.query(`INSERT INTO reply_owners VALUES ($1, clock_timestamp() + INTERVAL '50 ms')`, [idOf(1)])
    const steps = await run({
      report: async (_, step) => {
        if (step !== 'prepared') return
        const { rows } = await db.query('SELECT lease_until < clock_timestamp() AS expired FROM reply_owners')
        assert.deepEqual(rows, [{ expired: true }])
      },
    })
    assert.include(steps, 'proved')
  })

  const refusals: [string, RegExp, Run & { sql?: string }][] = [
    [
      'a column is not copied',
      /The column users\.nick isn't copied/,
      { exceptions: { ...exceptions, dropped: ['demo'] } },
    ],
    [
      'a table is not copied',
      /The table demo isn't copied|aren't Facet's/,
      { exceptions: { ...exceptions, dropped: ['users.nick'] } },
    ],
    [
      'a new table has no source',
      /The new table extra has no source/,
      { create: `${newTables}; CREATE TABLE extra (id integer)` },
    ],
    [
      'a new column has no source',
      /The new column emails\.since has no source/,
      { create: newTables.replace('email text PRIMARY KEY', 'email text PRIMARY KEY, since date NOT NULL') },
    ],
    [
      'the schema has a table of another program',
      /aren't Facet's: theirs/,
      { sql: 'CREATE TABLE theirs (id integer)' },
    ],
    [
      'the schema has a view of another program',
      /aren't Facet's: theirs/,
      { sql: 'CREATE VIEW theirs AS SELECT id FROM users' },
    ],
    [
      'rows are lost',
      /The copy of notes has 10 rows instead of 12/,
      { sql: `ALTER TABLE notes DROP CONSTRAINT notes_book_id_fkey; DELETE FROM books WHERE user_id = '${idOf(99)}'` },
    ],
    ['the ledger does not balance', /The ledger does not balance: robin: 7/, { problems: ['robin: 7'] }],
  ]
  for (const [title, expected, { sql, ...options }] of refusals)
    test(`refuses and changes nothing when ${title}`, async ({ assert, cleanup }) => {
      const { db, run } = await setUp(cleanup)
      if (sql) await db.query(sql)
      const before = await contents(db, 'b.id = n.book_id', 'n.user_id')
      const error = await run(options).catch((error: unknown) => error)
      assert.instanceOf(error, MigrationRefused)
      assert.match((error as Error).message, expected)
      assert.deepEqual(await contents(db, 'b.id = n.book_id', 'n.user_id'), before)
    })
})
