import { createHmac } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { test } from '@japa/runner'
import { newId } from '#modules/kernel/ids'
import { signatureHeader, signatureOf } from '#plugins/payment-sandbox/src/webhook'
import { Client } from '#tests/support/client'
import { dice, seedOfRun } from '#tests/support/dice'
import { brokenPromises } from '#tests/support/ledger_promises'
import { speak } from '#tests/support/model_upstream'
import { testWithinOneDay } from '#tests/support/one_day'
import { accountOf, send, settled, startStage, type Chat, type Stage } from '#tests/support/stage'
import { longRun } from '#tests/support/long_run'

const kills = 8
const buyersCount = 4
/** The minimum number of events before each kill. */
const eventsPerKillMin = 5
const appKey = 'one key for all, so that a restart changes no secret'
const secret = createHmac('sha256', appKey).update('payments sandbox').digest('hex')

interface SentEvent {
  eventId: string
  type: 'paid' | 'refunded' | 'disputed' | 'dispute_won'
  orderId: string
}

/** Delivers an event once. Returns whether the server responded with 200. */
const deliver = async (url: string, { eventId, type, orderId }: SentEvent): Promise<boolean> => {
  const money = type === 'refunded' ? { refundedCents: 100 } : { amountCents: 200, disputeId: `dispute of ${orderId}` }
  const body = JSON.stringify({
    eventId,
    type,
    orderId: type === 'paid' ? orderId : null,
    paymentReference: `payment of ${orderId}`,
    occurredAt: new Date().toISOString(),
    currency: 'usd',
    ...money,
  })
  const answer = await new Client(url)
    .call('/api/webhooks/payments/sandbox', {
      method: 'POST',
      rawBody: body,
      headers: { [signatureHeader]: signatureOf(Buffer.from(body), secret, new Date()) },
    })
    .catch(() => null)
  return answer?.status === 200
}

test.group('Money, when the server is killed', (group) => {
  let stage: Stage
  group.setup(async () => {
    stage = await startStage({ env: { APP_KEY: appKey } })
    return () => stage.close()
  })

  testWithinOneDay(
    `adds up after ${kills} kills during purchases, refunds, disputes, rewards and replies, when deliveries are repeated`,
    async ({ assert }) => {
      const seed = seedOfRun()
      const roll = dice(seed)
      const note = `SEED=${seed}`
      const { db, upstream } = stage
      upstream.answer = speak(['One ', 'two ', 'three.'], 30)
      const buyers: Client[] = []
      for (let count = 0; count < buyersCount; count++) buyers.push(await stage.visitor(50))
      const sentEvents: SentEvent[] = []
      let rewards = 0

      for (let kill = 0; kill < kills; kill++) {
        const chats: Chat[] = []
        for (const buyer of buyers) chats.push(...(await stage.chats(buyer, 1)))
        const { url } = stage.server
        let isUp = true
        const buy = async (index: number) => {
          const buyer = buyers[index]!.at(url)
          void send({ ...chats[index]!, client: buyer }, 'Are you there?').catch(() => null)
          while (isUp) {
            const begun = await buyer
              .post('/api/rubies/stripe-checkout', { rubyAmount: 100, price: 2 })
              .catch(() => null)
            if (begun?.status !== 200) continue
            const { orderId } = begun.body
            const types: SentEvent['type'][] = ['paid', ...(roll() < 0.4 ? (['refunded'] as const) : [])]
            if (roll() < 0.4) types.push('disputed')
            if (roll() < 0.2) types.push('dispute_won')
            const events = types.map((type) => ({ eventId: newId(), type, orderId }))
            sentEvents.push(...events)
            // Delivers all events at once and each twice, in any order.
            await Promise.all([...events, ...events].map((event) => deliver(url, event)))
            if (roll() < 0.3) await buyer.post('/api/daily-reward/claim').catch(() => null)
          }
        }
        const before = sentEvents.length
        const buying = buyers.map((_, index) => buy(index))
        const eventsBeforeKill = eventsPerKillMin + Math.floor(roll() * 10)
        while (sentEvents.length < before + eventsBeforeKill) await sleep(10)
        // The provider can deliver this event only after the kill.
        const { body: late } = await buyers[0]!.post('/api/rubies/stripe-checkout', { rubyAmount: 100, price: 2 })
        await stage.server.kill('SIGKILL')
        sentEvents.push({ eventId: newId(), type: 'paid', orderId: late.orderId })
        isUp = false
        await Promise.all(buying)
        await stage.restart()
        await settled(db)
        assert.deepEqual(await brokenPromises(db), [], note)
      }

      // A kill may have prevented the claims.
      for (const buyer of buyers) await buyer.at(stage.server.url).post('/api/daily-reward/claim')
      // Providers repeat unacknowledged deliveries. Here all are repeated.
      for (const event of sentEvents) assert.isTrue(await deliver(stage.server.url, event), note)
      const { rows } = await db.query(
        `SELECT user_id, type::text, sum(amount)::int AS amount FROM ruby_transactions GROUP BY 1, 2
       UNION ALL SELECT user_id, 'owed', sum(amount)::int FROM ruby_debts WHERE cause <> 'payment' GROUP BY 1
       UNION ALL SELECT user_id, 'debt', debt::int FROM ruby_accounts`
      )
      const sum = (userId: string, ...types: string[]) =>
        rows.reduce((total, row) => total + (row.user_id === userId && types.includes(row.type) ? row.amount : 0), 0)
      const { rows: owners } = await db.query('SELECT id, user_id FROM ruby_orders')
      const ownerOf = new Map(owners.map(({ id, user_id }) => [id, user_id]))
      for (const buyer of buyers) {
        const ownEvents = sentEvents.filter(({ orderId }) => ownerOf.get(orderId) === buyer.user.id)
        const orders = new Set(ownEvents.map(({ orderId }) => orderId))
        let bought = 0
        let gone = 0
        for (const orderId of orders) {
          const types = new Set(ownEvents.filter((event) => event.orderId === orderId).map(({ type }) => type))
          bought += 100
          const isDisputed = types.has('disputed') && !types.has('dispute_won')
          gone += isDisputed ? 100 : types.has('refunded') ? 50 : 0
        }
        const id = buyer.user.id
        assert.equal(sum(id, 'purchase'), bought, note)
        assert.equal(-sum(id, 'refund', 'dispute', 'dispute_won') + sum(id, 'owed'), gone, note)
        rewards += sum(id, 'daily_reward')
        const { balance, held, paid } = await accountOf(db, { client: buyer })
        assert.equal(held, 0, note)
        assert.equal(balance - sum(id, 'debt'), 50 + bought - gone + sum(id, 'daily_reward') - paid, note)
      }
      assert.deepEqual(await brokenPromises(db), [], note)
      assert.isAbove(sentEvents.length, 30, note)
      assert.equal(rewards, buyersCount * 10, note)
    }
  ).tags(longRun)
})
