import app from '@adonisjs/core/services/app'
import { Database } from '@adonisjs/lucid/database'
import { test } from '@japa/runner'
import { Client } from '#tests/support/client'
import { startServer, type RunningServer } from '#tests/support/server'
import { limits } from '../api.ts'
import { Accounts, SignUps } from '../index.ts'
import { WaitingList } from '../src/sign_up/waiting_list.ts'
import { newNetwork, signUpOn } from './sign_up_support.ts'
import { form, newEmail, password } from './support.ts'

let server: RunningServer

test.group('The waiting list', (group) => {
  group.setup(async () => {
    server = await startServer({ env: { SIGN_UP: 'closed', RATE_LIMITS: 'on', TRUST_PROXY: 'true' } })
    return () => server.kill('SIGKILL')
  })

  const join = (email: unknown, from = newNetwork()) =>
    new Client(server.url).call('/api/waiting-list', {
      method: 'POST',
      body: { email },
      headers: { 'x-forwarded-for': from },
    })

  test('takes each address once and answers the same again', async ({ assert }) => {
    const { rows } = signUpOn(server)
    const email = newEmail()
    const answers = [await join(email), await join(email.toUpperCase())]
    assert.deepEqual(answers[0]!.body, answers[1]!.body)
    assert.deepEqual([answers[0]!.status, answers[1]!.status], [200, 200])
    assert.lengthOf(await rows('SELECT FROM waiting_list WHERE lower(email) = $1', [email]), 1)
    const longest = `${'a'.repeat(64)}@${'b'.repeat(63)}.${'c'.repeat(63)}.${'d'.repeat(56)}.test`.slice(0, 254)
    assert.equal(longest.length, 254)
    assert.equal((await join(longest)).status, 200)
    for (const wrong of [undefined, 'nothing', 7, `a${longest}`]) assert.equal((await join(wrong)).status, 422)
  })

  test('is offered instead of the form while sign-up is closed, and works without scripts', async ({ assert }) => {
    const visitor = new Client(server.url)
    const page = await visitor.get('/api/login?mode=register')
    assert.include(page.text, 'New accounts can’t be created at the moment.')
    assert.notInclude(page.text, 'action="/api/register"')
    assert.include((await visitor.get('/api/login')).text, 'action="/api/login"')
    const wrong = await visitor.call('/api/waiting-list', form({ email: 'nothing' }))
    assert.deepEqual([wrong.status, wrong.text.includes('value="nothing"')], [422, true])
    const done = await visitor.call('/api/waiting-list', form({ email: newEmail() }))
    assert.deepEqual([done.status, done.text.includes('You’re on the list')], [200, true])
  })

  test('is limited per network, and closed while everyone may sign up', async ({ assert }) => {
    const from = newNetwork()
    for (let count = 1; count <= limits.waitingRequestsPerHour; count++)
      assert.equal((await join(newEmail(), from)).status, 200)
    assert.equal((await join(newEmail(), from)).status, 429)
    const { setRules } = signUpOn(server)
    await setRules('open')
    assert.deepEqual((await join(newEmail())).body.code, 'sign_up_open')
    await setRules(null)
  })

  test('loses an address that opens an account', async ({ assert }) => {
    const { rows, setRules, register } = signUpOn(server)
    const email = newEmail()
    await join(email)
    await setRules('open')
    assert.equal((await register(undefined, { email: email.toUpperCase() })).status, 201)
    await setRules(null)
    assert.isEmpty(await rows('SELECT FROM waiting_list WHERE email = $1', [email]))
  })
})

test('The waiting list is paged, oldest first, and forgets addresses after 90 days', async ({ assert }) => {
  const [list, signUps] = [await app.container.make(WaitingList), await app.container.make(SignUps)]
  const db = await app.container.make(Database)
  const emails = [newEmail(), newEmail(), newEmail()]
  for (const email of emails) await list.add(email)
  const first = (await signUps.waitingList({ limit: 2 }))!
  assert.lengthOf(first.items, 2)
  const rest = (await signUps.waitingList({ limit: 500, cursor: first.next! }))!
  const all = [...first.items, ...rest.items].map(({ email }) => email)
  assert.deepEqual(all.slice(-3), emails)
  assert.isNull(await signUps.waitingList({ limit: 2, cursor: 'x' }))

  const age = (email: string, days: string) =>
    db.rawQuery('UPDATE waiting_list SET created_at = now() - ?::interval WHERE email = ?', [days, email])
  await age(emails[0]!, '90 days')
  await age(emails[1]!, '89 days 23 hours')
  await list.purge()
  const left = (await signUps.waitingList({ limit: 500 }))!.items.map(({ email }) => email)
  assert.deepEqual(
    emails.map((email) => left.includes(email)),
    [false, true, true]
  )
})

test('Unused invitations are forgotten 90 days after their end, used ones stay', async ({ assert }) => {
  const db = await app.container.make(Database)
  const opened = await (await app.container.make(Accounts)).open({ email: newEmail(), password })
  if (!opened.ok) throw new Error(opened.failure.kind)
  const { userId } = opened.value
  const { rows } = await db.rawQuery(
    `INSERT INTO invitations (token_hash, inviter_id, uses, used, note, expires_at)
     SELECT sha256(note::bytea), ?::uuid, 1, used, note, now() - ended::interval
     FROM (VALUES ('old', 0, '90 days'), ('used', 1, '90 days'), ('recent', 0, '89 days 23 hours')) AS each (note, used, ended)
     RETURNING id`,
    [userId]
  )
  assert.lengthOf(rows, 3)
  await (await app.container.make(WaitingList)).purge()
  const { rows: left } = await db.rawQuery('SELECT note FROM invitations WHERE inviter_id = ?::uuid ORDER BY note', [
    userId,
  ])
  assert.deepEqual(left, [{ note: 'recent' }, { note: 'used' }])
})
