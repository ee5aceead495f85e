import { test } from '@japa/runner'
import { welcomeRubies } from '#config/economy'
import type { Answer } from '#tests/support/client'
import type { AdminUser } from '../api.ts'
import { newWord, nextOf, visitServer } from './support.ts'

const names = (users: AdminUser[]) => users.map(({ id }) => id)

test.group('The list of users', () => {
  test('includes profile, disabled state and debt', async ({ assert }) => {
    const { admin, user, run } = await visitServer()
    await run(`SELECT ledger_take_back($1, $2, 'refund', 'Refund', 'test')`, [user.user.id, welcomeRubies + 20])
    await user.put('/api/user/settings', { personaName: 'Captain' })
    const { status, body } = await admin.get(`/api/admin/users?q=${user.user.email}`)
    assert.equal(status, 200)
    const { rubyDebt: _, ...own } = (await user.get('/api/auth/user')).body
    const [{ disabledAt, debt, ...listed }] = body as [AdminUser]
    assert.deepEqual(listed, own)
    assert.deepInclude(listed, { personaName: 'Captain', rubies: 0 })
    assert.equal(debt, 20)
    assert.isNull(disabledAt)
    assert.lengthOf(body, 1)
  })

  test('counts each user’s messages and characters', async ({ assert }) => {
    const { admin, user, run, word } = await visitServer()
    await run(`INSERT INTO characters (name, created_by) VALUES ('Mo', $1), ('Ann', $1)`, [user.user.id])
    await run(
      `INSERT INTO chat_sessions (user_id, character_id, messages_written)
       SELECT $1, id, 3 FROM characters WHERE created_by = $1`,
      [user.user.id]
    )
    const { body } = await admin.get(`/api/admin/users?q=${word}`)
    assert.deepEqual(
      (body as AdminUser[]).map(({ id, stats }) => [id, stats]),
      [user, admin]
        .map(({ user: { id } }) => id as string)
        .sort()
        .reverse()
        .map((id) =>
          id === user.user.id
            ? [id, { messagesWritten: 6, charactersCreated: 2 }]
            : [id, { messagesWritten: 0, charactersCreated: 0 }]
        )
    )
  })

  test('searches parts of names, e-mail and username, ignoring case', async ({ assert }) => {
    const { admin, newUser } = await visitServer()
    const word = newWord()
    const email = `e-${word}@mail.example.test`
    const found = await newUser({ firstName: `Ada ${word}f`, lastName: `l${word}`, email })
    assert.equal((await found.put('/api/user/username', { username: `u_${word}`.slice(0, 30) })).status, 200)
    const search = async (q: string) => names((await admin.get(`/api/admin/users?q=${encodeURIComponent(q)}`)).body)
    for (const q of [`${word}F`, `L${word}`, `a ${word}f l${word}`.toUpperCase(), email, `-${word}@MAIL`, ` ${word} `])
      assert.deepEqual(await search(q), [found.user.id], q)
    assert.include(await search(`U_${word}`.slice(0, 30)), found.user.id)
    assert.deepEqual(await search(`${word}fl${word}`), [])
    assert.deepEqual(await search(`${word}%`), [])
    assert.deepEqual(await search(`${word}_`), [])
  })

  test('searches for one or two letters of any script, at any position', async ({ assert }) => {
    const { admin, newUser } = await visitServer()
    const found = await newUser({ firstName: 'ϗ€ξ', lastName: 'Журавлёва ∞∞∞' })
    const search = async (q: string) => names((await admin.get(`/api/admin/users?q=${encodeURIComponent(q)}`)).body)
    for (const q of ['€', '€ξ', 'ϗ€ξ', 'УРАВЛ', 'вл', '∞∞∞', '€ξ журавлёва'])
      assert.include(await search(q), found.user.id, q)
    assert.deepEqual(await search('€ϗ'), [])
    assert.deepEqual(await search('ξϗ€'), [])
  })

  test('pages newest first without gaps or repeats while it grows', async ({ assert }) => {
    const { admin, newUser } = await visitServer()
    const word = newWord()
    const made: string[] = []
    for (let index = 0; index < 5; index++) made.push((await newUser({ lastName: word })).user.id)
    const seen: string[] = []
    let path: string | null = `/api/admin/users?q=${word}&limit=2`
    while (path) {
      const answer: Answer<AdminUser[]> = await admin.get(path)
      seen.push(...names(answer.body))
      await newUser({ lastName: word })
      path = nextOf(answer)
    }
    assert.deepEqual(seen, made.toReversed())
  })

  test('excludes the built-in account', async ({ assert }) => {
    const { admin } = await visitServer()
    assert.deepEqual((await admin.get('/api/admin/users?q=characters@built-in')).body, [])
  })

  test('returns 422 for an invalid limit, cursor or search', async ({ assert }) => {
    const { admin } = await visitServer()
    for (const query of [
      'limit=0',
      'limit=501',
      'limit=x',
      'cursor=x',
      'cursor=WyJ4Il0',
      'cursor=W251bGxd',
      `q=${'x'.repeat(201)}`,
    ])
      assert.equal((await admin.get(`/api/admin/users?${query}`)).status, 422, query)
    assert.equal((await admin.get('/api/admin/users?limit=500&q=')).status, 200)
  })
})
