import { createServer } from 'node:http'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { json } from 'node:stream/consumers'
import app from '@adonisjs/core/services/app'
import { Database } from '@adonisjs/lucid/database'
import { test } from '@japa/runner'
import { Accounts } from '#modules/accounts/index'
import { Jobs } from '#modules/jobs/index'
import { newId } from '#modules/kernel/ids'
import { Outbound } from '#modules/kernel/outbound/outbound'
import { AdjustableTimers } from '#plugins/contract/adjustable_timers'
import { composeAlert } from '../src/alerts/alert_mail.ts'
import { AlertWebhook, type Alert } from '../src/alerts/alert_webhook.ts'
import { Conditions, type Finding } from '../src/alerts/conditions.ts'
import { WatchAlerts } from '../src/alerts/watch_alerts.ts'

const hourMs = 3_600_000
const full: Finding = { condition: 'disk_full', says: 'The disk of the data folder has 3 % of its space left.' }

const setUp = async ({ webhook = 'https://ops.example/alerts' as string | null, failingJobs = false } = {}) => {
  const db = await app.container.make(Database)
  const timers = new AdjustableTimers()
  const found: Finding[] = []
  const mails: { userId: string | null; alert: Alert }[] = []
  const sent: Alert[] = []
  const mail = {
    enqueue: async ({ userId, details }: { userId: string; details: { alert: Alert } }) =>
      void mails.push({ userId, alert: details.alert }),
  }
  const state = { failingJobs }
  const jobs = {
    enqueue: async ({ payload }: { payload: Alert }) => {
      if (state.failingJobs) throw new Error('no jobs')
      sent.push(payload)
    },
  }
  const watch = new WatchAlerts(
    db,
    { read: async () => [...found] } as never,
    { idsAfter: async () => ['first', 'second'] } as never,
    mail as never,
    jobs as never,
    timers,
    { webhook, folder: '/' }
  )
  return { db, timers, found, mails, sent, state, watch }
}

test.group('Alerts', (group) => {
  group.each.setup(
    async () => void (await (await app.container.make(Database)).rawQuery('DELETE FROM operator_alerts'))
  )
  group.each.teardown(
    async () => void (await (await app.container.make(Database)).rawQuery('DELETE FROM operator_alerts'))
  )

  test('tell all admins and the webhook once per day while a condition lasts', async ({ assert }) => {
    const { timers, found, mails, sent, watch } = await setUp()
    found.push(full)
    await watch.run()
    await watch.run()
    assert.deepEqual(
      mails.map(({ userId }) => userId),
      ['first', 'second']
    )
    assert.deepEqual(sent, [{ ...full, state: 'firing', at: '2030-01-01T00:00:00.000Z' }])
    await timers.advance(23 * hourMs)
    await watch.run()
    assert.lengthOf(sent, 1)
    await timers.advance(hourMs)
    await watch.run()
    assert.lengthOf(sent, 2)
    assert.lengthOf(mails, 4)
  })

  test('tell once that a condition is over, an hour after it was last seen', async ({ assert }) => {
    const { timers, found, sent, watch } = await setUp()
    found.push(full)
    await watch.run()
    found.length = 0
    await timers.advance(hourMs - 1)
    await watch.run()
    assert.lengthOf(sent, 1)
    await timers.advance(1)
    await watch.run()
    await watch.run()
    assert.deepEqual(
      sent.map(({ state }) => state),
      ['firing', 'ended']
    )
    assert.equal(sent[1]!.says, 'Over: A disk is nearly full.')
  })

  test('tell nothing again when a condition comes back within an hour', async ({ assert }) => {
    const { timers, found, sent, watch } = await setUp()
    for (let n = 0; n < 6; n++) {
      found.push(full)
      await watch.run()
      found.length = 0
      await timers.advance(hourMs / 2)
      await watch.run()
    }
    assert.lengthOf(sent, 1)
  })

  test('leave the work to the process that holds the lock', async ({ assert }) => {
    const { db, found, sent, watch } = await setUp()
    found.push(full)
    await db.transaction(async (trx) => {
      await trx.rawQuery(`SELECT pg_advisory_xact_lock(hashtextextended('costs.alerts', 0))`)
      await watch.run()
    })
    assert.lengthOf(sent, 0)
    await watch.run()
    assert.lengthOf(sent, 1)
  })

  test('are told by the next run when their transaction fails', async ({ assert }) => {
    const { found, sent, state, watch } = await setUp({ failingJobs: true })
    found.push(full)
    await assert.rejects(() => watch.run(), 'no jobs')
    state.failingJobs = false
    await watch.run()
    assert.lengthOf(sent, 1)
  })

  test('queue no call without a webhook', async ({ assert }) => {
    const { found, mails, sent, watch } = await setUp({ webhook: null })
    found.push(full)
    await watch.run()
    assert.lengthOf(sent, 0)
    assert.lengthOf(mails, 2)
  })

  test('are mailed to admins only', async ({ assert }) => {
    const { db } = await setUp()
    const accounts = await app.container.make(Accounts)
    const email = `alerts-${newId()}@example.test`
    const opened = await accounts.open({ email, password: 'correct horse 7', firstName: 'Ann' })
    if (!opened.ok) throw new Error(JSON.stringify(opened.failure))
    const { userId } = opened.value
    const compose = composeAlert({ accounts, appUrl: 'https://facet.example', productName: 'Facet' })
    const alert: Alert = { ...full, state: 'firing', at: '2030-01-01T00:00:00.000Z' }
    assert.isNull(await compose({ userId, alert }))
    await db.transaction((trx) => accounts.setRole(userId, 'admin', trx))
    const mail = await compose({ userId, alert })
    assert.equal(mail!.address, email)
    assert.equal(mail!.subject, 'Facet: A disk is nearly full')
    assert.deepEqual(mail!.paragraphs, [full.says])
    assert.equal(
      (await compose({ userId, alert: { ...alert, state: 'ended' } }))!.subject,
      'Facet: over: A disk is nearly full'
    )
    await db.transaction((trx) => accounts.setRole(userId, 'member', trx))
    assert.isNull(await compose({ userId, alert }))
  })
})

test.group('The conditions of alerts', () => {
  const setUpConditions = async (
    given: {
      replies?: number
      errors?: number
      waitMinutes?: number | null
      problems?: number | null
      disk?: { bavail: number; blocks: number }
    } = {}
  ) => {
    const { replies = 0, errors = 0, waitMinutes = null, problems = null, disk = { bavail: 10, blocks: 100 } } = given
    const timers = new AdjustableTimers()
    const due = waitMinutes === null ? null : new Date(timers.now() - waitMinutes * 60_000)
    const conditions = new Conditions(
      { since: async () => [{ startsAt: new Date(0), replies, providerErrors: errors, firstTexts: [] }] } as never,
      { oldestDueAt: async () => due } as never,
      { last: async () => (problems === null ? null : { problemCount: problems }) } as never,
      timers,
      { webhook: null, folder: '/data' },
      async () => disk
    )
    return conditions.read()
  }

  test('hold from their limits on', async ({ assert }) => {
    assert.deepEqual(await setUpConditions(), [])
    assert.deepEqual(await setUpConditions({ replies: 36, errors: 9, waitMinutes: 29, problems: 0 }), [])
    assert.deepEqual(await setUpConditions({ replies: 41, errors: 10 }), [])
    const found = await setUpConditions({ replies: 40, errors: 10, waitMinutes: 30, problems: 1 })
    assert.deepEqual(found, [
      {
        condition: 'providers_fail',
        says: 'In the last hour, 10 of 50 replies failed or broke off because of a provider.',
      },
      { condition: 'jobs_wait', says: 'The oldest background job has been waiting for 30 minutes.' },
      { condition: 'ledger_wrong', says: 'The last ledger check found 1 account that does not balance.' },
    ])
  })

  test('hold for a disk with less than a tenth left, and for none without a size', async ({ assert }) => {
    assert.deepEqual(await setUpConditions({ disk: { bavail: 99, blocks: 1000 } }), [
      { condition: 'disk_full', says: 'The disk of the data folder has 9 % of its space left.' },
    ])
    assert.deepEqual(await setUpConditions({ disk: { bavail: 0, blocks: 0 } }), [])
  })

  test('can be read from the real sources', async ({ assert }) => {
    assert.isArray(await (await app.container.make(Conditions)).read())
  })

  test('know when the oldest waiting job was due', async ({ assert }) => {
    const [db, jobs] = [await app.container.make(Database), await app.container.make(Jobs)]
    const [id, later] = [newId(), newId()]
    await db.transaction(async (trx) => {
      const order = { kind: `alerts-${id}`, ownerId: id, payload: {} }
      await jobs.enqueue({ ...order, id }, trx)
      await jobs.enqueue({ ...order, id: later, delayMs: hourMs }, trx)
    })
    await db.rawQuery(`UPDATE jobs SET due_at = '2001-01-01T00:00:00Z' WHERE id = ?`, [id])
    assert.deepEqual(await jobs.oldestDueAt(), new Date('2001-01-01T00:00:00Z'))
    await db.rawQuery('DELETE FROM jobs WHERE id IN (?, ?)', [id, later])
  })
})

test.group('The webhook of alerts', () => {
  const start = async (status: number) => {
    const taken: unknown[] = []
    const server = createServer((request, response) => {
      void json(request).then((body) => {
        taken.push(body)
        response.writeHead(status).end()
      })
    }).listen(0, '127.0.0.1')
    await once(server, 'listening')
    const host = `127.0.0.1:${(server.address() as AddressInfo).port}`
    const send = (privateHosts: string[]) =>
      new AlertWebhook(new Outbound({ privateHosts, ports: [] }, new AdjustableTimers()), {
        webhook: `http://${host}/alerts`,
        folder: '/',
      }).run({ payload: alert, signal: new AbortController().signal })
    const close = async () => {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    }
    return { taken, host, send, close }
  }
  const alert: Alert = { ...full, state: 'firing', at: '2030-01-01T00:00:00.000Z' }

  test('gets the alert as JSON', async ({ assert, cleanup }) => {
    const { taken, host, send, close } = await start(204)
    cleanup(close)
    await send([host])
    assert.deepEqual(taken, [alert])
  })

  test('is tried again when it refuses', async ({ assert, cleanup }) => {
    const { host, send, close } = await start(503)
    cleanup(close)
    await assert.rejects(() => send([host]), /did not accept an alert \(503\)/)
  })

  test('is not asked in a private network that the operator has not named', async ({ assert, cleanup }) => {
    const { taken, send, close } = await start(204)
    cleanup(close)
    await assert.rejects(() => send([]), /did not accept an alert \(refused\)/)
    assert.lengthOf(taken, 0)
  })
})
