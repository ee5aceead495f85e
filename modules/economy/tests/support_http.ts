import { createHmac } from 'node:crypto'
import http from 'node:http'
import { newId } from '#modules/kernel/ids'
import { signatureHeader, signatureOf } from '#plugins/payment-sandbox/src/webhook'
import { Client } from '#tests/support/client'
import { appKey } from '#tests/support/server'
import { sharedStage } from '#tests/support/stage'

/** The secret that config/payments.ts derives from the key. */
export const sandboxSecret = createHmac('sha256', appKey).update('payments sandbox').digest('hex')

/** Returns a server with the sandbox. Some tests write orders that violate the ledger's invariants. */
export const openShop = () => sharedStage('filled')

/** Creates an order of 500 rubies for 9 dollars. Its page is requested from the server's own address. */
export const order = async (client: Client, pack = { rubyAmount: 500, price: 9 }) => {
  const { status, body, text } = await client.post('/api/rubies/stripe-checkout', pack)
  if (status !== 200) throw new Error(`checkout: ${status} ${text}`)
  return { orderId: body.orderId as string, page: new URL(body.checkoutUrl).pathname }
}

export const decide = (client: Client, page: string, decision: string) =>
  client.call(page, {
    method: 'POST',
    rawBody: `decision=${decision}`,
    headers: { 'content-type': 'application/x-www-form-urlencoded', 'sec-fetch-site': 'same-origin' },
  })

/** Returns a sandbox event about an order of 9 dollars. */
export const report = (type: string, orderId: string | null, more: Record<string, unknown> = {}) => ({
  eventId: newId(),
  type,
  orderId,
  paymentReference: `payment of ${orderId}`,
  occurredAt: new Date().toISOString(),
  ...(type === 'paid' && { amountCents: 900, currency: 'usd' }),
  ...(type === 'refunded' && { refundedCents: 900, currency: 'usd' }),
  ...(type.startsWith('dispute') && { disputeId: `dispute of ${orderId}`, amountCents: 900, currency: 'usd' }),
  ...more,
})

export interface Delivery {
  /** The body to send instead of the signed one. */
  tampered?: string | Buffer
  secret?: string
  at?: Date
  headers?: Record<string, string>
  provider?: string
}

/** Delivers an event like the sandbox, or with deviations. */
export const deliver = (
  url: string,
  event: unknown,
  { tampered, secret = sandboxSecret, at = new Date(), headers, provider = 'sandbox' }: Delivery = {}
) => {
  const body = Buffer.isBuffer(event) ? event : Buffer.from(typeof event === 'string' ? event : JSON.stringify(event))
  return new Client(url).call(`/api/webhooks/payments/${provider}`, {
    method: 'POST',
    rawBody: tampered === undefined ? body : Buffer.from(tampered),
    headers: { [signatureHeader]: signatureOf(body, secret, at), ...headers },
  })
}

/** Announces more bytes than it sends, then disconnects. */
export const deliverHalf = (url: string, event: unknown) => {
  const body = Buffer.from(JSON.stringify(event))
  return new Promise<void>((resolve) => {
    const request = http.request(`${url}/api/webhooks/payments/sandbox`, {
      method: 'POST',
      agent: false,
      headers: {
        'content-type': 'application/json',
        'content-length': body.length,
        [signatureHeader]: signatureOf(body, sandboxSecret, new Date()),
      },
    })
    request.on('error', () => {})
    request.on('close', () => resolve())
    request.write(body.subarray(0, body.length / 2), () => request.destroy())
  })
}
