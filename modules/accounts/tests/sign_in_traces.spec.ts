import { test } from '@japa/runner'
import { Client, type Answer } from '#tests/support/client'
import { startServer, type RunningServer } from '#tests/support/server'
import { longRun } from '#tests/support/long_run'
import { waitUntil } from '#tests/support/wait_until'
import { newEmail, password, visit } from './support.ts'

const wrong = 'wrong password'

interface LogLine {
  msg: string
  request_id?: string
  [field: string]: unknown
}

const linesOf = (server: RunningServer): LogLine[] =>
  server
    .log()
    .split('\n')
    .filter((line) => line.startsWith('{'))
    .map((line) => JSON.parse(line))

/** Returns the log line of a request, which may appear shortly after the response. */
const lineOf = async (server: RunningServer, { headers }: Answer, messages: string[]): Promise<LogLine | undefined> => {
  const id = headers['x-request-id']
  const lines = () => linesOf(server).filter(({ request_id: of }) => of === id)
  await waitUntil('the log has a line of that call', () => lines().some(({ msg }) => msg === 'answered'))
  return lines().find(({ msg }) => messages.includes(msg))
}

const deviceCookie = ({ headers }: Answer) =>
  headers['set-cookie']!.find((line) => /^(__Host-)?facet_device=/.test(line))!.split(';')[0]!

test.group('Sign-in behind a trusted proxy', (group) => {
  let server: RunningServer
  group.setup(async () => {
    server = await startServer({ env: { TRUST_PROXY: 'true', RATE_LIMITS: 'on', APP_URL: 'https://facet.example' } })
    return async () => void (await server.stop())
  })

  const knock = (body: object, headers: Record<string, string> = {}) =>
    new Client(server.url).call('/api/login', { method: 'POST', body, headers })
  const notes = ['signed in', 'sign-in refused']

  test('logs user, address, method and reason, and no secret', async ({ assert }) => {
    const email = newEmail()
    const made = await new Client(server.url).post('/api/register', { email, password })
    const user = made.body.id
    const from = { 'x-forwarded-for': '203.0.113.7' }
    const good = await knock({ email, password }, from)
    const bad = await knock({ email, password: wrong }, from)
    const unknown = await knock({ email: `not-${email}`, password }, from)
    for (const [answer, expected] of [
      [made, { msg: 'signed in', way: 'register', user, address: '127.0.0.1' }],
      [good, { msg: 'signed in', way: 'password', user, address: '203.0.113.7' }],
      [bad, { msg: 'sign-in refused', way: 'password', user, address: '203.0.113.7', reason: 'wrong' }],
      [unknown, { msg: 'sign-in refused', way: 'password', user: null, address: '203.0.113.7', reason: 'wrong' }],
    ] as const)
      assert.deepInclude(await lineOf(server, answer, notes), expected)
    const secrets = [good, made].flatMap(({ headers }) =>
      headers['set-cookie']!.map((line) => line.split(';')[0]!.split('=')[1]!)
    )
    for (const secret of [email, password, wrong, ...secrets]) assert.notInclude(server.log(), secret)
  })

  test('logs each way to sign out once, and nothing without a session', async ({ assert }) => {
    const email = newEmail()
    const client = new Client(server.url)
    const { id: user } = (await client.post('/api/register', { email, password })).body
    const other = new Client(server.url)
    const signIn = () => other.post('/api/login', { email, password })
    await signIn()
    const [, another] = (await client.get('/api/user/sessions')).body
    const line = async (answer: Answer) => (await lineOf(server, answer, ['signed out'])) ?? null
    const end = await client.call(`/api/user/sessions/${another.id}`, { method: 'DELETE' })
    assert.deepInclude(await line(end), { which: 'another', user, address: '127.0.0.1' })
    const again = await client.call(`/api/user/sessions/${another.id}`, { method: 'DELETE' })
    assert.isNull(await line(again))
    assert.deepInclude(await line(await client.call('/api/user/sessions', { method: 'DELETE' })), {
      which: 'others',
      user,
    })
    const headers = { 'sec-fetch-site': 'same-origin', 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document' }
    const signOut = () => client.call('/api/logout', { headers })
    assert.deepInclude(await line(await signOut()), { which: 'own', user, address: '127.0.0.1' })
    assert.isNull(await line(await signOut()))
    await signIn()
    assert.deepInclude(await line(await other.post('/api/user/sign-out-everywhere')), { which: 'all', user })
  })

  for (const [forwardedFor, address] of [
    ['198.51.100.4', '198.51.100.4'],
    ['10.0.0.1, 127.0.0.1, 198.51.100.5', '198.51.100.5'],
    ['198.51.100.6, 2001:db8::7', '2001:db8::7'],
    ['198.51.100.4:50123', '198.51.100.4'],
    ['203.0.113.1:1, 198.51.100.9:443', '198.51.100.9'],
    ['198.51.100.6, [2001:db8::8]:443', '2001:db8::8'],
    ['[2001:db8::9]', '2001:db8::9'],
    ['\t198.51.100.10 ,', '198.51.100.10'],
    ['::ffff:198.51.100.11', '::ffff:198.51.100.11'],
    ['[198.51.100.8', '127.0.0.1'],
    ['198.51.100.8:port', '127.0.0.1'],
    ['198.51.100.8:1:2', '127.0.0.1'],
    ['', '127.0.0.1'],
    ['for the log: everything is fine', '127.0.0.1'],
    ['198.51.100.8, <script>', '127.0.0.1'],
    ['1.2.3.4.5', '127.0.0.1'],
  ] as const)
    test(`comes from ${address} when the proxy sends “${forwardedFor}”`, async ({ assert }) => {
      const answer = await knock({ email: newEmail(), password }, { 'x-forwarded-for': forwardedFor })
      assert.equal((await lineOf(server, answer, notes))?.address, address)
    })

  test('counts for the address that the proxy saw, ignoring earlier entries', async ({ assert }) => {
    const { rows } = await visit(server)
    for (let hop = 1; hop <= 3; hop++)
      await knock({ email: newEmail(), password }, { 'x-forwarded-for': `198.51.100.${hop}, 203.0.113.99` })
    const counted = await rows(`SELECT points FROM rate_limits WHERE key LIKE '%sign_in:address:203.0.113.99'`)
    assert.deepEqual(counted, [{ points: 3 }])
  })

  test('logs the proxy’s request id when it is valid', async ({ assert }) => {
    const named = async (id: string) => (await knock({}, { 'x-request-id': id })).headers['x-request-id']
    for (const id of ['4bf92f3577b34da6a3ce929d0e0e4736', '0198c5a6-0000-7000-8000-000000000000', 'req_1.2-abcdef'])
      assert.equal(await named(id), id)
    for (const id of [
      'short',
      'x'.repeat(65),
      'two words of mine',
      '{"json":"of mine"}',
      '<b>12345678</b>',
      '../../etc/x',
    ])
      assert.match(String(await named(id)), /^[0-9a-f]{8}-[0-9a-f-]{27}$/, id)
  }).tags(longRun)

  test('stays possible on a known device despite guesses from elsewhere', async ({ assert }) => {
    const email = newEmail()
    const made = await new Client(server.url).post('/api/register', { email, password })
    const cookie = deviceCookie(made)
    assert.match(cookie, /^__Host-facet_device=/)
    const other = await new Client(server.url).post('/api/register', { email: newEmail(), password })
    const status = async (typed: string, mark?: string) =>
      (await knock({ email, password: typed }, mark ? { cookie: mark } : {})).status

    for (let guess = 0; guess < 10; guess++) assert.equal(await status(wrong), 401)
    assert.equal(await status(password), 429)
    // Marks of other accounts and invented ones don't count.
    const [name, value] = cookie.split('=') as [string, string]
    const [id, mark] = value.split('.') as [string, string]
    for (const forged of [
      deviceCookie(other),
      `${name}=${id}`,
      `${name}=${id}.${mark.slice(1)}x`,
      `${name}=${mark}.${id}`,
    ])
      assert.equal(await status(password, forged), 429, forged)

    assert.equal(await status(password, cookie), 200)
    assert.equal(await status(password), 429)
    // A stolen device cookie allows no additional guesses.
    const guesses = await Promise.all(Array.from({ length: 12 }, () => status(wrong, cookie)))
    assert.deepEqual(guesses.toSorted(), [...Array(10).fill(401), 429, 429])
    assert.equal(await status(password, cookie), 429)
  }).tags(longRun)
})
