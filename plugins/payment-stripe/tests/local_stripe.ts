import http from 'node:http'
import { text } from 'node:stream/consumers'
import Stripe from 'stripe'
import { refundOf } from './framing.ts'
import { stripeEvent, stripeObject } from './objects.ts'

type Json = Record<string, unknown>

export interface Seen {
  method: string
  url: string
  headers: http.IncomingHttpHeaders
  body: string
}

/** A local server that imitates Stripe's API for checkout sessions. */
export class LocalStripe {
  readonly seen: Seen[] = []
  readonly sessions = new Map<string, Json>()
  /** If true, the server doesn't answer. */
  silent = false
  apiBase = ''
  readonly #kept = new Map<string, { body: string; session: Json }>()
  readonly #disputes = new Map<string, Json[]>()
  readonly #key: string
  readonly #server = http.createServer((request, response) => void this.#answer(request, response))

  constructor(key: string) {
    this.#key = key
  }

  async open(): Promise<this> {
    await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve))
    const address = this.#server.address()
    this.apiBase = `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}`
    return this
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections()
    await new Promise((resolve) => this.#server.close(resolve))
  }

  /** Pays the session and returns the webhook delivery. */
  pay(id: string, secret: string): { headers: Record<string, string>; rawBody: Uint8Array; receivedAt: Date } {
    const session = this.sessions.get(id)!
    const charge = stripeObject('charge', { amount: session['amount_total'], metadata: session['metadata'] })
    const payment = stripeObject('payment_intent', { latest_charge: charge, amount: session['amount_total'] })
    Object.assign(session, { status: 'complete', payment_status: 'paid', payment_intent: payment, url: null })
    const payload = stripeEvent('checkout.session.completed', { ...session, payment_intent: payment['id'] })
    const header = Stripe.webhooks.generateTestHeaderString({ payload, secret })
    return { headers: { 'stripe-signature': header }, rawBody: Buffer.from(payload), receivedAt: new Date() }
  }

  refund(id: string, cents: number): void {
    const payment = this.sessions.get(id)!['payment_intent'] as { latest_charge: Json }
    payment.latest_charge['amount_refunded'] = cents
  }

  failRefund(id: string, refundId: string, cents: number): void {
    const payment = this.sessions.get(id)!['payment_intent'] as { latest_charge: Json }
    const charge = payment.latest_charge
    charge['amount_refunded'] = (charge['amount_refunded'] as number) - cents
    charge['refunds'] = { object: 'list', has_more: false, data: [refundOf(refundId, cents, 'usd')] }
  }

  dispute(id: string, disputeId: string, status = 'needs_response'): void {
    const payment = this.sessions.get(id)!['payment_intent'] as Json & { latest_charge: Json }
    payment.latest_charge['disputed'] = true
    const amount = payment['amount']
    this.#disputes.set(String(payment['id']), [stripeObject('dispute', { id: disputeId, amount, status })])
  }

  async #answer(request: http.IncomingMessage, response: http.ServerResponse): Promise<void> {
    const { method = '', url = '', headers } = request
    const body = await text(request)
    this.seen.push({ method, url, headers, body })
    if (this.silent) return
    const [status, answer] = this.#act(method, new URL(url, this.apiBase), headers, new URLSearchParams(body), body)
    response.writeHead(status, {
      'content-type': 'application/json',
      'request-id': 'req_x',
      'stripe-notice': 'A notice.',
    })
    response.end(JSON.stringify(answer))
  }

  #act(
    method: string,
    url: URL,
    headers: http.IncomingHttpHeaders,
    form: URLSearchParams,
    body: string
  ): [number, Json] {
    if (headers.authorization !== `Bearer ${this.#key}`)
      return [401, { error: { type: 'invalid_request_error', message: `Invalid API Key: ${headers.authorization}` } }]
    const id = /^\/v1\/checkout\/sessions\/(\w+)$/.exec(url.pathname)?.[1]
    if (method === 'GET' && id !== undefined) {
      const session = this.sessions.get(id)
      if (!session) return [404, stripeObject('error')]
      const expanded = url.searchParams.get('expand[0]') === 'payment_intent.latest_charge.refunds'
      return [200, expanded ? session : { ...session, payment_intent: 'pi_x' }]
    }
    if (method === 'GET' && url.pathname === '/v1/disputes') {
      const data = this.#disputes.get(url.searchParams.get('payment_intent') ?? '') ?? []
      return [200, { object: 'list', url: '/v1/disputes', has_more: false, data }]
    }
    if (method !== 'POST' || url.pathname !== '/v1/checkout/sessions')
      return [404, { error: { type: 'invalid_request_error', message: 'Unrecognized request URL' } }]
    // The same key gets the same answer, or an error if the parameters differ: https://docs.stripe.com/api/idempotent_requests
    const key = String(headers['idempotency-key'])
    const kept = this.#kept.get(key)
    if (kept && kept.body !== body)
      return [400, { error: { type: 'idempotency_error', message: `Keys for idempotent requests: ${key}` } }]
    if (kept) return [200, kept.session]
    const aheadSeconds = Number(form.get('expires_at')) - Date.now() / 1000
    if (aheadSeconds < 1800 || aheadSeconds > 86_400)
      return [400, { error: { type: 'invalid_request_error', param: 'expires_at', message: 'Not within the limits.' } }]
    const session = this.#create(form)
    this.#kept.set(key, { body, session: { ...session } })
    return [200, session]
  }

  #create(form: URLSearchParams): Json {
    const id = `cs_test_${this.sessions.size + 1}`
    const amount = Number(form.get('line_items[0][price_data][unit_amount]'))
    const session = stripeObject('checkout_session', {
      id,
      amount_subtotal: amount,
      amount_total: amount,
      client_reference_id: form.get('client_reference_id'),
      currency: form.get('line_items[0][price_data][currency]'),
      metadata: { order_id: form.get('metadata[order_id]') },
      url: `https://checkout.stripe.com/c/pay/${id}`,
    })
    this.sessions.set(id, session)
    return session
  }
}
