import { randomBytes } from 'node:crypto'
import app from '@adonisjs/core/services/app'
import { Database } from '@adonisjs/lucid/database'
import { test } from '@japa/runner'
import { Jobs, type JobRun } from '#modules/jobs/index'
import { newId } from '#modules/kernel/ids'
import { Outbound } from '#modules/kernel/outbound/outbound'
import { Limiters } from '#modules/kernel/rate_limit'
import type { Sight } from '#modules/realtime/index'
import { AdjustableTimers } from '#plugins/contract/adjustable_timers'
import { startPushService, type PushService } from '#tests/support/push_service'
import { pushLimits } from '../api.ts'
import { DescribeNotifications } from '../src/queries/describe_notifications.ts'
import { PushKeys } from '../src/push/push_keys.ts'
import { topicOf } from '../src/push/push_message.ts'
import { PushSubscriptions } from '../src/push/push_subscriptions.ts'
import { PushAllowance } from '../src/push/rate_limits.ts'
import { SendPush, type PushJob } from '../src/push/send_push.ts'
import { setUp } from './support.ts'

/** No name but localhost is known. */
const resolve = async (host: string) => (host === 'localhost' ? [{ address: '127.0.0.1', family: 4 }] : [])

const settings = { privateKey: null, contact: 'mailto:ops@facet.example' }

test.group('A push', (group) => {
  let service: PushService
  group.setup(async () => {
    service = await startPushService()
  })
  group.teardown(() => service.close())
  group.each.setup(() => {
    service.taken.length = 0
    service.answer = (response) => void response.writeHead(201).end()
  })

  /** A user with devices, and what sends to them. The timers stand still. */
  const setUpPush = async ({ devices = 1, showsTexts = false } = {}) => {
    const base = await setUp()
    const { container } = app
    const db = await container.make(Database)
    const timers = new AdjustableTimers()
    const subscriptions = await container.make(PushSubscriptions)
    const keys = await container.make(PushKeys)
    const presence = { sight: 'none' as Sight, sightOf: async () => presence.sight }
    const limiters = await container.make(Limiters)
    const manager = await container.make('limiter.manager')
    const warnings: object[] = []
    const send = new SendPush(
      db,
      await container.make(Jobs),
      keys,
      subscriptions,
      presence as never,
      new PushAllowance({ ...limiters, enabled: true, use: (options) => manager.use(options) }),
      await container.make(DescribeNotifications),
      new Outbound({ privateHosts: [service.host], ports: [] }, timers, resolve, service.ca),
      timers,
      { warn: (what: object) => void warnings.push(what) } as never,
      settings
    )
    const userId = await base.newUser()
    await base.ask('DELETE FROM jobs WHERE owner_id = ?', [userId])
    const { publicKey: serverKey } = await keys.current()
    const openSession = async (): Promise<string> => {
      const [{ id }] = await base.ask(
        `INSERT INTO auth_sessions (token_hash, user_id, expires_at) VALUES (?, ?, now() + interval '1 day') RETURNING id`,
        [randomBytes(32), userId]
      )
      return id
    }
    const subscribe = async (subscription = service.subscription()) => {
      const sessionId = await openSession()
      const { endpoint, keys: receiver } = subscription
      await subscriptions.save(userId, { sessionId, endpoint, ...receiver, serverKey, showsTexts })
      return { sessionId, path: new URL(endpoint).pathname }
    }
    const made: Awaited<ReturnType<typeof subscribe>>[] = []
    for (let n = 0; n < devices; n++) made.push(await subscribe())

    /** Adds a notification and returns the payload of its job. */
    const notify = async (key: string = newId()): Promise<PushJob> => {
      await base.ask(
        `INSERT INTO notification_settings (user_id, choices) VALUES (?, '{"rubies_received": ["app", "push"]}') ON CONFLICT DO NOTHING`,
        [userId]
      )
      const subject = { transactionId: newId(), rubies: 40, source: 'code' as const }
      await base.add({ userId, kind: 'rubies_received', key, subject })
      return (await jobsOf()).at(-1)!.payload
    }
    const jobsOf = async (): Promise<{ payload: PushJob; waitSeconds: number }[]> =>
      base.ask(
        `SELECT payload, extract(epoch FROM due_at - created_at)::float8 AS "waitSeconds"
         FROM jobs WHERE owner_id = ? AND kind = 'push' ORDER BY id`,
        [userId]
      )
    const saved: unknown[] = []
    const run = (payload: PushJob, progress: { isMarked: true } | null = null) =>
      send.run({
        id: newId(),
        ownerId: userId,
        payload,
        progress,
        signal: new AbortController().signal,
        save: async (marked) => void saved.push(marked),
      } satisfies JobRun<PushJob, { isMarked: true }>)
    const paths = () => service.taken.map(({ path }) => path).toSorted()
    return {
      ...base,
      userId,
      made,
      subscribe,
      notify,
      run,
      saved,
      jobsOf,
      paths,
      warnings,
      presence,
      subscriptions,
      send,
      keys,
      timers,
    }
  }

  test('is encrypted and signed, and holds a kind and ids alone', async ({ assert }) => {
    const { notify, run, userId, timers } = await setUpPush()
    const payload = await notify('key')
    await run(payload)
    const [push] = service.taken
    const { message, token } = service.read(push!)
    const tag = topicOf(userId, 'key')
    assert.deepEqual(message, { id: payload.notificationId, kind: 'rubies_received', href: '/ruby-shop', tag })
    assert.isTrue(token.isValid)
    assert.equal(token.claims.aud, service.origin)
    assert.equal(token.claims.sub, settings.contact)
    assert.equal(token.claims.exp, Math.floor(timers.now() / 1_000) + 12 * 3_600)
    const { ttl, urgency, topic, 'content-encoding': encoding } = push!.headers
    assert.deepEqual([ttl, urgency, topic, encoding], ['86400', 'normal', tag, 'aes128gcm'])
  })

  test('has words where the device’s owner allowed them', async ({ assert }) => {
    const { notify, run } = await setUpPush({ showsTexts: true })
    await run(await notify())
    const { message } = service.read(service.taken[0]!)
    assert.include(message, { title: 'You received 40 rubies', text: 'They are from your code.' })
  })

  test('goes to every device once, and a second run of its job sends nothing', async ({ assert }) => {
    const { notify, run, made, paths, saved } = await setUpPush({ devices: 3 })
    const payload = await notify()
    await run(payload)
    assert.deepEqual(paths(), made.map(({ path }) => path).toSorted())
    assert.deepEqual(saved, [{ isMarked: true }])
    await run(payload, { isMarked: true })
    assert.lengthOf(service.taken, 3)
  })

  test('is marked before it is sent', async ({ assert }) => {
    const { notify, run, saved } = await setUpPush()
    service.answer = (response) => {
      assert.deepEqual(saved, [{ isMarked: true }])
      response.writeHead(201).end()
    }
    await run(await notify())
    assert.lengthOf(service.taken, 1)
  })

  test('isn’t queued for users without a device', async ({ assert }) => {
    const { add, userId, jobsOf, ask } = await setUpPush({ devices: 0 })
    await ask(`INSERT INTO notification_settings (user_id, choices) VALUES (?, '{"rubies_received": ["push"]}')`, [
      userId,
    ])
    await add({
      userId,
      kind: 'rubies_received',
      key: newId(),
      subject: { transactionId: newId(), rubies: 1, source: 'code' },
    })
    assert.deepEqual(await jobsOf(), [])
  })

  test('isn’t sent while a tab of the user is in sight, nor once it is read', async ({ assert }) => {
    const { notify, run, presence, userId, ask } = await setUpPush()
    presence.sight = 'in_sight'
    const payload = await notify()
    await run(payload)
    assert.lengthOf(service.taken, 0)
    presence.sight = 'hidden'
    await run(payload)
    assert.lengthOf(service.taken, 1)
    const second = await notify()
    await ask('UPDATE notifications SET read_at = now() WHERE user_id = ? AND id = ?', [userId, second.notificationId])
    await run(second)
    assert.lengthOf(service.taken, 1)
  })

  for (const status of [404, 410])
    test(`drops the subscription after ${status}, and keeps the others`, async ({ assert }) => {
      const { notify, run, made, subscriptions, userId, jobsOf } = await setUpPush({ devices: 2 })
      service.answer = (response, { path }) => void response.writeHead(path === made[0]!.path ? status : 201).end()
      await run(await notify())
      assert.isNull(await subscriptions.find(userId, made[0]!.sessionId))
      assert.isNotNull(await subscriptions.find(userId, made[1]!.sessionId))
      assert.lengthOf(await jobsOf(), 1)
    })

  test('waits as long as the service asks after 429, for the refused device alone', async ({ assert }) => {
    const { notify, run, made, jobsOf } = await setUpPush({ devices: 2 })
    const refused = made[1]!
    service.answer = (response, { path }) =>
      void (path === refused.path ? response.writeHead(429, { 'retry-after': '120' }) : response.writeHead(201)).end()
    const payload = await notify()
    await run(payload)
    const again = (await jobsOf()).at(-1)!
    assert.deepEqual(again.payload, { ...payload, sessionIds: [refused.sessionId], tries: 1 })
    assert.closeTo(again.waitSeconds, 120, 1)
    service.taken.length = 0
    service.answer = (response) => void response.writeHead(201).end()
    await run(again.payload)
    assert.deepEqual(
      service.taken.map(({ path }) => path),
      [refused.path]
    )
  })

  for (const [header, seconds] of [
    [undefined, 60],
    ['0', 1],
    ['86400', 3_600],
    ['later', 60],
  ] as const)
    test(`waits ${seconds} seconds after 429 with Retry-After: ${header}`, async ({ assert }) => {
      const { notify, run, jobsOf } = await setUpPush()
      service.answer = (response) => void response.writeHead(429, header ? { 'retry-after': header } : {}).end()
      await run(await notify())
      assert.closeTo((await jobsOf()).at(-1)!.waitSeconds, seconds, 1)
    })

  test('is tried five times after errors of the service, each later', async ({ assert }) => {
    const { notify, run, jobsOf, warnings } = await setUpPush()
    service.answer = (response) => void response.writeHead(503).end()
    let payload = await notify()
    const waits: number[] = []
    for (;;) {
      await run(payload)
      const last = (await jobsOf()).at(-1)!
      if (last.payload.tries === payload.tries) break
      payload = last.payload
      waits.push(Math.round(last.waitSeconds))
    }
    assert.deepEqual(waits, [5, 20, 80, 320])
    assert.lengthOf(service.taken, 5)
    assert.deepEqual(warnings[0], { service: service.host, because: 503 })
  })

  test('is tried again when the service isn’t found, because then it was not sent', async ({ assert }) => {
    const { notify, run, jobsOf, subscribe } = await setUpPush({ devices: 0 })
    await subscribe({ ...service.subscription(), endpoint: 'https://unknown.example/send' })
    await run(await notify())
    assert.equal((await jobsOf()).at(-1)!.payload.tries, 1)
  })

  test('isn’t tried again when the connection breaks before the answer, because the service may have it', async ({
    assert,
  }) => {
    const { notify, run, jobsOf } = await setUpPush()
    service.answer = (response) => void response.socket!.destroy()
    await run(await notify())
    assert.lengthOf(service.taken, 1)
    assert.lengthOf(await jobsOf(), 1)
  })

  test('follows no redirect, and reads no endless answer', async ({ assert }) => {
    const { notify, run, jobsOf, subscriptions, userId, made, warnings } = await setUpPush()
    const elsewhere = service.subscription('/elsewhere')
    service.answer = (response) => void response.writeHead(307, { location: elsewhere.endpoint }).end()
    await run(await notify())
    service.answer = (response) => {
      response.writeHead(201)
      const write = () => void (response.destroyed || response.write(Buffer.alloc(65_536), write))
      write()
    }
    await run(await notify())
    assert.lengthOf(service.taken, 2)
    assert.lengthOf(await jobsOf(), 2)
    assert.isNotNull(await subscriptions.find(userId, made[0]!.sessionId))
    assert.deepEqual(
      warnings.map((warning) => (warning as { because: unknown }).because),
      [307, 'too_large']
    )
  })

  test('drops a subscription whose name leads to a private address by now', async ({ assert }) => {
    const { notify, run, subscribe, subscriptions, userId } = await setUpPush({ devices: 0 })
    const { sessionId } = await subscribe({ ...service.subscription(), endpoint: 'https://localhost/send' })
    await run(await notify())
    assert.isNull(await subscriptions.find(userId, sessionId))
  })

  test('is dropped beyond 20 an hour, while the notifications stay', async ({ assert }) => {
    const { notify, run, userId, rows } = await setUpPush()
    for (let n = 0; n <= pushLimits.pushesPerHour; n++) await run(await notify())
    assert.lengthOf(service.taken, pushLimits.pushesPerHour)
    const notifications = (await rows(userId)).filter(({ kind }) => kind === 'rubies_received')
    assert.lengthOf(notifications, pushLimits.pushesPerHour + 1)
  })

  test('doesn’t go to a session that has expired, whose subscription is deleted', async ({ assert }) => {
    const { notify, run, made, paths, ask, subscriptions, userId } = await setUpPush({ devices: 2 })
    await ask(`UPDATE auth_sessions SET expires_at = now() WHERE id = ?`, [made[0]!.sessionId])
    await run(await notify())
    assert.deepEqual(paths(), [made[1]!.path])
    assert.isNull(await subscriptions.find(userId, made[0]!.sessionId))
  })

  test('is signed with the key that its device was given, also after a rotation', async ({ assert }) => {
    const { notify, run, keys, made, subscriptions, userId } = await setUpPush()
    const { serverKey } = (await subscriptions.find(userId, made[0]!.sessionId))!
    assert.equal(await keys.rotate(), 'rotated')
    assert.notEqual((await keys.current()).publicKey, serverKey)
    await run(await notify())
    const { token } = service.read(service.taken[0]!)
    assert.isTrue(token.isValid)
    assert.equal(token.key, serverKey)
  })
})
