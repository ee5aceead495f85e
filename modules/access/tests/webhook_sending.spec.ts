import type { ServerResponse } from 'node:http'
import app from '@adonisjs/core/services/app'
import { Encryption } from '@adonisjs/core/encryption'
import { Database } from '@adonisjs/lucid/database'
import { test } from '@japa/runner'
import { Accounts } from '#modules/accounts/index'
import { AuditLog } from '#modules/admin/index'
import { Jobs, type JobRun } from '#modules/jobs/index'
import { newId } from '#modules/kernel/ids'
import { Outbound } from '#modules/kernel/outbound/outbound'
import { Notifications } from '#modules/notices/index'
import { AdjustableTimers } from '#plugins/contract/adjustable_timers'
import { countSignatures, startWebhookReceiver, type WebhookReceiver } from '#tests/support/webhook_receiver'
import { webhookLimits, type NewWebhook } from '../api.ts'
import { Deliveries, type WebhookJob } from '../src/webhooks/deliveries.ts'
import { pausesSeconds, SendWebhook } from '../src/webhooks/send_webhook.ts'
import { signedHeaders } from '../src/webhooks/signatures.ts'
import type { WebhookAudience } from '../src/webhooks/webhook_audience.ts'
import { Webhooks } from '../src/webhooks/webhooks.ts'

const audience = { tell: async () => {} } as WebhookAudience

test.group('Events for webhooks', (group) => {
  let receiver: WebhookReceiver
  group.setup(async () => {
    receiver = await startWebhookReceiver()
  })
  group.teardown(() => receiver.close())
  group.each.setup(() => {
    receiver.taken.length = 0
    receiver.answer = (response) => void response.writeHead(204).end()
  })

  /** A user with a webhook, and what sends to it. The timers stand still. */
  const setUp = async (webhook: Partial<NewWebhook> = {}) => {
    const { container } = app
    const [db, accounts] = [await container.make(Database), await container.make(Accounts)]
    const timers = new AdjustableTimers({ startedAt: Date.now() })
    const jobs = await container.make(Jobs)
    const webhooks = new Webhooks(
      db,
      await container.make(Encryption),
      audience,
      await container.make(AuditLog),
      timers
    )
    const deliveries = new Deliveries(db, jobs, timers)
    const outbound = new Outbound({ privateHosts: [receiver.host], ports: [] }, timers)
    const notifications = await container.make(Notifications)
    const send = new SendWebhook(db, jobs, webhooks, audience, accounts, notifications, outbound, timers)
    const ask = async (sql: string, values: unknown[] = []) => (await db.rawQuery(sql, values as string[])).rows
    const opened = await accounts.open({ email: `${newId()}@example.test`, password: 'correct horse 7' })
    const { userId } = opened.ok ? opened.value : { userId: '' }
    const created = await webhooks.create(userId, {
      url: receiver.url,
      events: ['chat.created'],
      ofInstance: false,
      ...webhook,
    })
    if (!created.ok) throw new Error(created.failure)
    const { id } = created.value.webhook
    const add = (data: object = {}, of = userId) =>
      db.transaction((trx) => deliveries.add({ type: 'chat.created', userId: of, data }, trx))
    const list = async () => (await deliveries.list(userId, id, null, 100)).items
    /** Runs the queued jobs of the user once, and returns the pauses before the next ones. */
    const run = async (): Promise<number[]> => {
      const queued = await ask(`DELETE FROM jobs WHERE owner_id = ? AND kind = 'webhook' RETURNING payload`, [userId])
      for (const { payload } of queued as { payload: WebhookJob }[])
        await send.run({ ownerId: userId, payload, signal: new AbortController().signal } as JobRun<WebhookJob, null>)
      const next = await ask(
        `SELECT round(extract(epoch FROM due_at - created_at))::int AS pause FROM jobs WHERE owner_id = ? AND kind = 'webhook'`,
        [userId]
      )
      return next.map(({ pause }: { pause: number }) => pause)
    }
    const off = async () => (await webhooks.list(userId))[0]!.offBecause
    return { add, ask, deliveries, id, list, off, run, timers, userId, webhooks, ...created.value }
  }

  test('are signed, and noted as delivered', async ({ assert }) => {
    const { add, id, list, run, secret, timers, userId, webhooks } = await setUp()
    await add({ chatId: 'c' })
    assert.deepEqual(await run(), [])
    const [taken] = receiver.taken
    assert.equal(countSignatures(taken!, secret), 1)
    assert.equal(taken!.headers['webhook-timestamp'], String(Math.floor(timers.now() / 1_000)))
    const [delivery] = await list()
    assert.equal(taken!.headers['webhook-id'], `msg_${delivery!.id}`)
    const { type, timestamp, data } = JSON.parse(taken!.body)
    assert.deepEqual([type, timestamp, data], ['chat.created', delivery!.createdAt, { chatId: 'c' }])
    assert.deepInclude(delivery!, { state: 'delivered', attempts: 1, status: 204, problem: null })
    // For a day, the secret before signs, too.
    const { secret: newer, earlierUntil } = (await webhooks.rotate(userId, id))!
    await add()
    await run()
    assert.deepEqual([countSignatures(receiver.taken[1]!, secret), countSignatures(receiver.taken[1]!, newer)], [1, 1])
    await timers.advance(Date.parse(earlierUntil) - timers.now())
    await add()
    await run()
    assert.deepEqual([countSignatures(receiver.taken[2]!, secret), countSignatures(receiver.taken[2]!, newer)], [0, 1])
  })

  test('have the signature of the example in the specification', async ({ assert }) => {
    const message = { id: 'msg_p5jXN8AQM9LWM0D4loKWxJek', body: '{"test": 2432232314}', seconds: 1614265330 }
    const headers = signedHeaders(message, ['whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'])
    assert.equal(headers['webhook-signature'], 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=')
  })

  test('are sent again for a day, then fail, and turn their webhook off', async ({ assert }) => {
    const { add, ask, id, list, off, run, userId } = await setUp()
    receiver.answer = (response) => void response.writeHead(500).end('secret words')
    await add()
    for (const pause of pausesSeconds) assert.deepEqual(await run(), [pause])
    assert.isNull(await off())
    await ask(`UPDATE webhooks SET failing_since = now() - INTERVAL '21 hours' WHERE user_id = ? AND id = ?`, [
      userId,
      id,
    ])
    assert.deepEqual(await run(), [])
    assert.equal(await off(), 'failing')
    const [delivery] = await list()
    assert.deepInclude(delivery!, { state: 'failed', attempts: pausesSeconds.length + 1, status: 500 })
    assert.lengthOf(await ask(`SELECT FROM notifications WHERE user_id = ? AND kind = 'webhook_off'`, [userId]), 1)
    assert.equal(new Set(receiver.taken.map(({ headers }) => headers['webhook-id'])).size, 1)
    await add()
    assert.lengthOf(await list(), 1)
  })

  test('that fail for good leave the webhook on if others succeed', async ({ assert }) => {
    const { add, ask, list, off, run, userId } = await setUp()
    receiver.answer = (response) => void response.writeHead(500).end()
    await add()
    for (const _ of pausesSeconds) await run()
    receiver.answer = (response) => void response.writeHead(200).end()
    const [failing] = await list()
    await ask(`UPDATE webhook_deliveries SET state = 'failed' WHERE user_id = ? AND id = ?`, [userId, failing!.id])
    await add()
    await run()
    await ask(`UPDATE webhook_deliveries SET state = 'waiting' WHERE user_id = ? AND id = ?`, [userId, failing!.id])
    receiver.answer = (response) => void response.writeHead(500).end()
    await ask(`INSERT INTO jobs (id, kind, owner_id, payload) VALUES (uuidv7(), 'webhook', ?, ?)`, [
      userId,
      JSON.stringify({ deliveryId: failing!.id }),
    ])
    await run()
    assert.isNull(await off())
    assert.equal((await list()).find((each) => each.id === failing!.id)!.state, 'failed')
  })

  test('wait as long as the answer asks for, within an hour', async ({ assert }) => {
    const { add, run } = await setUp()
    const answers: [string, number][] = [
      ['90', 90],
      ['999999', 3_600],
      ['soon', pausesSeconds[2]],
    ]
    await add()
    for (const [value, pause] of answers) {
      receiver.answer = (response) => void response.writeHead(429, { 'retry-after': value }).end()
      assert.deepEqual(await run(), [pause])
    }
  })

  test('turn a webhook off whose address is gone', async ({ assert }) => {
    const { add, off, run } = await setUp()
    receiver.answer = (response) => void response.writeHead(410).end()
    await add()
    assert.deepEqual(await run(), [])
    assert.equal(await off(), 'gone')
  })

  test('follow no redirect and read no endless answer', async ({ assert }) => {
    const { add, list, run } = await setUp()
    const answers: ((response: ServerResponse) => void)[] = [
      (response) => void response.writeHead(307, { location: 'http://169.254.169.254/latest' }).end(),
      (response) => void response.writeHead(200).end(Buffer.alloc(20_000)),
      (response) => void response.destroy(),
    ]
    await add()
    for (const answer of answers) {
      receiver.answer = answer
      assert.lengthOf(await run(), 1)
    }
    assert.lengthOf(receiver.taken, 3)
    assert.deepInclude((await list())[0]!, { state: 'waiting', problem: 'unreachable' })
  })

  test('go to public addresses only, whatever a name leads to', async ({ assert }) => {
    const { add, list, run } = await setUp({ url: 'http://localhost/events' })
    await add()
    await run()
    assert.lengthOf(receiver.taken, 0)
    assert.deepInclude((await list())[0]!, { state: 'waiting', problem: 'refused' })
  })

  test('aren’t sent for a disabled account, nor of the instance for a former admin', async ({ assert }) => {
    const { add, ask, list, run } = await setUp({ ofInstance: true })
    await add({}, newId())
    await run()
    assert.lengthOf(receiver.taken, 0)
    assert.deepInclude((await list())[0]!, { state: 'failed', problem: 'off' })
    const plain = await setUp()
    await plain.add()
    await ask('UPDATE users SET disabled_at = now() WHERE id = ?', [plain.userId])
    await plain.run()
    assert.lengthOf(receiver.taken, 0)
  })

  test('are queued for those who want them, up to the limit of waiting ones', async ({ assert }) => {
    const { add, ask, id, list, userId } = await setUp()
    await add({}, newId())
    assert.lengthOf(await list(), 0)
    await ask(
      `INSERT INTO webhook_deliveries (user_id, id, webhook_id, type, data)
       SELECT ?::uuid, uuidv7(), ?::uuid, 'chat.created', '{}' FROM generate_series(1, ?)`,
      [userId, id, webhookLimits.waitingMax - 1]
    )
    const count = async () =>
      (await ask('SELECT count(*)::int AS count FROM webhook_deliveries WHERE user_id = ?', [userId]))[0].count
    await add()
    assert.equal(await count(), webhookLimits.waitingMax)
    await add()
    assert.equal(await count(), webhookLimits.waitingMax)
    // Old ones leave the log.
    await ask(
      `UPDATE webhook_deliveries SET state = 'delivered', created_at = now() - make_interval(days => ?) WHERE user_id = ?`,
      [webhookLimits.keptDays + 1, userId]
    )
    await (await app.container.make(Deliveries)).purge()
    assert.equal(await count(), 0)
  })

  test('are sent again on request, with the same id', async ({ assert }) => {
    const { add, deliveries, id, list, run, userId } = await setUp()
    await add()
    const [waiting] = await list()
    assert.isNull(await deliveries.replay(userId, id, waiting!.id))
    await run()
    assert.equal((await deliveries.replay(userId, id, waiting!.id))!.state, 'waiting')
    await run()
    const ids = receiver.taken.map(({ headers }) => headers['webhook-id'])
    assert.deepEqual(ids, [ids[0], ids[0]])
    assert.equal((await deliveries.ping(userId, id))!.type, 'ping')
    await run()
    assert.equal(JSON.parse(receiver.taken[2]!.body).type, 'ping')
  })
})
