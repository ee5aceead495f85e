import { test } from '@japa/runner'
import { sharedStage } from '#tests/support/stage'
import { webhookLimits, type CreatedWebhook, type NewWebhook } from '../api.ts'

const outcome = ({ status, body }: { status: number; body: any }) => [status, body?.code]

const setUp = async () => {
  const stage = await sharedStage()
  const visitor = await stage.visitor()
  const create = (webhook: Partial<NewWebhook> = {}) =>
    visitor.post('/api/outgoing-webhooks', {
      url: 'https://events.example/facet',
      events: ['chat.created'],
      ofInstance: false,
      ...webhook,
    })
  return { stage, visitor, create }
}

test.group('Webhooks', () => {
  test('have a secret that is shown once and stored encrypted', async ({ assert }) => {
    const { stage, visitor, create } = await setUp()
    const { webhook, secret } = (await create()).body as CreatedWebhook
    assert.match(secret, /^whsec_[A-Za-z0-9+/]{43}=$/)
    assert.deepEqual((await visitor.get('/api/outgoing-webhooks')).body, [webhook])
    const stored = async () => {
      const { rows } = await stage.db.query('SELECT * FROM webhooks WHERE user_id = $1', [visitor.user.id])
      return JSON.stringify(rows)
    }
    assert.notInclude(await stored(), secret.slice(6))
    const before = Date.now()
    const rotated = (await visitor.post(`/api/outgoing-webhooks/${webhook.id}/secret`, {})).body
    assert.notEqual(rotated.secret, secret)
    assert.isAbove(Date.parse(rotated.earlierUntil), before + 23 * 3_600_000)
    assert.notInclude(await stored(), rotated.secret.slice(6))
    const { text } = await visitor.get('/api/user/export')
    assert.include(text, webhook.url)
    assert.notInclude(text, rotated.secret.slice(6))
  })

  test('take the longest address, and no more than ten of a user', async ({ assert }) => {
    const { visitor, create } = await setUp()
    const longest = `https://events.example/${'x'.repeat(webhookLimits.urlMax)}`.slice(0, webhookLimits.urlMax)
    assert.deepEqual(outcome(await create({ url: `${longest}x` })), [422, 'validation_failed'])
    assert.equal((await create({ url: longest })).status, 201)
    for (let count = 1; count < webhookLimits.webhooksMax; count++) assert.equal((await create()).status, 201)
    assert.deepEqual(outcome(await create()), [409, 'too_many_webhooks'])
    const [first] = (await visitor.get('/api/outgoing-webhooks')).body
    assert.equal((await visitor.call(`/api/outgoing-webhooks/${first.id}`, { method: 'DELETE' })).status, 200)
    assert.equal((await create()).status, 201)
  })

  test('lead to public addresses only', async ({ assert }) => {
    const { visitor, create } = await setUp()
    const closed = [
      'http://127.0.0.1/',
      'http://2130706433/',
      'http://0177.0.0.1/',
      'http://[::1]/',
      'http://[::ffff:10.0.0.1]/',
      'http://169.254.169.254/latest',
      'http://192.168.1.1/',
      'https://events.example:8443/',
      'https://user:word@events.example/',
      'ftp://events.example/',
      'javascript:alert(1)',
      'events.example',
    ]
    for (const url of closed) assert.deepEqual(outcome(await create({ url })), [422, 'validation_failed'], url)
    const { webhook } = (await create()).body as CreatedWebhook
    for (const url of closed)
      assert.deepEqual(
        outcome(await visitor.put(`/api/outgoing-webhooks/${webhook.id}`, { url })),
        [422, 'validation_failed'],
        url
      )
  })

  test('of the instance are for admins, and stand in the audit log', async ({ assert }) => {
    const { stage, visitor, create } = await setUp()
    assert.deepEqual(outcome(await create({ events: ['user.created'] })), [403, 'forbidden'])
    assert.deepEqual(outcome(await create({ ofInstance: true })), [403, 'forbidden'])
    const own = (await create()).body as CreatedWebhook
    const widen = visitor.put(`/api/outgoing-webhooks/${own.webhook.id}`, { events: ['report.created'] })
    assert.deepEqual(outcome(await widen), [403, 'forbidden'])
    const admin = await stage.visitor()
    await stage.makeAdmin(admin)
    const made = await admin.post('/api/outgoing-webhooks', {
      url: 'https://ops.example/',
      events: ['user.created'],
      ofInstance: true,
    })
    const { id } = (made.body as CreatedWebhook).webhook
    assert.equal((await admin.put(`/api/outgoing-webhooks/${id}`, { isOn: false })).body.offBecause, 'owner')
    await admin.call(`/api/outgoing-webhooks/${id}`, { method: 'DELETE' })
    const { rows } = await stage.db.query(
      `SELECT before->'isOn' AS before, after->'isOn' AS after FROM admin_acts WHERE actor_id = $1 AND kind = 'webhook_changed' ORDER BY id`,
      [admin.user.id]
    )
    assert.deepEqual(rows, [
      { before: null, after: true },
      { before: true, after: false },
      { before: false, after: null },
    ])
  })

  test('are their own user’s, and send nothing while they are off', async ({ assert }) => {
    const { stage, visitor, create } = await setUp()
    const { webhook } = (await create()).body as CreatedWebhook
    const stranger = await stage.visitor()
    const path = `/api/outgoing-webhooks/${webhook.id}`
    assert.equal((await stranger.get(`${path}/deliveries`)).status, 404)
    assert.equal((await stranger.put(path, { isOn: false })).status, 404)
    assert.equal((await stranger.post(`${path}/ping`, {})).status, 404)
    assert.equal((await stranger.call(path, { method: 'DELETE' })).status, 404)
    assert.equal((await visitor.put(path, { isOn: false })).body.offBecause, 'owner')
    assert.equal((await visitor.post(`${path}/ping`, {})).status, 404)
    assert.isNull((await visitor.put(path, { isOn: true })).body.offBecause)
  })
})
