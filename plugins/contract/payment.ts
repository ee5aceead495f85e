/** What is to be paid for. Made by the shop; its `id` is the idempotency key of everything done for it. */
export interface PaymentOrder {
  id: string
  /** What the buyer reads on the provider's page: `500 rubies`. */
  title: string
  /** In the smallest unit of `currency`. */
  amountCents: number
  /** ISO 4217, lower case. */
  currency: string
  /** For the receipt; null where it is not known. */
  email: string | null
  /** Where the provider's page leads back to. */
  successUrl: string
  cancelUrl: string
  /** After this the checkout must not be payable any more. Providers have limits of their own: an hour ahead suits all. */
  expiresAt: Date
}

export interface Checkout {
  /** The page to send the buyer to. */
  url: string
  /** The provider's own id of this checkout, kept with the order and needed to look it up. */
  reference: string
}

/** How an order stands at the provider, as far as money goes. */
export type PaymentStatus = 'open' | 'pending' | 'paid' | 'failed' | 'expired'

interface Reported {
  /** The provider's id of the event: the same event is delivered again under the same id. */
  eventId: string
  /** The order it is about, where the event says so. */
  orderId: string | null
  /** The provider's id of the payment (not of the checkout), by which later refunds and disputes name it. */
  paymentReference: string | null
  occurredAt: Date
}

/** What a provider reports, in one vocabulary. Amounts are in the smallest unit of `currency`. */
export type PaymentEvent =
  /** `pending`: the buyer is done, the money is under way (a bank transfer). */
  | (Reported & { type: 'paid'; amountCents: number; currency: string })
  | (Reported & { type: 'pending' | 'failed' | 'expired' })
  /** `refundedCents` is all that was given back so far, without refunds that had failed by then, so that the events may come in any order. */
  | (Reported & { type: 'refunded'; refundedCents: number; currency: string })
  /**
   * A refund that did not arrive, or was canceled: its money is the seller's again. It may be reported several times under different
   * event ids, and before the `refunded` of it: it is known by its `refundId`.
   */
  | (Reported & { type: 'refund_failed'; refundId: string; amountCents: number; currency: string })
  /**
   * The money is being asked back by the buyer's bank, and is gone for now; `won` brings it back, `lost` does not.
   * One dispute may be reported several times under different event ids: it is known by its `disputeId`.
   */
  | (Reported & {
      type: 'disputed' | 'dispute_won' | 'dispute_lost'
      disputeId: string
      amountCents: number
      currency: string
    })

/** A webhook as it came in. Header names are lower case. */
export interface WebhookDelivery {
  headers: Record<string, string>
  /** The bytes, untouched: the signature is over them. */
  rawBody: Uint8Array
  receivedAt: Date
}

const mark = Symbol.for('plugins/contract WebhookRefused')

/**
 * Why a delivery was refused. Thrown before anything in it is believed; its message quotes nothing of it.
 * `bad_signature`: missing, wrong or over other bytes. `too_old`: rightly signed, but for a time too far from `receivedAt`, before
 * or after. `malformed`: rightly signed, and still no event: whoever holds the secret sends nonsense.
 * Known by its mark, as `ProviderError` is.
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
  /** What was paid, where it was. */
  amountCents: number | null
  currency: string | null
  /** All that was given back so far, without refunds that failed. */
  refundedCents: number
  /** Refunds that failed. Left out when there are none, or the provider can't tell. */
  failedRefunds?: readonly { refundId: string; amountCents: number; currency: string }[]
  /** Disputes under which money went. Left out when there are none, or the provider can't tell. */
  disputes?: readonly { disputeId: string; state: 'open' | 'won' | 'lost'; amountCents: number; currency: string }[]
}

/** A request for one of the provider's own pages, below the path that the shop gives it. */
export interface PageRequest {
  method: 'GET' | 'POST'
  /** Without the shop's part, beginning with `/`. */
  path: string
  /** The fields of the form that was sent. */
  form: Record<string, string>
}

export type PageAnswer = { html: string; status: number } | { redirectTo: string }

/**
 * Somebody who takes money.
 *
 * `createCheckout` and `lookUpOrder` throw `ProviderError` and nothing else, neither retry nor log, and hang up when `signal` fires.
 * The same order again gives the same checkout. `verifyWebhook` is pure: it gives the events of a delivery, an empty list for what
 * is of no interest, and throws `WebhookRefused` before it parses anything whose signature is not right.
 */
export interface PaymentProvider {
  /** In addresses and in the order's row: `stripe`. */
  readonly name: string
  /** No money moves: the shop says so wherever it sells. */
  readonly isTest?: boolean
  createCheckout(order: PaymentOrder, signal: AbortSignal): Promise<Checkout>
  verifyWebhook(delivery: WebhookDelivery): PaymentEvent[]
  /** How an order stands, for when no webhook came. Null: the provider knows no such checkout. */
  lookUpOrder(order: { id: string; reference: string }, signal: AbortSignal): Promise<OrderStanding | null>
  /** For a provider that has no site of its own: its checkout page, served by the shop. Null: no such page. */
  page?(request: PageRequest): Promise<PageAnswer | null>
}
