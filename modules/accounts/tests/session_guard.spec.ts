import { test } from '@japa/runner'
import { SessionGuard } from '../src/sessions/session_guard.ts'
import type { SessionStore } from '../src/sessions/session_store.ts'

const token = 'T'.repeat(43)
const user = {
  id: '1',
  email: 'a@example.test',
  username: null,
  firstName: null,
  role: 'member',
  isAdmin: false,
  limitlessEnabled: false,
}

/** Creates the guard of one request with this cookie, on a store that records its calls. */
const setUp = (cookie: unknown, found: { stale: boolean } | null, isTouched = true) => {
  const asked: string[] = []
  const ask = (what: string) => async () => void asked.push(what)
  const store = {
    find: async () => {
      asked.push('find')
      return found && { user, ...found }
    },
    touch: async () => {
      asked.push('touch')
      return isTouched
    },
    end: ask('end'),
  } as Pick<SessionStore, 'find' | 'touch' | 'end'> as SessionStore
  const cookies: string[] = []
  const ctx = {
    request: { plainCookie: () => cookie },
    response: {
      plainCookie: (_: string, value: string) => cookies.push(value),
      clearCookie: () => cookies.push('gone'),
    },
  }
  return { guard: new SessionGuard(ctx as never, store, { secure: true, days: 30 }), asked, cookies }
}

test.group('The session guard', () => {
  test('queries the session once per request', async ({ assert }) => {
    const { guard, asked, cookies } = setUp(token, { stale: false })
    assert.deepEqual(await Promise.all([guard.check(), guard.authenticate()].map((call) => call.then(Boolean))), [
      true,
      true,
    ])
    assert.isTrue(await guard.check())
    assert.deepEqual(guard.getUserOrFail(), user)
    assert.deepEqual(asked, ['find'])
    assert.deepEqual(cookies, [])
  })

  for (const cookie of [undefined, null, '', 'short', `${'T'.repeat(42)};`, 'T'.repeat(44), { token }])
    test(`queries nothing for the cookie ${JSON.stringify(cookie)}`, async ({ assert }) => {
      const { guard, asked } = setUp(cookie, { stale: false })
      assert.isFalse(await guard.check())
      await guard.signOut()
      assert.deepEqual(asked, [])
      await assert.rejects(() => guard.authenticate())
      assert.throws(() => guard.getUserOrFail())
    })

  test('records use after a while and renews the cookie', async ({ assert }) => {
    const { guard, asked, cookies } = setUp(token, { stale: true })
    await guard.check()
    assert.deepEqual([asked, cookies], [['find', 'touch'], [token]])
  })

  test('does not renew a token that was rotated meanwhile', async ({ assert }) => {
    const { guard, asked, cookies } = setUp(token, { stale: true }, false)
    assert.isTrue(await guard.check())
    assert.deepEqual([asked, cookies], [['find', 'touch'], []])
  })

  test('forgets the user after sign-out', async ({ assert }) => {
    const { guard, asked, cookies } = setUp(token, { stale: false })
    await guard.check()
    await guard.signOut()
    assert.throws(() => guard.getUserOrFail())
    assert.isFalse(guard.isAuthenticated)
    assert.deepEqual([asked, cookies], [['find', 'end'], ['gone']])
  })
})
