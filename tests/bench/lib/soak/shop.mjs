import { createHmac, randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { Unknown } from './calls.mjs'

const pack = { rubyAmount: 100, price: 2 }
const patienceMs = 180_000

/** Simulates the payment provider: signs webhooks, and repeats each until it is accepted. */
export class Provider {
  /** Webhooks that are not accepted yet. */
  pending = new Set()
  #secret
  #caller
  #journal

  constructor({ appKey, caller, journal }) {
    this.#secret = createHmac('sha256', appKey).update('payments sandbox').digest('hex')
    this.#caller = caller
    this.#journal = journal
  }

  report(orderId, afterMs) {
    const body = JSON.stringify({
      eventId: randomUUID(),
      type: 'paid',
      orderId,
      paymentReference: `payment of ${orderId}`,
      occurredAt: new Date().toISOString(),
      amountCents: pack.price * 100,
      currency: 'usd',
    })
    const work = sleep(afterMs)
      .then(() => this.#deliver(body))
      .catch((error) => this.#journal.breach(`a webhook: ${error.stack}`))
    this.pending.add(work)
    return work.finally(() => this.pending.delete(work))
  }

  async #deliver(raw) {
    for (const deadline = Date.now() + patienceMs; Date.now() < deadline; await sleep(300)) {
      const seconds = Math.floor(Date.now() / 1000)
      const hash = createHmac('sha256', this.#secret).update(`${seconds}.${raw}`).digest('hex')
      const headers = { 'sandbox-signature': `t=${seconds},v1=${hash}` }
      try {
        const { status } = await this.#caller.call('POST', '/api/webhooks/payments/sandbox', { raw, headers })
        if (status === 200) return this.#journal.count('webhook accepted')
        this.#journal.breach(`a webhook got ${status}`)
      } catch (error) {
        if (!(error instanceof Unknown)) throw error
      }
    }
    this.#journal.breach('a webhook was never accepted')
  }
}

/**
 * Buys a pack. Pays on the sandbox page, whose webhook may be lost with a process, or by a webhook that comes twice at once or late, or
 * not at all. Returns `{ id, rubies, isPaid }`, or null if refused by the rate limit.
 */
export async function buy({ caller, dice, journal, shop }) {
  const { status, json, text } = await caller.call('POST', '/api/rubies/stripe-checkout', { body: pack })
  if (status === 429) return null
  if (status !== 200) throw new Error(`A checkout got ${status}: ${text.slice(0, 200)}`)
  const order = { id: json.orderId, rubies: pack.rubyAmount, isPaid: true }
  const way = dice.weighted({ page: 3, twice: 3, late: 2, left: 1 })
  journal.count(`bought: ${way}`)
  if (way === 'left') return { ...order, isPaid: false }
  if (way === 'late') {
    void shop.report(order.id, dice.between(1_000, 15_000))
    return order
  }
  if (way === 'twice') {
    await Promise.all([shop.report(order.id, 0), shop.report(order.id, 0)])
    return order
  }
  const page = new URL(json.checkoutUrl).pathname
  const headers = {
    'content-type': 'application/x-www-form-urlencoded',
    'sec-fetch-site': 'same-origin',
    accept: 'text/html',
  }
  const raw = 'decision=pay'
  headers['content-length'] = String(raw.length)
  const answer = await caller.call('POST', page, { raw, headers, isRepeatable: true })
  if (answer.status >= 400) throw new Error(`A checkout page answered ${answer.status}: ${answer.text.slice(0, 200)}`)
  return order
}
