import { join } from 'node:path'
import { test } from '@japa/runner'
import { welcomeRubies } from '#config/economy'
import { projectRoot } from '#config/env'
import { asking } from '#tests/support/databases'
import { createMigratedDatabase } from '#tests/support/server'
import { cli } from './support.ts'
import { longRun } from '#tests/support/long_run'

let count = 0
const newEmail = () => `cli-${process.pid}-${++count}@example.test`

/** The database of all tests. */
let database: Promise<string> | null = null

const setUp = async () => {
  const databaseUrl = await (database ??= createMigratedDatabase())
  const run = (args: string[], input?: string) => cli(args, { databaseUrl, input })
  const email = newEmail()
  const create = (...args: string[]) =>
    run(['create-user', '--email', email, '--password-stdin', ...args], 'correct horse\n')
  const rows = asking(databaseUrl)
  return { run, rows, email, create }
}

test.group('CLI', () => {
  test('shows help without a database', async ({ assert }) => {
    const help = await cli(['--help'])
    assert.equal(help.code, 0)
    for (const name of [
      'create-user',
      'reset-password',
      'remove-second-factor',
      'set-admin',
      'grant-rubies',
      'verify-ledger',
      'reconcile-orders',
      'record-refund',
      'doctor',
    ])
      assert.include(help.out, name)
    assert.equal((await cli(['grant-rubies', '--help'])).code, 0)
  })

  for (const [what, args] of [
    ['no command', []],
    ['an unknown command', ['dance']],
    ['an unknown option', ['verify-ledger', '--fast']],
    ['an argument too many', ['set-admin', 'a@example.test', 'b@example.test']],
    ['a missing e-mail', ['set-admin']],
    ['a missing sentence', ['maintenance', 'on']],
    ['a missing amount', ['grant-rubies', 'a@example.test']],
    ['an amount of zero', ['grant-rubies', 'a@example.test', '0']],
    ['a fractional amount', ['grant-rubies', 'a@example.test', '1.5']],
    ['an amount out of bounds', ['grant-rubies', 'a@example.test', '9999999999']],
    ['a missing e-mail of a new user', ['create-user', '--password-stdin']],
    ['a password that is not on standard input', ['create-user', '--email', 'a@example.test']],
    ['a missing e-mail of a reset', ['reset-password', '--password-stdin']],
    ['a missing e-mail of a removal', ['remove-second-factor', '--yes']],
    ['an unconfirmed removal', ['remove-second-factor', 'a@example.test']],
    ['a chat without a character', ['chat']],
    ['a chat without a token', ['chat', 'basic']],
    ['an unknown action of tokens', ['tokens', 'a@example.test', 'eat']],
    ['an unknown scope', ['tokens', 'a@example.test', 'create', '--scopes', 'all']],
    ['an unknown lifetime', ['tokens', 'a@example.test', 'create', '--days', '7']],
    ['an export without a file', ['export', 'a@example.test']],
    ['a new password that is not on standard input', ['reset-password', 'a@example.test']],
  ] as const)
    test(`ends with 2 for ${what}, without a prompt or a database`, async ({ assert }) => {
      const run = await cli([...args])
      assert.equal(run.code, 2)
      assert.equal(run.out, '')
      assert.isNotEmpty(run.err)
      if (args.length === 0) return
      const asJson = await cli([...args, '--json'])
      assert.equal(asJson.code, 2)
      assert.isFalse(asJson.json.ok)
    }).tags(['no command', 'an unknown option', 'a missing amount'].includes(what) ? [] : longRun)

  test('refers to pg_dump for the backup of an external PostgreSQL', async ({ assert }) => {
    const run = await cli(['backup', '/nowhere', '--json'], { databaseUrl: 'postgres://nobody@127.0.0.1:1/none' })
    assert.equal(run.code, 1)
    assert.deepInclude(run.json, { ok: false, code: 'not_embedded' })
  })

  test('ends with 1 and one line when the database does not answer', async ({ assert }) => {
    const run = await cli(['verify-ledger'], { databaseUrl: 'postgres://nobody@127.0.0.1:1/none' })
    assert.equal(run.code, 1)
    assert.match(run.err, /^Cannot connect to the database: .*Check DATABASE_URL\.\n$/)
  })
})

test.group('create-user', () => {
  test('creates an account with the welcome rubies', async ({ assert }) => {
    const { rows, email, create } = await setUp()
    const made = await create('--first-name', 'Ann', '--json')
    assert.equal(made.code, 0, made.err)
    assert.deepInclude(made.json, { ok: true, email, isAdmin: false })
    const [user] = await rows(
      'SELECT u.id, u.first_name, u.role, u.password_hash, a.balance FROM users u JOIN ruby_accounts a ON a.user_id = u.id WHERE u.email = $1',
      [email]
    )
    assert.deepInclude(user, {
      id: made.json.userId,
      first_name: 'Ann',
      role: 'member',
      balance: String(welcomeRubies),
    })
    assert.notInclude(user.password_hash, 'correct horse')
  })

  test('creates an admin with --admin', async ({ assert }) => {
    const { rows, email, create } = await setUp()
    assert.equal((await create('--admin')).code, 0)
    assert.deepEqual(await rows('SELECT role FROM users WHERE email = $1', [email]), [{ role: 'admin' }])
  }).tags(longRun)

  test('ends with 1 for a taken e-mail and a short password', async ({ assert }) => {
    const { run, email, create } = await setUp()
    await create()
    const again = await create('--json')
    assert.equal(again.code, 1)
    assert.deepInclude(again.json, { ok: false, code: 'email_taken' })
    const short = await run(['create-user', '--email', newEmail(), '--password-stdin'], 'short\n')
    assert.equal(short.code, 1)
    assert.equal(short.err, 'Password must be at least 8 characters long\n')
    assert.equal(short.out, '')
    assert.equal(
      (await run(['create-user', '--email', email.replace('@', ''), '--password-stdin'], 'correct horse')).code,
      1
    )
  }).tags(longRun)
})

test.group('reset-password', () => {
  test('sets a new password, signs out everywhere, and refuses invalid input', async ({ assert }) => {
    const { run, rows, email, create } = await setUp()
    const { userId } = (await create('--json')).json
    const kept = async () => (await rows('SELECT password_hash FROM users WHERE id = $1', [userId]))[0].password_hash
    await rows(
      `INSERT INTO auth_sessions (token_hash, user_id, expires_at) VALUES (sha256('a'), $1, now() + interval '1 day')`,
      [userId]
    )
    const before = await kept()
    const reset = (who: string, password: string) =>
      run(['reset-password', who, '--password-stdin', '--json'], password)

    const short = await reset(email, '1234567\n')
    assert.equal(short.code, 1)
    assert.deepInclude(short.json, { code: 'invalid', message: 'Password must be at least 8 characters long' })
    for (const nobody of [newEmail(), 'characters@built-in.invalid'])
      assert.deepInclude((await reset(nobody, 'another horse')).json, { ok: false, code: 'unknown_user' })
    assert.equal(await kept(), before)
    assert.lengthOf(await rows('SELECT 1 FROM auth_sessions WHERE user_id = $1', [userId]), 1)

    const done = await reset(email.toUpperCase(), 'another horse\n')
    assert.equal(done.code, 0, done.err)
    assert.deepInclude(done.json, { ok: true, userId })
    assert.notInclude(done.out, 'another horse')
    assert.notEqual(await kept(), before)
    assert.deepEqual(await rows('SELECT 1 FROM auth_sessions WHERE user_id = $1', [userId]), [])
  }).tags(longRun)
})

test.group('remove-second-factor', () => {
  test('turns off two-step sign-in, signs out everywhere, and is audited', async ({ assert }) => {
    const { run, rows, email, create } = await setUp()
    const { userId } = (await create('--json')).json
    const remove = (who: string) => run(['remove-second-factor', who, '--yes', '--json'])
    assert.deepInclude((await remove(newEmail())).json, { ok: false, code: 'unknown_user' })
    assert.deepInclude((await remove(email)).json, { ok: false, code: 'no_second_factor' })

    await rows('UPDATE users SET second_factor_since = now() WHERE id = $1', [userId])
    await rows(`INSERT INTO second_factors (user_id, secret) VALUES ($1, 'sealed')`, [userId])
    await rows(
      `INSERT INTO auth_sessions (token_hash, user_id, expires_at) VALUES (sha256('b'), $1, now() + interval '1 day')`,
      [userId]
    )
    const done = await remove(email.toUpperCase())
    assert.equal(done.code, 0, done.err)
    assert.deepInclude(done.json, { ok: true, userId, email })
    const [left] = await rows(
      `SELECT second_factor_since AS since, (SELECT count(*)::int FROM second_factors WHERE user_id = u.id) AS factors,
         (SELECT count(*)::int FROM auth_sessions WHERE user_id = u.id) AS sessions,
         (SELECT array_agg(kind) FROM admin_acts WHERE subject_id = u.id AND actor_id IS NULL) AS acts
       FROM users u WHERE id = $1`,
      [userId]
    )
    assert.deepEqual(left, { since: null, factors: 0, sessions: 0, acts: ['second_factor_removed'] })
  }).tags(longRun)
})

test.group('pages', () => {
  test('publishes the examples once, and refuses a folder without pages', async ({ assert }) => {
    const { run, rows } = await setUp()
    const examples = join(projectRoot, 'docs/operate/pages')
    const published = ['terms', 'rules', 'privacy', 'imprint']
    assert.deepInclude((await run(['pages', 'import', examples, '--json'])).json, { ok: true, published })
    assert.deepInclude((await run(['pages', 'import', examples, '--json'])).json, { ok: true, published: [] })
    const texts = await rows('SELECT text FROM site_pages')
    assert.lengthOf(texts, 4)
    for (const { text } of texts) assert.match(text, /^> \*\*This is an example/)
    assert.deepInclude((await run(['pages', 'import', join(projectRoot, 'cli'), '--json'])).json, { code: 'no_files' })
    assert.deepInclude((await run(['pages', 'export', examples, '--json'])).json, { code: 'unknown_action' })
  })
})

test.group('maintenance', () => {
  test('begins with a sentence, ends, and is shown by doctor', async ({ assert }) => {
    const { run, rows } = await setUp()
    const on = await run(['maintenance', 'on', 'Back at nine.', '--json'])
    assert.deepInclude(on.json, { ok: true, maintenance: 'Back at nine.' })
    assert.deepEqual(await rows('SELECT sentence FROM maintenance'), [{ sentence: 'Back at nine.' }])
    const { checks } = (await run(['doctor', '--json'])).json
    assert.deepInclude(
      checks.find(({ name }: { name: string }) => name === 'maintenance'),
      { ok: true, warns: true }
    )
    assert.deepInclude((await run(['maintenance', 'off', '--json'])).json, { ok: true, maintenance: null })
    assert.deepEqual(await rows('SELECT sentence FROM maintenance'), [])
    assert.deepInclude((await run(['maintenance', 'on', '🙂'.repeat(301), '--json'])).json, { code: 'too_long' })
    assert.deepInclude((await run(['maintenance', 'maybe', '--json'])).json, { code: 'unknown_state' })
  })
})

test.group('set-admin', () => {
  test('grants and removes the right, and refuses an unknown user', async ({ assert }) => {
    const { run, rows, email, create } = await setUp()
    await create()
    const roleOf = async () => (await rows('SELECT role FROM users WHERE email = $1', [email]))[0].role
    assert.equal((await run(['set-admin', email.toUpperCase()])).code, 0)
    assert.equal(await roleOf(), 'admin')
    assert.deepInclude((await run(['set-admin', email, '--off', '--json'])).json, { ok: true, isAdmin: false })
    assert.equal(await roleOf(), 'member')
    assert.deepInclude((await run(['set-admin', email, '--owner', '--json'])).json, { ok: true, role: 'owner' })
    const last = await run(['set-admin', email, '--off', '--json'])
    assert.deepEqual([last.code, last.json.code], [1, 'last_owner'])
    assert.equal((await run(['set-admin', email, '--owner', '--off'])).code, 1)
    assert.equal((await run(['set-admin', newEmail()])).code, 1)
  }).tags(longRun)
})

test.group('grant-rubies and verify-ledger', () => {
  test('report a commit that failed', async ({ assert, cleanup }) => {
    const { run, rows, email, create } = await setUp()
    await create()
    await rows(`CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE 'refused'; END $$`)
    cleanup(async () => void (await rows('DROP FUNCTION refuse CASCADE')))
    await rows(`CREATE CONSTRAINT TRIGGER refused AFTER INSERT ON ruby_transactions
      DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION refuse()`)
    const granted = await run(['grant-rubies', email, '25', '--json'])
    assert.equal(granted.code, 1)
    assert.isFalse(granted.json.ok)
  }).tags(longRun)

  test('grant and deduct, never below zero', async ({ assert }) => {
    const { run, rows, email, create } = await setUp()
    await create()
    assert.deepInclude((await run(['grant-rubies', email, '25', '--reason', 'A fine story', '--json'])).json, {
      ok: true,
      amount: 25,
      rubies: welcomeRubies + 25,
    })
    assert.equal(
      (await run(['grant-rubies', email, '-5', '--yes'])).out,
      `${email} has ${welcomeRubies + 20} rubies now.\n`
    )
    const refused = await run(['grant-rubies', email, '-1000', '--json'])
    assert.equal(refused.code, 1)
    assert.deepInclude(refused.json, { ok: false, code: 'insufficient_rubies', rubies: welcomeRubies + 20 })
    assert.equal((await run(['grant-rubies', newEmail(), '5'])).code, 1)
    const history = `SELECT t.description FROM ruby_transactions t JOIN users u ON u.id = t.user_id WHERE u.email = $1 ORDER BY seq`
    assert.deepEqual(
      (await rows(history, [email])).map(({ description }) => description),
      ['Welcome rubies', 'A fine story', 'Admin deducted 5 rubies']
    )
  }).tags(longRun)

  test('report a wrong balance with its account and end with 1', async ({ assert }) => {
    const { run, rows, create } = await setUp()
    const { userId } = (await create('--json')).json
    const right = await run(['verify-ledger', '--json'])
    assert.equal(right.code, 0)
    assert.deepEqual(right.json.problems, [])
    assert.isAtLeast(right.json.accounts, 1)

    await rows('UPDATE ruby_accounts SET balance = balance + 1 WHERE user_id = $1', [userId])
    const wrong = await run(['verify-ledger', '--json'])
    assert.equal(wrong.code, 1)
    assert.deepEqual(
      wrong.json.problems.map((problem: { userId: string }) => problem.userId),
      [userId]
    )
    assert.include((await run(['verify-ledger'])).err, userId)
    await rows('UPDATE ruby_accounts SET balance = balance - 1 WHERE user_id = $1', [userId])
  }).tags(longRun)

  test('report rows that deleted chats left, and end with 1', async ({ assert }) => {
    const { run, rows } = await setUp()
    const right = await run(['verify-ledger', '--json'])
    assert.deepEqual([right.code, right.json.left], [0, []])
    await rows(
      `INSERT INTO chat_drafts (user_id, chat_session_id, reply_id, text)
       SELECT uuidv7(), uuidv7(), uuidv7(), 'A secret.' FROM generate_series(1, 2)`
    )
    const wrong = await run(['verify-ledger', '--json'])
    assert.equal(wrong.code, 1)
    assert.deepEqual(wrong.json.left, [{ table: 'chat_drafts', of: 'session', count: 2 }])
    const { err } = await run(['verify-ledger'])
    assert.include(err, 'chat_drafts: 2 rows of chats that no longer exist')
    assert.notInclude(err, 'does not balance')
    await rows('DELETE FROM chat_drafts')
  }).tags(longRun)

  test('take back the rubies of an order that was refunded by hand, once', async ({ assert }) => {
    const { run, rows, create } = await setUp()
    const { userId } = (await create('--json')).json
    const order = async (paidAt: string | null) => {
      const [made] = await rows(
        `INSERT INTO ruby_orders (id, user_id, rubies, amount_cents, currency, provider, state, paid_at, expires_at)
         VALUES (uuidv7(), $1, 100, 200, 'usd', 'btcpay', $2, $3, now()) RETURNING id`,
        [userId, paidAt === null ? 'open' : 'paid', paidAt]
      )
      return made.id as string
    }
    const [paid, open] = [await order('now'), await order(null)]
    await rows(`SELECT ledger_post($1, 100, 'purchase', 'Bought 100 rubies', $2)`, [userId, `order:${paid}:purchase`])
    const refund = (id: string, cents: string) => run(['record-refund', id, cents, '--note', 'Paid late', '--json'])
    const half = await refund(paid, '100')
    assert.equal(half.code, 0, half.err)
    assert.deepInclude(half.json, { orderId: paid, takenBack: 50 })
    assert.equal((await refund(paid, '100')).json.takenBack, 0)
    assert.equal((await refund(paid, '200')).json.takenBack, 50)
    assert.equal((await refund(paid, '201')).json.code, 'too_much')
    assert.equal((await refund(open, '100')).json.code, 'not_paid')
    assert.equal((await refund('nonsense', '100')).json.code, 'unknown_order')
    assert.equal((await refund(paid, '0')).code, 2)
    const [{ state }] = await rows('SELECT state FROM ruby_orders WHERE id = $1', [paid])
    assert.equal(state, 'refunded')
    const acts = await rows(`SELECT kind, after->>'note' AS note FROM admin_acts WHERE subject_id = $1`, [paid])
    assert.deepEqual(acts, Array(2).fill({ kind: 'refund_recorded', note: 'Paid late' }))
    assert.equal((await run(['verify-ledger', '--json'])).code, 0)
    await rows(`UPDATE ruby_orders SET state = 'expired' WHERE id = $1`, [open])
  })

  test('look up open orders and end with 1 when a lookup failed', async ({ assert }) => {
    const { run, rows, create } = await setUp()
    const { userId } = (await create('--json')).json
    const order = (provider: string, reference: string | null, overBy: string) =>
      rows(
        `INSERT INTO ruby_orders (id, user_id, rubies, amount_cents, currency, provider, reference, expires_at)
         VALUES (uuidv7(), $1, 100, 200, 'usd', $2, $3, now() - $4::interval) RETURNING id`,
        [userId, provider, reference, overBy]
      )
    const nothing = await run(['reconcile-orders', '--json'])
    assert.equal(nothing.code, 0, nothing.err)
    assert.deepEqual(nothing.json.orders, [])

    const [over] = await order('sandbox', null, '1 hour')
    const [others] = await order('another', 'checkout', '-1 hour')
    const asked = await run(['reconcile-orders', '--json'])
    assert.equal(asked.code, 0, asked.err)
    assert.deepEqual(asked.json.orders, [
      { orderId: over.id, provider: 'sandbox', before: 'open', after: 'expired', outcome: 'asked' },
      { orderId: others.id, provider: 'another', before: 'open', after: 'open', outcome: 'not_asked' },
    ])
    assert.include((await run(['reconcile-orders'])).out, `${others.id}: unchanged`)

    const [lost] = await order('stripe', 'cs_1', '-1 hour')
    const unreachable = await cli(['reconcile-orders', '--json'], {
      databaseUrl: await database!,
      env: { STRIPE_SECRET_KEY: 'sk_test_x', STRIPE_WEBHOOK_SECRET: 'whsec_x', STRIPE_API_BASE: 'http://127.0.0.1:1' },
    })
    assert.equal(unreachable.code, 1)
    assert.deepInclude(
      unreachable.json.orders.find(({ orderId }: { orderId: string }) => orderId === lost.id),
      { after: 'open', outcome: 'failed' }
    )
  }).tags(longRun)

  test('doctor reports the state', async ({ assert }) => {
    const { run } = await setUp()
    const { json } = await run(['doctor', '--json'])
    assert.deepInclude(
      json.checks.find(({ name }: { name: string }) => name === 'database'),
      { ok: true }
    )
  }).tags(longRun)
})
