import { test } from '@japa/runner'
import type { TestContext } from '@japa/runner/core'
import { createMigratedDatabase, startServer } from '#tests/support/server'
import { asking } from '#tests/support/databases'
import { Client, sessionCookie } from '#tests/support/client'
import { newWord } from './support.ts'

/** Terms change what registration asks for, so each test has a server of its own. */
const visit = async (cleanup: TestContext['cleanup']) => {
  const databaseUrl = await createMigratedDatabase()
  const server = await startServer({ databaseUrl })
  cleanup(() => server.stop().then(() => {}))
  const run = asking(databaseUrl)
  const visitor = new Client(server.url)
  const admin = await new Client(server.url).register()
  await run(`UPDATE users SET role = 'admin' WHERE id = $1`, [admin.user.id])
  const user = await new Client(server.url).register()
  const publish = (name: string, text: string) => admin.put(`/api/admin/pages/${name}`, { text })
  const register = (fields: object = {}) =>
    new Client(server.url).post('/api/register', {
      email: `${newWord()}@example.test`,
      password: 'correct horse',
      ...fields,
    })
  return { server, run, visitor, admin, user, publish, register }
}

test.group('The operator’s pages', () => {
  test('are published in versions by admins with a recent proof, and recorded', async ({ assert, cleanup }) => {
    const { run, visitor, admin, user, publish } = await visit(cleanup)
    assert.deepEqual((await visitor.get('/api/pages')).body, [])
    assert.equal((await visitor.get('/api/pages/terms')).status, 404)
    assert.equal((await visitor.get('/terms')).status, 404)
    const first = await publish('terms', ' # Terms\n\nBe kind. ')
    assert.deepInclude(first.body, { name: 'terms', version: 1, text: '# Terms\n\nBe kind.' })
    assert.deepInclude((await publish('terms', '# Terms\n\nBe kind.')).body, { version: 1 })
    assert.deepInclude((await publish('terms', 'Be kinder.')).body, { version: 2, text: 'Be kinder.' })
    const [listed, ...others] = (await visitor.get('/api/pages')).body
    assert.deepInclude(listed, { name: 'terms', version: 2 })
    assert.deepEqual(others, [])
    assert.deepInclude((await visitor.get('/api/pages/terms?version=1')).body, first.body)
    for (const unknown of ['terms?version=3', 'imprint', 'constructor'])
      assert.equal((await visitor.get(`/api/pages/${unknown}`)).status, 404, unknown)

    const longest = '🙂'.repeat(50_000)
    assert.equal((await publish('rules', longest)).status, 200)
    assert.equal((await publish('rules', `${longest}!`)).status, 422)
    assert.equal((await publish('rules', ' ')).status, 422)
    assert.equal((await publish('news', 'Hello')).status, 404)
    assert.equal((await user.put('/api/admin/pages/terms', { text: 'Mine' })).status, 403)
    await run(`UPDATE auth_sessions SET proven_at = now() - INTERVAL '2 hours' WHERE user_id = $1`, [admin.user.id])
    assert.deepInclude((await publish('terms', 'Others')).body, { code: 'proof_needed' })
    assert.deepEqual(
      await run(
        `SELECT actor_id, subject_name, before, after FROM admin_acts WHERE kind = 'page_published' ORDER BY id LIMIT 2`
      ),
      [
        {
          actor_id: admin.user.id,
          subject_name: 'terms',
          before: null,
          after: { version: 1, text: '# Terms\n\nBe kind.' },
        },
        {
          actor_id: admin.user.id,
          subject_name: 'terms',
          before: { version: 1, text: '# Terms\n\nBe kind.' },
          after: { version: 2, text: 'Be kinder.' },
        },
      ]
    )
  })

  test('are agreed to at registration, with version and time', async ({ assert, cleanup }) => {
    const { server, run, publish, register, visitor } = await visit(cleanup)
    assert.equal((await register()).status, 201)
    await publish('terms', 'Be kind.')
    await publish('privacy', 'We store little.')
    const refused = await register()
    assert.equal(refused.status, 422)
    assert.deepInclude(refused.body, { code: 'agreement_needed' })
    assert.deepEqual(
      refused.body.errors.map(({ field }: { field: string }) => field),
      ['termsVersion']
    )
    for (const version of [2, 0, 1.5, 'x', null]) assert.equal((await register({ termsVersion: version })).status, 422)
    const { status, body } = await register({ termsVersion: 1 })
    assert.equal(status, 201)
    assert.notProperty(body, 'agreementsWanted')
    const [agreement] = await run(
      `SELECT page, version, agreed_at > now() - INTERVAL '10 minutes' AS "isNew" FROM agreements WHERE user_id = $1`,
      [body.id]
    )
    assert.deepEqual(agreement, { page: 'terms', version: 1, isNew: true })

    // The form, which works without scripts.
    const page = await visitor.get('/api/login?mode=register')
    assert.match(page.text, /name="termsVersion"\s+value="1"/)
    assert.include(page.text, 'href="/privacy"')
    const form = (fields: Record<string, string>) =>
      fetch(`${server.url}/api/register`, {
        method: 'POST',
        redirect: 'manual',
        body: new URLSearchParams({ email: `${newWord()}@example.test`, password: 'correct horse', ...fields }),
      })
    const again = await form({})
    assert.equal(again.status, 422)
    assert.include(await again.text(), 'Please read the terms and agree to them.')
    const done = await form({ termsVersion: '1' })
    assert.equal(done.status, 303)
    assert.isTrue(done.headers.getSetCookie().some((cookie) => sessionCookie.test(cookie)))
  })

  test('are asked for once in each new version', async ({ assert, cleanup }) => {
    const { publish, user, visitor } = await visit(cleanup)
    const wanted = async () => (await user.get('/api/auth/user')).body.agreementsWanted
    const agree = (body: object) => user.post('/api/user/agreements', body)
    assert.isUndefined(await wanted())
    await publish('terms', 'Be kind.')
    await publish('rules', 'Whisper.')
    await publish('imprint', 'Jane Roe')
    assert.deepEqual(await wanted(), [
      { page: 'terms', version: 1, agreedVersion: null },
      { page: 'rules', version: 1, agreedVersion: null },
    ])
    assert.deepEqual((await agree({ termsVersion: 1 })).body.agreementsWanted, [
      { page: 'rules', version: 1, agreedVersion: null },
    ])
    assert.notProperty((await agree({ rulesVersion: 1 })).body, 'agreementsWanted')
    assert.equal((await agree({ rulesVersion: 1, termsVersion: 1 })).status, 200)
    await publish('terms', 'Be kinder.')
    assert.deepInclude((await agree({ termsVersion: 1 })).body, { code: 'page_changed' })
    assert.deepEqual(await wanted(), [{ page: 'terms', version: 2, agreedVersion: 1 }])
    assert.notProperty((await agree({ termsVersion: 2 })).body, 'agreementsWanted')
    assert.equal((await visitor.post('/api/user/agreements', { termsVersion: 2 })).status, 401)
    const { agreements } = JSON.parse((await user.get('/api/user/export')).text)
    assert.deepEqual(
      agreements.map(({ page, version }: { page: string; version: number }) => [page, version]),
      [
        ['rules', 1],
        ['terms', 1],
        ['terms', 2],
      ]
    )
  })
})
