import { test } from '@japa/runner'
import { Client } from '#tests/support/client'
import type { RunningServer } from '#tests/support/server'
import { longRun } from '#tests/support/long_run'
import { waitUntil } from '#tests/support/wait_until'
import { deliver, openShop, order, report } from './support_http.ts'

const setUp = async () => {
  const { server, db } = await openShop()
  const client = await new Client(server.url).register()
  const { orderId } = await order(client)
  const leave = () => client.call('/api/user', { method: 'DELETE', body: { currentPassword: 'correct horse' } })
  const pay = (event = report('paid', orderId)) => deliver(server.url, event)
  const of = async (sql: string) => (await db.query(sql, [client.user.id])).rows
  const lines = () => of('SELECT type, amount::int FROM ruby_transactions WHERE user_id = $1 ORDER BY seq')
  return { server, orderId, leave, pay, of, lines }
}

/** Returns the log line about the payment, which may appear shortly after the response. */
const toldOf = async ({ log }: RunningServer, orderId: string) => {
  const line = () =>
    log()
      .split('\n')
      .slice(0, -1)
      .find((text) => text.includes('"type":"paid"') && text.includes(orderId))
  await waitUntil('the log has a line about the payment', () => line() !== undefined)
  return JSON.parse(line()!)
}

test.group('A payment for a deleted account', (group) => {
  group.tap((each) => each.tags(longRun))
  test('is recorded, credited and reported to the operator', async ({ assert }) => {
    const { server, orderId, leave, pay, of, lines } = await setUp()
    assert.equal((await leave()).status, 200)
    assert.equal((await pay()).status, 200)
    assert.deepEqual(await of('SELECT id, state FROM ruby_orders WHERE user_id = $1'), [{ id: orderId, state: 'paid' }])
    assert.deepEqual(await lines(), [
      { type: 'welcome', amount: 50 },
      { type: 'purchase', amount: 500 },
    ])
    assert.deepInclude(await toldOf(server, orderId), { level: 50, isOwnerGone: true })
    // The operator refunds the payment.
    assert.equal((await pay(report('refunded', orderId))).status, 200)
    assert.deepEqual((await lines()).at(-1), { type: 'refund', amount: -500 })
    const [closing] = await of('SELECT rubies::int, debt::int FROM ruby_closings WHERE user_id = $1')
    assert.deepEqual(closing, { rubies: 50, debt: 0 })
  })

  test('that races the deletion either precedes it or is reported to the operator', async ({ assert }) => {
    for (let round = 0; round < 6; round++) {
      const { server, orderId, leave, pay, of, lines } = await setUp()
      const answers = await Promise.all(round % 2 ? [leave(), pay()] : [pay(), leave()])
      assert.deepEqual(
        answers.map(({ status }) => status),
        [200, 200]
      )
      assert.lengthOf(await lines(), 2)
      const [{ rubies }] = await of('SELECT rubies::int FROM ruby_closings WHERE user_id = $1')
      const { isOwnerGone = false } = await toldOf(server, orderId)
      assert.equal(isOwnerGone, rubies === 50, `${rubies} rubies were there`)
    }
  })
})
