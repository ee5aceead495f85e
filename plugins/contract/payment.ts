/** An order to be paid. Its `id` is the idempotency key of every call for it. */
export interface PaymentOrder {
  id: string
  /** Shown on the provider's page: `500 rubies`. */
  title: string
  /** In the smallest unit of `currency`. */
  amountCents: number
  /** ISO 4217, lower case. */
  currency: string
  /** For the receipt; null if unknown. */
  email: string | null
  /** Where the provider's page redirects to. */
  successUrl: string
  cancelUrl: string
  /** The checkout can't be paid after this. Providers limit it; an hour ahead suits all of them. */
  expiresAt: Date
}

export interface Checkout {
  /** The page to send the buyer to. */
  url: string
  /** The provider's id of the checkout, needed to look it up. */
  reference: string
}

export type PaymentStatus = 'open' | 'pending' | 'paid' | 'failed' | 'expired'

interface EventBase {
  /** The provider's id of the event. A repeated delivery has the same id. */
  eventId: string
  /** Null if the event doesn't name the order. */
  orderId: string | null
  /** The provider's id of the payment, not of the checkout. Refunds and disputes refer to it. */
  paymentReference: string | null
  occurredAt: Date
}

/** Amounts are in the smallest unit of `currency`. */
export type PaymentEvent =
  /** `pending`: the buyer has finished, but the money hasn't arrived (a bank transfer). */
  | (EventBase & { type: 'paid'; amountCents: number; currency: string })
  | (EventBase & { type: 'pending' | 'failed' | 'expired' })
  /** `refundedCents` is the total so far without failed refunds, so that events may arrive in any order. */
  | (EventBase & { type: 'refunded'; refundedCents: number; currency: string })
  /**
   * A refund failed or was canceled, and the money is back with the seller. It may be reported several times under different event ids,
   * and before its `refunded` event. `refundId` identifies it.
   */
  | (EventBase & { type: 'refund_failed'; refundId: string; amountCents: number; currency: string })
  /**
   * The buyer's bank reclaims the money and has withdrawn it. `won` returns it, `lost` doesn't. A dispute may be reported several times
   * under different event ids. `disputeId` identifies it.
   */
  | (EventBase & {
      type: 'disputed' | 'dispute_won' | 'dispute_lost'
      disputeId: string
      amountCents: number
      currency: string
    })

/** A webhook request. Header names are lower case. */
export interface WebhookDelivery {
  headers: Record<string, string>
  /** The exact bytes, which the signature covers. */
  rawBody: Uint8Array
  receivedAt: Date
}

const mark = Symbol.for('plugins/contract WebhookRefused')

/**
 * Refuses a delivery before its content is used. The message quotes nothing of the delivery.
 *
 * - `bad_signature`: the signature is missing, wrong, or covers other bytes.
 * - `too_old`: the signature is valid, but its time is too far from `receivedAt`, in either direction.
 * - `malformed`: the signature is valid, but the body isn't an event.
 *
 * `instanceof` works across copies of the class, as for `ProviderError`.
 */
export class WebhookRefused extends Error {
  static override [Symbol.hasInstance](value: unknown): boolean {
    return typeof value === 'object' && value !== null && mark in value
  }

  get [mark](): true {
    return true
  }

  constructor(
    readonly reason: 'bad_signature' | 'too_old' | 'malformed',
    message: string
  ) {
    super(message)
    this.name = 'WebhookRefused'
  }
}

export interface OrderStanding {
  status: PaymentStatus
  paymentReference: string | null
  /** The amount paid; null if not paid. */
  amountCents: number | null
  currency: string | null
  /** The total refunded so far, without failed refunds. */
  refundedCents: number
  /** Omitted when there are none or the provider can't tell. */
  failedRefunds?: readonly { refundId: string; amountCents: number; currency: string }[]
  /** Disputes that moved money. Omitted when there are none or the provider can't tell. */
  disputes?: readonly { disputeId: string; state: 'open' | 'won' | 'lost'; amountCents: number; currency: string }[]
}

/** A request for one of the provider's own pages. */
export interface PageRequest {
  method: 'GET' | 'POST'
  /** Relative to the provider's base path, beginning with `/`. */
  path: string
  form: Record<string, string>
}

export type PageAnswer = { html: string; status: number } | { redirectTo: string }

/**
 * Takes payments.
 *
 * `createCheckout` and `lookUpOrder` only throw `ProviderError`, neither retry nor log, and cancel the call when `signal` fires. The same
 * order gives the same checkout again. `verifyWebhook` is pure: it returns the events of a delivery, an empty list for irrelevant ones,
 * and throws `WebhookRefused` before it parses anything without a valid signature.
 */
export interface PaymentProvider {
  /** Used in URLs and stored with the order: `stripe`. */
  readonly name: string
  /** No money moves. The shop shows that. */
  readonly isTest?: boolean
  createCheckout(order: PaymentOrder, signal: AbortSignal): Promise<Checkout>
  verifyWebhook(delivery: WebhookDelivery): PaymentEvent[]
  /** For orders without a webhook. Null: the provider doesn't know this checkout. */
  lookUpOrder(order: { id: string; reference: string }, signal: AbortSignal): Promise<OrderStanding | null>
  /** The checkout page of a provider without its own site, served by this server. Null: not found. */
  page?(request: PageRequest): Promise<PageAnswer | null>
}
