import type { PaymentOrder, PaymentStatus } from '../../contract/payment.ts'
import type { PaymentUpstream, PaymentWebhooks } from '../../kits/payment_kit.ts'
import { amountOf, centsOf } from '../src/money.ts'
import { signatureHeader, signatureOf } from '../src/webhook.ts'

const statuses: Record<PaymentStatus, string> = {
  open: 'New',
  pending: 'Processing',
  paid: 'Settled',
  failed: 'Invalid',
  expired: 'Expired',
}

/** An invoice as BTCPay Server 2 answers it: https://docs.btcpayserver.org/API/Greenfield/v1/#operation/Invoices_GetInvoice */
export const invoiceOf = (order: PaymentOrder, changes: Record<string, unknown> = {}) => ({
  id: 'kit_ref_1',
  storeId: 'kit_store',
  amount: amountOf(order.amountCents, order.currency),
  paidAmount: '0.0',
  currency: order.currency.toUpperCase(),
  type: 'Standard',
  checkoutLink: 'https://pay.test/i/kit_ref_1',
  createdTime: 1_790_000_000,
  expirationTime: 1_790_003_600,
  monitoringExpiration: 1_790_090_000,
  status: 'New',
  additionalStatus: 'None',
  availableStatusesForManualMarking: ['Settled', 'Invalid'],
  archived: false,
  metadata: { orderId: order.id, itemDesc: order.title },
  ...changes,
})

/** The body of a delivery: https://docs.btcpayserver.org/API/Greenfield/v1/#tag/Webhooks */
export const deliveryOf = (type: string, changes: Record<string, unknown> = {}) =>
  JSON.stringify({
    deliveryId: 'delivery_1',
    webhookId: 'webhook_1',
    originalDeliveryId: 'delivery_1',
    isRedelivery: false,
    type,
    timestamp: 1_790_000_000,
    storeId: 'kit_store',
    ...changes,
  })

export const upstream: PaymentUpstream = {
  contentType: 'application/json',
  checkout: (order, { reference, url }) => JSON.stringify(invoiceOf(order, { id: reference, checkoutLink: url })),
  reported: (order, reference, { status, refundedCents }) =>
    refundedCents > 0 ? null : JSON.stringify(invoiceOf(order, { id: reference, status: statuses[status] })),
  hasPaymentIds: false,
  unknown: { status: 404, body: '{"code":"invoice-not-found","message":"The invoice was not found"}' },
  errorBody: (message) => JSON.stringify({ code: 'kit-error', message }),
  garbage: '{"id": "kit_ref_1", "status": \n',
  lacks: ['idempotencyKey', 'cancelUrl'],
  expiryStepSeconds: 60,
  asked: ({ body }) => {
    const { amount, currency, metadata, checkout } = JSON.parse(body ?? '')
    return {
      idempotencyKey: null,
      orderId: metadata.orderId,
      title: metadata.itemDesc,
      amountCents: centsOf(amount, currency)!,
      currency: currency.toLowerCase(),
      email: metadata.buyerEmail ?? null,
      successUrl: checkout.redirectURL,
      cancelUrl: null,
      expiresAtSeconds: Math.floor(Date.now() / 1_000) + checkout.expirationMinutes * 60,
    }
  },
}

export const webhooks: PaymentWebhooks = {
  report: () => null,
  reportChange: ({ eventId, orderId }) =>
    deliveryOf('InvoiceSettled', {
      deliveryId: eventId,
      invoiceId: 'kit_ref_1',
      metadata: { orderId },
      manuallyMarked: false,
      overPaid: false,
    }),
  otherBody: deliveryOf('PayoutCreated', { payoutId: 'payout_1' }),
  sign: (body, secret) => ({ [signatureHeader]: signatureOf(body, secret) }),
  toleranceMs: null,
}
