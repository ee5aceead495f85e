import type { PaymentUpstream, PaymentWebhooks } from '../../kits/payment_kit.ts'
import { signatureHeader, signatureOf } from '../src/webhook.ts'

/** The responses of __name__. The kit uses them to simulate it. */
export const upstream: PaymentUpstream = {
  contentType: 'application/json',
  checkout: (_order, { reference, url }) => JSON.stringify({ id: reference, url }),
  /** Returns null for failed refunds, because look-ups at __name__ don't include them. */
  reported: (order, _reference, reported) =>
    reported.failedRefunds
      ? null
      : JSON.stringify({
          order: order.id,
          status: reported.status,
          payment: reported.paymentReference,
          amount: reported.amountCents,
          currency: reported.currency,
          refunded: reported.refundedCents,
        }),
  unknown: { status: 404, body: '{"error":{"code":"no_such_checkout"}}' },
  errorBody: (message) => JSON.stringify({ error: { code: 'kit_error', message } }),
  garbage: '{"id": \n',
  asked: ({ headers, body }) => {
    const sent = JSON.parse(body ?? '')
    return {
      idempotencyKey: headers['idempotency-key'] ?? null,
      orderId: sent.order,
      title: sent.title,
      amountCents: sent.amount,
      currency: sent.currency,
      email: sent.email,
      successUrl: sent.success_url,
      cancelUrl: sent.cancel_url,
      expiresAtSeconds: sent.expires_at,
    }
  },
}

/** The webhooks of __name__. */
export const webhooks: PaymentWebhooks = {
  report: ({ eventId, occurredAt, ...event }) => ({
    body: JSON.stringify({ ...event, id: eventId, at: occurredAt }),
  }),
  otherBody: '{"id":"evt_kit_other","type":"newsletter"}',
  sign: (body, secret, at) => {
    const time = String(at.getTime())
    return { [signatureHeader]: `${time};${signatureOf(body, secret, time)}` }
  },
  redate: (headers, at) => ({
    [signatureHeader]: headers[signatureHeader]!.replace(/^\d+/, String(at.getTime())),
  }),
  together: (first, second) => ({
    [signatureHeader]: `${first[signatureHeader]};${second[signatureHeader]!.split(';')[1]}`,
  }),
}
