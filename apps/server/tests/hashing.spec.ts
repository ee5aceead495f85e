import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { test } from '@japa/runner'
import { brand } from '#config/brand'
import { Client } from '#tests/support/client'
import { startServer, type RunningServer } from '#tests/support/server'
import { longRun } from '#tests/support/long_run'
import { waitUntil } from '#tests/support/wait_until'

const preload = (name: string) => ({
  NODE_OPTIONS: `--import=${pathToFileURL(join(import.meta.dirname, '../../../tests/support', name))}`,
})

/** Sends SIGUSR2 and waits for the output of the preloaded script. */
const signal = async ({ process, log }: RunningServer, printed: string) => {
  process.kill('SIGUSR2')
  await waitUntil(
    () => `the server printed "${printed}":\n${log()}`,
    () => log().includes(printed)
  )
}

const password = 'correct horse'
const wrong = { email: 'nobody@example.test', password: 'wrong horse' }

/** Returns the paths of a browser's first requests, for pages and their files. */
const firstPaths = (page: string) => [
  '/',
  '/favicon.svg',
  '/pages.css',
  '/pages.js',
  '/api/login',
  '/health/live',
  ...new Set([...page.matchAll(/(?:href|src)="(\/assets\/[^"]+)"/g)].map(([, path]) => path!)),
]

test.group('Password hashing', () => {
  test('serves pages, files and sign-ins while every libuv thread is busy', async ({ assert, cleanup }) => {
    const server = await startServer({ env: { ...preload('hold_threads.mjs'), UV_THREADPOOL_SIZE: '1' } })
    cleanup(() => server.kill('SIGKILL'))
    const client = new Client(server.url)
    const person = await new Client(server.url).register()
    const paths = firstPaths((await client.get('/')).text)
    await client.post('/api/login', wrong)
    assert.isAbove(paths.length, 10)
    await signal(server, 'libuv thread held')

    const headers = { 'accept-encoding': 'gzip' }
    for (const path of paths) assert.equal((await client.call(path, { headers })).status, 200, path)
    assert.equal((await client.post('/api/login', wrong)).status, 401)
    assert.equal((await client.post('/api/login', { email: person.user.email, password })).status, 200)
    assert.equal((await client.get('/api/characters')).status, 200)
  }).tags(longRun)

  test('answers 503 with Retry-After when its queue is full, and serves everything else', async ({
    assert,
    cleanup,
  }) => {
    // Uses the hashing cost and queue length of a production server.
    const server = await startServer({ env: { ...preload('hold_hashing.mjs'), NODE_ENV: 'development' } })
    cleanup(() => server.kill('SIGKILL'))
    const client = new Client(server.url)
    const person = await new Client(server.url).register()
    await client.post('/api/login', wrong)
    await signal(server, 'hashing held')

    const full = 30
    const refused: Awaited<ReturnType<Client['call']>>[] = []
    let markRefused: () => void
    const firstRefused = new Promise<void>((resolve) => (markRefused = resolve))
    const tries = Array.from({ length: full }, async () => {
      const answer = await new Client(server.url).post('/api/login', wrong)
      if (answer.status === 503) refused.push(answer)
      if (refused.length > 0) markRefused()
      return answer.status
    })
    await firstRefused
    assert.equal(refused[0]!.body.code, 'busy')
    assert.match(String(refused[0]!.headers['retry-after']), /^[1-9]\d*$/)

    for (const path of ['/', '/api/characters', '/health/ready', `${brand.signInPictures[0]}?w=384`])
      assert.equal((await client.get(path)).status, 200, path)
    const asForm = (fields: Record<string, string>) => ({
      method: 'POST',
      rawBody: new URLSearchParams(fields).toString(),
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    })
    for (const path of ['/api/login', '/api/register']) {
      const page = await client.call(path, asForm({ email: 'somebody@example.test', password: 'a long password' }))
      assert.equal(page.status, 503, path)
      assert.match(String(page.headers['retry-after']), /^[1-9]\d*$/)
      assert.include(page.text, 'Please try again in a few seconds.')
      assert.include(page.text, 'value="somebody@example.test"')
    }
    const own = [
      ['PUT', '/api/user/password', { currentPassword: password, newPassword: 'another horse' }],
      ['POST', '/api/user/proof', { currentPassword: password }],
      ['DELETE', '/api/user', { currentPassword: password }],
    ] as const
    for (const [method, path, body] of own) {
      const answer = await person.call(path, { method, body })
      assert.equal(answer.status, 503, path)
      assert.equal(answer.body.code, 'busy')
    }

    await signal(server, 'hashing released')
    const statuses = await Promise.all(tries)
    assert.equal(statuses.filter((status) => status === 503).length, refused.length)
    assert.isTrue(
      statuses.every((status) => status === 401 || status === 503),
      statuses.join(' ')
    )
    assert.equal((await client.post('/api/login', { email: person.user.email, password })).status, 200)
  }).tags(longRun)
})
