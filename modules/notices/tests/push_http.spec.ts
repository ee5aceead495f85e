import { test } from '@japa/runner'
import { newId } from '#modules/kernel/ids'
import { Client } from '#tests/support/client'
import { asking } from '#tests/support/databases'
import { newReceiver } from '#tests/support/push_receiver'
import { sharedServer } from '#tests/support/server'
import { pushLimits, type PushState, type PushSubscriptionBody } from '../api.ts'

const setUp = async () => {
  const { url, databaseUrl } = await sharedServer()
  const [client, run] = [await new Client(url).register(), asking(databaseUrl)]
  const state = async (of = client) => (await of.get('/api/push')).body as PushState
  const { publicKey } = await state()
  const body = (changes: Partial<PushSubscriptionBody> = {}): PushSubscriptionBody => ({
    endpoint: `https://push.example/${newId()}`,
    keys: newReceiver().keys,
    publicKey,
    showsTexts: false,
    ...changes,
  })
  const subscribe = (changes: Partial<PushSubscriptionBody> = {}, of = client) =>
    of.put('/api/push/subscription', body(changes))
  /** Signs in with another browser. */
  const enter = async () => {
    const browser = new Client(url)
    await browser.post('/api/login', { email: client.user.email, password: 'correct horse' })
    return browser
  }
  const stored = () => run('SELECT * FROM push_subscriptions WHERE user_id = $1 ORDER BY created_at', [client.user.id])
  return { url, client, run, state, body, subscribe, enter, stored, publicKey }
}

test.group('The subscription of a browser', () => {
  test('is its session’s: saved, replaced, renewed and removed', async ({ assert }) => {
    const { state, subscribe, stored, client, enter, publicKey, run } = await setUp()
    assert.deepEqual(await state(), { publicKey, device: null })
    const endpoint = `https://push.example/${newId()}`
    assert.equal((await subscribe({ endpoint })).status, 200)
    assert.deepEqual(await state(), { publicKey, device: { endpoint, showsTexts: false, isOutdated: false } })
    assert.equal((await subscribe({ endpoint, showsTexts: true })).status, 200)
    assert.isTrue((await state()).device!.showsTexts)
    assert.lengthOf(await stored(), 1)
    const other = await enter()
    assert.isNull((await state(other)).device)
    await run('UPDATE push_subscriptions SET server_key = $2 WHERE user_id = $1', [client.user.id, 'a'.repeat(87)])
    assert.isTrue((await state()).device!.isOutdated)
    assert.equal((await client.delete('/api/push/subscription')).status, 200)
    assert.equal((await client.delete('/api/push/subscription')).status, 200)
    assert.deepEqual(await stored(), [])
  })

  test('moves with the browser to another session of the user', async ({ assert }) => {
    const { state, subscribe, stored, enter } = await setUp()
    const endpoint = `https://push.example/${newId()}`
    await subscribe({ endpoint })
    const other = await enter()
    await subscribe({ endpoint }, other)
    assert.lengthOf(await stored(), 1)
    assert.isNull((await state()).device)
    assert.equal((await state(other)).device!.endpoint, endpoint)
  })

  test('takes an address of 1,024 characters, https alone, and no private host', async ({ assert }) => {
    const { subscribe, stored } = await setUp()
    const longest = `https://push.example/${'a'.repeat(pushLimits.endpointMax - 21)}`
    assert.equal((await subscribe({ endpoint: longest })).status, 200)
    for (const endpoint of [
      `${longest}a`,
      'http://push.example/1',
      'https://10.0.0.1/1',
      'https://127.0.0.1/1',
      'https://2130706433/1',
      'https://[::ffff:127.0.0.1]/1',
      'https://169.254.169.254/latest',
      'https://push.example:22/1',
      'https://ann:secret@push.example/1',
      'push.example',
      '',
    ]) {
      const refused = await subscribe({ endpoint })
      assert.equal(refused.status, 422, endpoint)
      assert.equal(refused.body.errors[0].field, 'endpoint')
    }
    assert.deepEqual(
      (await stored()).map(({ endpoint }) => endpoint),
      [longest]
    )
  })

  test('takes the keys of browsers and of this server only', async ({ assert }) => {
    const { subscribe, stored } = await setUp()
    const { p256dh, auth } = newReceiver().keys
    assert.equal((await subscribe({ keys: { p256dh: 'a'.repeat(87), auth } })).status, 422)
    assert.equal((await subscribe({ keys: { p256dh, auth: 'AA' } })).status, 422)
    assert.equal((await subscribe({ keys: {} as never })).status, 422)
    const outdated = await subscribe({ publicKey: p256dh })
    assert.deepEqual([outdated.status, outdated.body.code], [409, 'outdated_key'])
    assert.deepEqual(await stored(), [])
  })

  test('is the eleventh of a user at the cost of the oldest, also when two come at once', async ({ assert }) => {
    const { subscribe, stored, enter, run, client } = await setUp()
    const browsers: Client[] = []
    for (let n = 0; n < pushLimits.devices + 1; n++) browsers.push(await enter())
    await subscribe()
    for (const browser of browsers.slice(0, pushLimits.devices - 1)) await subscribe({}, browser)
    const before = await stored()
    assert.lengthOf(before, pushLimits.devices)
    await Promise.all(browsers.slice(-2).map((browser) => subscribe({}, browser)))
    const after = await stored()
    assert.lengthOf(after, pushLimits.devices)
    const kept = after.map(({ session_id }) => session_id)
    for (const { session_id } of before.slice(0, 2)) assert.notInclude(kept, session_id)
    await run('DELETE FROM push_subscriptions WHERE user_id = $1', [client.user.id])
  })

  test('goes with its session, however that ends', async ({ assert }) => {
    const { subscribe, stored, enter, client, run, url } = await setUp()
    const sessions = async () => (await stored()).map(({ session_id }) => session_id)
    const inNew = async () => {
      const browser = await enter()
      await subscribe({}, browser)
      return browser
    }
    await subscribe()
    const own = await sessions()

    const left = await inNew()
    assert.lengthOf(await sessions(), 2)
    await left.get('/api/logout')
    assert.deepEqual(await sessions(), own)

    await inNew()
    const [, other] = await sessions()
    await client.delete(`/api/user/sessions/${other}`)
    assert.deepEqual(await sessions(), own)

    await inNew()
    await client.delete('/api/user/sessions')
    assert.deepEqual(await sessions(), own)

    await inNew()
    await client.put('/api/user/password', { currentPassword: 'correct horse', newPassword: 'sparrow lantern 8' })
    assert.deepEqual(await sessions(), own)

    await client.post('/api/user/sign-out-everywhere')
    assert.deepEqual(await sessions(), [])

    const gone = await new Client(url).register()
    await subscribe({}, gone)
    const storedOf = () => run('SELECT user_id FROM push_subscriptions WHERE user_id = $1', [gone.user.id])
    assert.lengthOf(await storedOf(), 1)
    const deleted = await gone.call('/api/user', { method: 'DELETE', body: { currentPassword: 'correct horse' } })
    assert.equal(deleted.status, 200)
    assert.deepEqual(await storedOf(), [])
  })

  test('is in the account’s export without its address and keys', async ({ assert }) => {
    const { subscribe, client } = await setUp()
    await subscribe()
    const { body } = await client.get('/api/user/export')
    assert.lengthOf(body.pushDevices, 1)
    assert.sameMembers(Object.keys(body.pushDevices[0]), ['createdAt', 'showsTexts'])
  })
})
