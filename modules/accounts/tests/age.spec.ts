import { test } from '@japa/runner'
import type { TestContext } from '@japa/runner/core'
import { Client } from '#tests/support/client'
import { asking } from '#tests/support/databases'
import { createMigratedDatabase, newDataDir, startServer } from '#tests/support/server'
import { isAdultBlocked, type AgeSettings } from '../src/age/adult_access.ts'

const visit = async (cleanup: TestContext['cleanup'], env: Record<string, string> = {}) => {
  const databaseUrl = await createMigratedDatabase()
  const server = await startServer({ databaseUrl, env, dataDir: newDataDir() })
  cleanup(() => server.stop().then(() => {}))
  const client = await new Client(server.url).register()
  const author = await new Client(server.url).register()
  const { body: character } = await author.post('/api/characters', {
    name: 'Night Rose',
    description: 'Keeps a bar.',
    backstory: 'She was given the bar.',
    personality: 'Amused.',
    avatar: '/pictures/builtin/noor-avatar.webp',
    category: 'Limitless',
  })
  const run = asking(databaseUrl)
  const change = (body: object) => client.put('/api/user/settings', body)
  /** Whether the adult character is open to the user, as every module decides it. */
  const isOpen = async (headers: Record<string, string> = {}) => {
    const { body } = await client.call(`/api/characters/${character.id}`, { headers })
    return body.avatar !== null
  }
  const stored = async () =>
    (
      await run(
        `SELECT limitless_enabled AS "isOn", age_method AS method, age_stated_at IS NOT NULL AS "isTimed" FROM users WHERE id = $1`,
        [client.user.id]
      )
    )[0]
  return { server, client, run, change, isOpen, stored, character }
}

test.group('The age statement', () => {
  test('is made by turning adult content on, and kept as “of age”, method and time', async ({ assert, cleanup }) => {
    const { change, isOpen, stored, client } = await visit(cleanup)
    assert.isFalse(await isOpen())
    const turnedOn = await change({ limitlessEnabled: true })
    assert.isTrue(turnedOn.body.limitlessEnabled)
    assert.isNull(turnedOn.body.adultClosed)
    assert.isTrue(await isOpen())
    assert.deepEqual(await stored(), { isOn: true, method: 'statement', isTimed: true })
    // The statement stays, so that the switch may be turned off and on.
    await change({ limitlessEnabled: false })
    assert.isTrue((await change({ limitlessEnabled: true })).body.limitlessEnabled)
    assert.deepInclude(JSON.parse((await client.get('/api/user/export')).text).account, { ageMethod: 'statement' })
  })

  test('turns adult content off when it is withdrawn', async ({ assert, cleanup }) => {
    const { change, isOpen, stored } = await visit(cleanup)
    await change({ limitlessEnabled: true, isOfAge: true })
    const withdrawn = await change({ isOfAge: false, limitlessEnabled: true })
    assert.isFalse(withdrawn.body.limitlessEnabled)
    assert.isFalse(await isOpen())
    assert.deepEqual(await stored(), { isOn: false, method: null, isTimed: false })
  })

  test('is asked of users who turned adult content on before, to whom it is closed until then', async ({
    assert,
    cleanup,
  }) => {
    const { client, run, change, isOpen } = await visit(cleanup)
    await run('UPDATE users SET limitless_enabled = true WHERE id = $1', [client.user.id])
    assert.deepInclude((await client.get('/api/auth/user')).body, { limitlessEnabled: false, adultClosed: 'age' })
    assert.isFalse(await isOpen())
    const stated = await change({ isOfAge: true })
    assert.isTrue(stated.body.limitlessEnabled)
    assert.isNull(stated.body.adultClosed)
    assert.isTrue(await isOpen())
  })
})

test.group('Countries without adult content', () => {
  const settings: AgeSettings = {
    blockedCountries: ['DE', 'FR'],
    countryHeader: 'cf-ipcountry',
    blocksUnknown: false,
    provider: null,
  }
  const from = (country: string | undefined, more: Partial<AgeSettings> = {}) =>
    isAdultBlocked({ ...settings, ...more }, { request: { header: () => country } as never })

  test('are known by the header, and unknown ones follow the setting', ({ assert }) => {
    for (const country of ['DE', 'fr', ' DE ']) assert.isTrue(from(country), country)
    for (const country of ['US', undefined, '', 'XX', 'T1', 'Germany', 'DE,US']) assert.isFalse(from(country), country)
    for (const country of [undefined, '', 'XX', 'T1', 'DE,US'])
      assert.isTrue(from(country, { blocksUnknown: true }), country)
    assert.isFalse(from('US', { blocksUnknown: true }))
    assert.isFalse(from('DE', { countryHeader: null }))
    assert.isFalse(from('DE', { blockedCountries: [], blocksUnknown: true }))
  })

  test('close adult content behind a trusted proxy', async ({ assert, cleanup }) => {
    const { client, change, isOpen } = await visit(cleanup, {
      TRUST_PROXY: 'true',
      COUNTRY_HEADER: 'CF-IPCountry',
      ADULT_BLOCKED_COUNTRIES: 'DE, FR',
    })
    await change({ limitlessEnabled: true, isOfAge: true })
    const [there, here] = [{ 'cf-ipcountry': 'DE' }, { 'cf-ipcountry': 'US' }]
    assert.isFalse(await isOpen(there))
    assert.isTrue(await isOpen(here))
    assert.isTrue(await isOpen())
    const user = await client.call('/api/auth/user', { headers: there })
    assert.deepInclude(user.body, { limitlessEnabled: false, adultClosed: 'country' })
    const refused = await client.call('/api/user/settings', {
      method: 'PUT',
      body: { limitlessEnabled: true },
      headers: there,
    })
    assert.deepInclude(refused.body, { code: 'adult_blocked' })
  })
})

test.group('An age check', () => {
  test('replaces the statement, and is bound to its user', async ({ assert, cleanup }) => {
    const { server, client, change, isOpen, stored } = await visit(cleanup, { AGE_PROVIDER: 'sandbox' })
    await change({ isOfAge: true })
    assert.deepInclude((await change({ limitlessEnabled: true, isOfAge: true })).body, { code: 'age_needed' })
    assert.deepInclude((await client.get('/api/user/settings')).body, { isOfAge: false, ageCheck: 'the test provider' })
    const begin = async () => (await client.post('/api/user/age-check')).body as { url: string; check: string }
    const decide = async (url: string, outcome: string) =>
      fetch(new URL(new URL(url).pathname, server.url), {
        method: 'POST',
        redirect: 'manual',
        body: new URLSearchParams({ outcome }),
      })
    const finish = (check: string, as = client) => as.post('/api/user/age-check/outcome', { check })

    const young = await begin()
    assert.deepInclude((await finish(young.check)).body, { code: 'age_pending' })
    const left = await decide(young.url, 'under_age')
    assert.equal(left.status, 303)
    assert.match(left.headers.get('location')!, /\/settings\/content\?age=checked$/)
    assert.deepInclude((await finish(young.check)).body, { code: 'under_age' })
    assert.isFalse(await isOpen())

    const begun = await begin()
    await decide(begun.url, 'of_age')
    const other = await new Client(server.url).register()
    for (const check of ['x', `${begun.check}x`])
      assert.deepInclude((await finish(check)).body, { code: 'invalid_check' })
    assert.deepInclude((await finish(begun.check, other)).body, { code: 'invalid_check' })
    assert.isTrue((await finish(begun.check)).body.limitlessEnabled)
    assert.isTrue(await isOpen())
    assert.deepEqual(await stored(), { isOn: true, method: 'sandbox', isTimed: true })
    assert.isFalse((await change({ isOfAge: false })).body.limitlessEnabled)
  })

  test('may be begun ten times an hour, because checks cost money', async ({ assert, cleanup }) => {
    const { client } = await visit(cleanup, { AGE_PROVIDER: 'sandbox', RATE_LIMITS: 'on' })
    for (let n = 1; n <= 10; n++) assert.equal((await client.post('/api/user/age-check')).status, 200)
    const refused = await client.post('/api/user/age-check')
    assert.equal(refused.status, 429)
    assert.isAbove(Number(refused.headers['retry-after']), 0)
  })

  test('is unknown without a provider', async ({ assert, cleanup }) => {
    const { client } = await visit(cleanup)
    assert.equal((await client.post('/api/user/age-check')).status, 404)
    assert.equal((await client.post('/api/user/age-check/outcome', { check: 'x' })).status, 404)
  })
})
