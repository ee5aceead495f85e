import app from '@adonisjs/core/services/app'
import { Database } from '@adonisjs/lucid/database'
import { test } from '@japa/runner'
import { Accounts } from '../index.ts'
import { SignIn } from '../src/actions/sign_in.ts'
import { newEmail, openAccountWith, password } from './support.ts'

/** A fast hasher that counts its calls. */
class CountingHash {
  verified = 0

  async make(text: string) {
    return `hash of ${text}`
  }

  async verify(hash: string, text: string) {
    this.verified++
    return hash === `hash of ${text}`
  }
}

const setUp = async (hash = new CountingHash()) => {
  const db = await app.container.make(Database)
  const email = newEmail()
  const account = await (await openAccountWith(hash)).run({ email, password })
  if (!account.ok) throw new Error('no account')
  return { db, hash, email, userId: account.value.userId, signIn: new SignIn(db, hash) }
}

test.group('Sign-in', () => {
  test('succeeds with the right password, ignoring the e-mail’s case', async ({ assert }) => {
    const { signIn, email, userId } = await setUp()
    const right = { ok: true, value: { userId, passwordHash: `hash of ${password}`, factorSince: null } }
    assert.deepEqual(await signIn.run(email, password), right)
    assert.deepEqual(await signIn.run(email.toUpperCase(), password), right)
    assert.isFalse((await signIn.run(email, password.toUpperCase())).ok)
  })

  test('returns one refusal after one verification for a wrong password, an unknown e-mail and no password', async ({
    assert,
  }) => {
    const { db, hash, signIn, email, userId } = await setUp()
    const builtInId = await (await app.container.make(Accounts)).builtInAccount()
    const { rows } = await db.rawQuery('SELECT email FROM users WHERE id = ?::uuid', [builtInId])
    const attempts = [
      [email, 'wrong password', userId],
      [newEmail(), password, null],
      [rows[0].email, password, builtInId],
      [rows[0].email, 'dummy password', builtInId],
    ] as const
    for (const [attemptedEmail, attemptedPassword, expectedUserId] of attempts) {
      hash.verified = 0
      assert.deepEqual(await signIn.run(attemptedEmail, attemptedPassword), {
        ok: false,
        failure: { kind: 'wrong', userId: expectedUserId },
      })
      assert.equal(hash.verified, 1)
    }
  })

  test('refuses a disabled account, with the reason only after the right password', async ({ assert }) => {
    const { db, signIn, email, userId } = await setUp()
    await db.rawQuery('UPDATE users SET disabled_at = now() WHERE id = ?::uuid', [userId])
    assert.deepEqual(await signIn.run(email, password), { ok: false, failure: { kind: 'disabled', userId } })
    assert.deepEqual(await signIn.run(email, 'wrong password'), { ok: false, failure: { kind: 'wrong', userId } })
  })

  test('accepts every Unicode form of a password', async ({ assert }) => {
    const db = await app.container.make(Database)
    const hash = new CountingHash()
    const email = newEmail()
    await (await openAccountWith(hash)).run({ email, password: 'cafe\u0301 au lait' })
    assert.isTrue((await new SignIn(db, hash).run(email, 'caf\u00e9 au lait')).ok)
  })
})
