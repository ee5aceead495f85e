import app from '@adonisjs/core/services/app'
import { test } from '@japa/runner'
import { Accounts } from '../index.ts'
import { form, newEmail, password, visit } from './support.ts'

/** Returns the address in forms that look the same. */
const formsOf = (email: string) => [
  `\u200b${email}`,
  email.replace('@', '\u200b@'),
  `\u202a${email}\u202c`,
  `${email}\u00a0`,
  email.replace('@', '＠'),
  email.replace('example', 'exam\u00adple'),
  email.toUpperCase(),
]

test.group('An e-mail address', () => {
  test('is one account in all its forms', async ({ assert }) => {
    const { client, another } = await visit()
    const email = newEmail()
    const [first, ...others] = formsOf(email)
    const made = await client.post('/api/register', { email: first, password })
    assert.equal(made.status, 201)
    assert.equal(made.body.email, email)
    for (const other of [email, ...others])
      assert.equal((await another().post('/api/register', { email: other, password })).status, 409, other)
    for (const typed of [email, first, ...others])
      assert.equal((await another().post('/api/login', { email: typed, password })).status, 200, typed)
    assert.equal((await another().call('/api/login', form({ email: `${email}\u200e`, password }))).status, 303)
  })

  test('is one account in both forms of its domain', async ({ assert }) => {
    const { client, another } = await visit()
    const email = newEmail().replace('example', 'bücher')
    const ascii = email.replace('bücher', 'xn--bcher-kva')
    const made = await client.post('/api/register', { email, password })
    assert.equal(made.body.email, ascii)
    assert.equal((await another().post('/api/register', { email: ascii, password })).status, 409)
    assert.equal((await another().post('/api/login', { email: ascii, password })).status, 200)
    assert.equal((await another().post('/api/login', { email, password })).status, 200)
  })

  test('is refused when no mail could be sent to it', async ({ assert }) => {
    const { client } = await visit()
    for (const email of [
      '"a b"@example.test',
      'a@b@example.test',
      'robin@localhost',
      'robin@ex_ample.test',
      '\u200b',
      '\u200b@example.test',
    ])
      assert.equal((await client.post('/api/register', { email, password })).status, 422, email)
  })

  test('is the same in settings, for the operator and for forgotten passwords', async ({ assert }) => {
    const { client, another, rows } = await visit()
    const [email, other] = [newEmail(), newEmail()]
    await client.post('/api/register', { email, password })
    await another().post('/api/register', { email: other, password })
    assert.equal((await client.put('/api/user/settings', { email: `${other}\u200b` })).status, 409)
    const kept = await client.put('/api/user/settings', { email: `\ufeff${email}` })
    assert.equal(kept.status, 200)
    assert.equal(kept.body.email, email)
    const accounts = await app.container.make(Accounts)
    const opened = await accounts.open({ email: `${newEmail()}\u2060`, password })
    assert.isTrue(opened.ok)
    const [row] = await rows('SELECT email FROM users ORDER BY id DESC LIMIT 1')
    assert.notInclude(row.email, '\u2060')
  })

  test('is found by the operator in any form', async ({ assert }) => {
    const accounts = await app.container.make(Accounts)
    const email = newEmail()
    await accounts.open({ email, password })
    for (const typed of formsOf(email)) {
      assert.equal((await accounts.findByEmail(typed))?.email, email)
      assert.isTrue((await accounts.resetPassword(typed, password)).ok)
    }
  })
})
