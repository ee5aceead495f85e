/** An order to be paid. Its `id` is the idempotency key of every call for the order. */
export interface PaymentOrder {
  id: string
  /** The title on the provider's page, such as `500 rubies`. */
  title: string
  /** The price in the smallest unit of `currency`. */
  amountCents: number
  /** The ISO 4217 code in lower case. */
  currency: string
  /** The buyer's email address for the receipt. Null if unknown. */
  email: string | null
  /** The page to which the provider redirects the buyer after the payment. */
  successUrl: string
  cancelUrl: string
  /** The time after which the checkout can't be paid. Providers limit this time. One hour ahead is valid for all of them. */
  expiresAt: Date
}

export interface Checkout {
  /** The provider's page for the buyer. */
  url: string
  /** The provider's id of the checkout, needed to look it up. */
  reference: string
}

export type PaymentStatus = 'open' | 'pending' | 'paid' | 'failed' | 'expired'

interface EventBase {
  /** The provider's id of the event. A repeated delivery has the same id. */
  eventId: string
  /** The id of the order. Null if the event doesn't name the order. */
  orderId: string | null
  /** The provider's id of the payment, not of the checkout. Refunds and disputes refer to it. */
  paymentReference: string | null
  occurredAt: Date
}

/** Amounts are in the smallest unit of `currency`. */
export type PaymentEvent =
  /** `pending` means that the buyer has finished, but the money hasn't arrived, as with a bank transfer. */
  | (EventBase & { type: 'paid'; amountCents: number; currency: string })
  | (EventBase & { type: 'pending' | 'failed' | 'expired' })
  /** `refundedCents` is the total so far, excluding failed refunds, so that events may arrive in any order. */
  | (EventBase & { type: 'refunded'; refundedCents: number; currency: string })
  /**
   * A refund failed or was canceled, and the money is back with the seller. The failure may be reported several times under different event
   * ids, and before the `refunded` event. `refundId` identifies the refund.
   */
  | (EventBase & { type: 'refund_failed'; refundId: string; amountCents: number; currency: string })
  /**
   * The buyer's bank reclaims the money and has withdrawn it. `dispute_won` returns the money, `dispute_lost` doesn't. A dispute may be
   * reported several times under different event ids. `disputeId` identifies the dispute.
   */
  | (EventBase & {
      type: 'disputed' | 'dispute_won' | 'dispute_lost'
      disputeId: string
      amountCents: number
      currency: string
    })

/** Says that an order has changed, and `lookUpOrder` how. For providers whose webhooks don't say enough. */
export interface PaymentChange {
  type: 'changed'
  orderId: string
}

/** A webhook request. Header names are lower case. */
export interface WebhookDelivery {
  headers: Record<string, string>
  /** The exact bytes, which the signature covers. */
  rawBody: Uint8Array
  receivedAt: Date
}

const mark = Symbol.for('plugins/contract WebhookRefused')

/**
 * The error for a delivery that is refused before its content is used. The message quotes nothing of the delivery.
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

export interface ReportedOrder {
  status: PaymentStatus
  paymentReference: string | null
  /** The amount paid. Null if the order isn't paid. */
  amountCents: number | null
  currency: string | null
  /** The total refunded so far, excluding failed refunds. */
  refundedCents: number
  /** The failed refunds. Omitted if no refund failed or the provider can't tell. */
  failedRefunds?: readonly { refundId: string; amountCents: number; currency: string }[]
  /** The disputes that moved money. Omitted if no dispute did or the provider can't tell. */
  disputes?: readonly { disputeId: string; state: 'open' | 'won' | 'lost'; amountCents: number; currency: string }[]
}

/** A request for one of the provider's own pages. */
export interface PageRequest {
  method: 'GET' | 'POST'
  /** The path relative to the provider's base path, starting with `/`. */
  path: string
  form: Record<string, string>
}

export type PageAnswer = { html: string; status: number } | { redirectTo: string }

/**
 * Takes payments.
 *
 * `createCheckout` and `lookUpOrder` only throw `ProviderError`, neither retry nor log, and cancel the call when `signal` fires.
 * `createCheckout` returns the same checkout for the same order, if the provider has idempotency keys. `verifyWebhook` is a pure function. It returns the events of a delivery,
 * or an empty list for an irrelevant delivery. It parses nothing before the signature is verified, and only throws `WebhookRefused`.
 */
export interface PaymentProvider {
  /** The provider's name in URLs and in stored orders, such as `stripe`. */
  readonly name: string
  /** True if no money moves. The shop tells the buyer so. */
  readonly isTest?: boolean
  createCheckout(order: PaymentOrder, signal: AbortSignal): Promise<Checkout>
  verifyWebhook(delivery: WebhookDelivery): (PaymentEvent | PaymentChange)[]
  /** Looks up an order whose webhook is missing. Returns null if the checkout is unknown or belongs to another order. */
  lookUpOrder(order: { id: string; reference: string }, signal: AbortSignal): Promise<ReportedOrder | null>
  /** Serves the checkout page of a provider without its own site on this server. Returns null if the page doesn't exist. */
  page?(request: PageRequest): Promise<PageAnswer | null>
}
