import { randomUUID } from 'node:crypto'
import app from '@adonisjs/core/services/app'
import { Database } from '@adonisjs/lucid/database'
import { test } from '@japa/runner'
import { welcomeRubies } from '#config/economy'
import { Accounts, BalanceReader } from '../index.ts'
import type { Role } from '../api.ts'
import { AgeSettings } from '../src/age/adult_access.ts'
import { AccountHooks } from '../src/account_hooks.ts'
import { ResetPassword } from '../src/actions/reset_password.ts'
import { EmailVerification } from '../src/emails/email_verification.ts'
import { DatabaseAccounts } from '../src/database_accounts.ts'
import { SessionStore } from '../src/sessions/session_store.ts'
import { Storage } from '../src/storage.ts'
import { newEmail, openAccountWith, password } from './support.ts'

const setUp = async () => {
  const db = await app.container.make(Database)
  const accounts = await app.container.make(Accounts)
  const open = async (fields: object = {}) => {
    const account = await accounts.open({ email: newEmail(), password, ...fields })
    if (!account.ok) throw new Error(JSON.stringify(account.failure))
    return account.value.userId
  }
  return { db, accounts, open, balances: await app.container.make(BalanceReader) }
}

test.group('Opening an account', () => {
  test('posts the welcome rubies once, as the first line of its history', async ({ assert }) => {
    const { db, open, balances } = await setUp()
    const userId = await open()
    const sql = 'SELECT type, amount, balance_after FROM ruby_transactions WHERE user_id = ?::uuid'
    const { rows } = await db.rawQuery(sql, [userId])
    assert.deepEqual(rows, [{ type: 'welcome', amount: String(welcomeRubies), balance_after: String(welcomeRubies) }])
    assert.deepEqual(await balances.read(userId), {
      rubies: welcomeRubies,
      rubyDebt: 0,
      discordJoined: false,
      welcomeRubiesWaiting: 0,
    })
  })

  test('rolls back completely when a listener fails', async ({ assert }) => {
    const db = await app.container.make(Database)
    const hooks = new AccountHooks()
    const { container } = app
    const accounts = new DatabaseAccounts(
      db,
      hooks,
      await container.make(EmailVerification),
      await container.make(Storage),
      { name: 'Nobody' },
      await container.make(SessionStore),
      await openAccountWith(await container.make('hash'), hooks),
      await container.make(ResetPassword),
      await container.make(AgeSettings)
    )
    const real = await app.container.make(Accounts)
    let userId = ''
    accounts.opened.on((event, trx) => real.opened.run(event, trx))
    accounts.opened.on(async (event) => {
      userId = event.userId
      throw new Error('no room')
    })
    const email = newEmail()
    await assert.rejects(() => accounts.open({ email, password }), 'no room')
    assert.isNotEmpty(userId)
    assert.isNull(await accounts.findByEmail(email))
    for (const table of ['ruby_accounts', 'ruby_transactions'])
      assert.lengthOf((await db.rawQuery(`SELECT FROM ${table} WHERE user_id = ?::uuid`, [userId])).rows, 0)
  })

  test('hashes once also for a taken e-mail', async ({ assert }) => {
    let hashes = 0
    const hash = { make: async () => `hash ${++hashes}`, verify: async () => false }
    const action = await openAccountWith(hash)
    const email = newEmail()
    assert.isTrue((await action.run({ email, password })).ok)
    assert.equal(hashes, 1)
    assert.isFalse((await action.run({ email, password: 'another horse' })).ok)
    assert.equal(hashes, 2)
  })

  test('refuses a taken e-mail, ignoring case, and leaves no ruby account', async ({ assert }) => {
    const { db, accounts } = await setUp()
    const email = newEmail()
    await accounts.open({ email, password })
    const before = await db.rawQuery('SELECT count(*) FROM ruby_accounts')
    assert.deepEqual(await accounts.open({ email: email.toUpperCase(), password }), {
      ok: false,
      failure: { kind: 'email_taken' },
    })
    assert.deepEqual((await db.rawQuery('SELECT count(*) FROM ruby_accounts')).rows, before.rows)
  })

  test('succeeds once for 10 concurrent requests with one e-mail', async ({ assert }) => {
    const { accounts } = await setUp()
    const email = newEmail()
    const outcomes = await Promise.all(Array.from({ length: 10 }, () => accounts.open({ email, password })))
    assert.lengthOf(
      outcomes.filter(({ ok }) => ok),
      1
    )
  })

  for (const [what, fields, field] of [
    ['no e-mail address', { email: 'nobody' }, 'email'],
    ['an e-mail address with a space', { email: 'no body@example.test' }, 'email'],
    ['a password of 7 characters', { password: '1234567' }, 'password'],
    ['a password of 7 characters and 14 code units', { password: '😀'.repeat(7) }, 'password'],
    ['a password of 201 characters', { password: 'a'.repeat(201) }, 'password'],
    ['a first name of 81 characters', { firstName: 'a'.repeat(81) }, 'firstName'],
  ] as const)
    test(`refuses ${what}`, async ({ assert }) => {
      const { accounts } = await setUp()
      const refused = await accounts.open({ email: newEmail(), password, ...fields })
      assert.isFalse(refused.ok)
      if (!refused.ok) assert.deepInclude(refused.failure, { kind: 'invalid', field })
    })

  test('counts code points, not UTF-16 units', async ({ assert }) => {
    const { open } = await setUp()
    const eight = '😀🦊🎻🧵🪁🧭🫖🌧'
    assert.isString(await open({ password: eight, firstName: '😀'.repeat(80) }))
    assert.isString(await open({ password: eight.repeat(25) }))
  })
})

test.group('Accounts', () => {
  test('name the user by persona, else username, else first name, else User', async ({ assert }) => {
    const { db, open } = await setUp()
    const userId = await open()
    const sessions = await app.container.make(SessionStore)
    const token = (await sessions.open({ userId }))!
    const persona = async (fields: Record<string, string>) => {
      for (const [column, value] of Object.entries(fields))
        await db.rawQuery(`UPDATE users SET ${column} = ? WHERE id = ?::uuid`, [value, userId])
      return (await sessions.find(token))?.user.persona
    }
    assert.deepEqual(await persona({}), {
      name: 'User',
      description: '',
      personality: '',
      background: '',
      lorebookIds: [],
    })
    assert.equal((await persona({ first_name: 'Robin' }))?.name, 'Robin')
    assert.equal((await persona({ username: `robin_${Date.now().toString(36)}` }))?.name.slice(0, 6), 'robin_')
    assert.deepEqual(await persona({ persona_name: 'Captain', persona_background: 'Sailed far.' }), {
      name: 'Captain',
      description: '',
      personality: '',
      background: 'Sailed far.',
      lorebookIds: [],
    })
  })

  test('create one built-in account under concurrency, without rubies or password', async ({ assert }) => {
    const { db, accounts } = await setUp()
    const ids = await Promise.all(Array.from({ length: 8 }, () => accounts.builtInAccount()))
    assert.lengthOf(new Set(ids), 1)
    const { rows } = await db.rawQuery('SELECT password_hash FROM users WHERE id = ?::uuid', [ids[0]!])
    assert.deepEqual(rows, [{ password_hash: null }])
    assert.lengthOf((await db.rawQuery('SELECT FROM ruby_accounts WHERE user_id = ?::uuid', [ids[0]!])).rows, 0)
  })

  test('change their role, and report unknown users', async ({ assert }) => {
    const { accounts, db } = await setUp()
    const email = newEmail()
    const opened = await accounts.open({ email, password })
    if (!opened.ok) return assert.fail(JSON.stringify(opened.failure))
    const set = (userId: string, role: Role) => db.transaction((trx) => accounts.setRole(userId, role, trx))
    const { userId } = opened.value
    for (const role of ['admin', 'support', 'member'] as const) {
      assert.isTrue(await set(userId, role))
      assert.equal((await accounts.findByEmail(email.toUpperCase()))?.role, role)
    }
    assert.isFalse(await set(randomUUID(), 'admin'))
    assert.isFalse(await set(await accounts.builtInAccount(), 'admin'))
  })
})
