import { createHmac } from 'node:crypto'
import Stripe from 'stripe'
import type { ReportedOrder, PaymentEvent, PaymentOrder } from '../../contract/payment.ts'
import type { PaymentUpstream, PaymentWebhooks } from '../../kits/payment_kit.ts'
import { stripeEvent, stripeObject } from './objects.ts'

const seconds = (date: Date) => Math.floor(date.getTime() / 1000)
const body = (object: Record<string, unknown>) => JSON.stringify(object, null, 2)

/** Stripe's responses: https://docs.stripe.com/api/checkout/sessions */
export const upstream: PaymentUpstream = {
  contentType: 'application/json',
  checkout: (order, { reference, url }) => body(sessionOf(order, { id: reference, url })),
  reported: (order, reference, reported) => body(sessionOf(order, { id: reference, ...stateOf(reported) })),
  unknown: { status: 404, body: body(stripeObject('error')) },
  errorBody: (message) =>
    body({
      error: { code: 'kit_error', message, param: message, type: 'invalid_request_error', request_log_url: message },
    }),
  garbage: '{"id": "cs_test_x", "object": "checkout.session", "url": \n',
  asked: ({ headers, body: sent }) => {
    const form = new URLSearchParams(sent)
    const order = form.get('client_reference_id')
    const named = [order, form.get('metadata[order_id]'), form.get('payment_intent_data[metadata][order_id]')]
    const item = 'line_items[0]'
    return {
      idempotencyKey: headers['idempotency-key'] ?? null,
      orderId: named.every((name) => name === order) && form.get('mode') === 'payment' ? order : null,
      title: form.get(`${item}[price_data][product_data][name]`),
      amountCents: Number(form.get(`${item}[price_data][unit_amount]`)) * Number(form.get(`${item}[quantity]`)),
      currency: form.get(`${item}[price_data][currency]`),
      email: form.get('customer_email'),
      successUrl: form.get('success_url'),
      cancelUrl: form.get('cancel_url'),
      expiresAtSeconds: Number(form.get('expires_at')),
    }
  },
}

export function sessionOf(order: PaymentOrder, changes: Record<string, unknown> = {}) {
  return stripeObject('checkout_session', {
    amount_subtotal: order.amountCents,
    amount_total: order.amountCents,
    cancel_url: order.cancelUrl,
    client_reference_id: order.id,
    currency: order.currency,
    customer_email: order.email,
    expires_at: seconds(order.expiresAt),
    metadata: { order_id: order.id },
    success_url: order.successUrl,
    ...changes,
  })
}

function stateOf(reported: ReportedOrder): Record<string, unknown> {
  const payment = (status: string, charge: unknown) =>
    stripeObject('payment_intent', { id: reported.paymentReference, status, latest_charge: charge })
  switch (reported.status) {
    case 'open':
      return { status: 'open', payment_status: 'unpaid' }
    case 'expired':
      return { status: 'expired', payment_status: 'unpaid', url: null }
    case 'pending':
      return { status: 'complete', payment_status: 'unpaid', url: null, payment_intent: payment('processing', null) }
    case 'failed': {
      const charge = stripeObject('charge', { status: 'failed', paid: false })
      const payment_intent = payment('requires_payment_method', charge)
      return { status: 'complete', payment_status: 'unpaid', url: null, payment_intent }
    }
    case 'paid': {
      const { amountCents, currency, refundedCents, failedRefunds = [] } = reported
      const data = failedRefunds.map(({ refundId, ...refund }) =>
        refundOf(refundId, refund.amountCents, refund.currency)
      )
      const refunds = { object: 'list', data, has_more: false }
      const charge = stripeObject('charge', { amount: amountCents, currency, amount_refunded: refundedCents, refunds })
      return { status: 'complete', payment_status: 'paid', url: null, payment_intent: payment('succeeded', charge) }
    }
  }
}

/** Stripe's webhooks, signed with the SDK's test helper. */
export const webhooks: PaymentWebhooks = {
  report,
  otherBody: stripeEvent('customer.created', { id: 'cus_1', object: 'customer' }),
  sign: (bytes, secret, at) => {
    const timestamp = seconds(at)
    // The helper only signs text, so bytes that aren't UTF-8 are signed here.
    const text = Buffer.from(bytes).toString()
    const signature = Buffer.from(text).equals(bytes) ? {} : { signature: signBytes(bytes, secret, timestamp) }
    return {
      'stripe-signature': Stripe.webhooks.generateTestHeaderString({ payload: text, secret, timestamp, ...signature }),
    }
  },
  redate: (headers, at) => ({ 'stripe-signature': headers['stripe-signature']!.replace(/t=\d+/, `t=${seconds(at)}`) }),
  together: (first, second) => ({
    'stripe-signature': `${first['stripe-signature']},${second['stripe-signature']!.split(',')[1]}`,
  }),
}

function report(event: PaymentEvent): ReturnType<PaymentWebhooks['report']> {
  const names = { id: event.eventId, created: seconds(event.occurredAt) }
  const metadata = { order_id: event.orderId }
  const payment = { payment_intent: event.paymentReference }
  const session = (type: string, changes: object, lacks?: ['paymentReference']) => ({
    body: stripeEvent(
      `checkout.session.${type}`,
      stripeObject('checkout_session', {
        client_reference_id: event.orderId,
        metadata,
        status: 'complete',
        ...changes,
      }),
      names
    ),
    ...(lacks ? { lacks } : {}),
  })
  switch (event.type) {
    case 'paid':
      return session('completed', {
        ...payment,
        payment_status: 'paid',
        amount_subtotal: event.amountCents,
        amount_total: event.amountCents,
        currency: event.currency,
      })
    case 'pending':
      return session('completed', { ...payment, payment_status: 'unpaid' })
    case 'failed':
      return session('async_payment_failed', { ...payment, payment_status: 'unpaid' })
    case 'expired':
      return session('expired', { status: 'expired' }, ['paymentReference'])
    case 'refunded': {
      const amount_refunded = event.refundedCents
      const charge = stripeObject('charge', { ...payment, metadata, amount_refunded, currency: event.currency })
      return { body: stripeEvent('charge.refunded', charge, names) }
    }
    case 'refund_failed': {
      const refund = { ...refundOf(event.refundId, event.amountCents, event.currency), ...payment }
      return { body: stripeEvent('refund.failed', refund, names), lacks: ['orderId'] }
    }
    default: {
      const [type, status] = {
        disputed: ['created', 'needs_response'],
        dispute_won: ['closed', 'won'],
        dispute_lost: ['closed', 'lost'],
      }[event.type] as [string, string]
      const about = { ...payment, id: event.disputeId, amount: event.amountCents, currency: event.currency, status }
      return {
        body: stripeEvent(`charge.dispute.${type}`, stripeObject('dispute', about), names),
        lacks: ['orderId'],
      }
    }
  }
}

/** Creates a refund: https://docs.stripe.com/api/refunds/object */
export const refundOf = (id: string, amount: number, currency: string, status = 'failed') => ({
  id,
  object: 'refund',
  amount,
  charge: 'ch_3PaBcDeFgHiJkLmN0',
  currency,
  failure_reason: 'lost_or_stolen_card',
  metadata: {},
  payment_intent: 'pi_3PaBcDeFgHiJkLmN0',
  status,
})

function signBytes(bytes: Uint8Array, secret: string, timestamp: number): string {
  return createHmac('sha256', secret).update(`${timestamp}.`).update(bytes).digest('hex')
}
