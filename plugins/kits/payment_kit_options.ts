import type { ReportedOrder, PaymentEvent, PaymentOrder, PaymentProvider, PaymentStatus } from '../contract/payment.ts'
import type { Transport, TransportRequest } from '../contract/transport.ts'

/** The content of a checkout request, read from the bytes that were sent. */
export interface AskedCheckout {
  idempotencyKey: string | null
  orderId: string | null
  title: string | null
  amountCents: number
  currency: string | null
  email: string | null
  successUrl: string | null
  cancelUrl: string | null
  expiresAtSeconds: number
}

/** A vendor's responses, which the kit needs to simulate the vendor. Bodies are strings. */
export interface PaymentUpstream {
  contentType: string
  /** Returns the response for a new checkout. The kit also passes an invalid `url`. */
  checkout(order: PaymentOrder, checkout: { reference: string; url: unknown }): string
  /** Returns the response with the state of an order. Null if the vendor doesn't have this state. */
  reported(order: PaymentOrder, reference: string, reported: ReportedOrder): string | null
  /** The response for an unknown checkout. */
  unknown: { status: number; body: string }
  /** Returns the body of an error status. */
  errorBody(message: string): string
  /** Valid JSON with invalid content. */
  garbage: string
  asked(request: TransportRequest): AskedCheckout
  /** The parts that a checkout request of the vendor can't contain. */
  lacks?: readonly ('idempotencyKey' | 'cancelUrl')[]
  /** The vendor's unit of the expiry, to which it is rounded down. Default 0 for exact times. */
  expiryStepSeconds?: number
  /** False if payments have no ids of their own, but those of their checkouts. Default true. */
  hasPaymentIds?: boolean
}

/** The bodies of a vendor's webhooks, and the headers that sign them. */
export interface PaymentWebhooks {
  /** Returns the body for `event` and the fields that the body lacks. Null if the vendor doesn't report such events. */
  report(event: PaymentEvent): { body: string; lacks?: ('orderId' | 'paymentReference')[] } | null
  /** Returns the body for a change. For vendors whose webhooks only say that an order has changed. */
  reportChange?(change: { eventId: string; orderId: string }): string
  /** A valid event of an irrelevant type. */
  otherBody: string
  /** Returns the headers that sign a body. Header names are lower case. */
  sign(body: Uint8Array, secret: string, at: Date): Record<string, string>
  /** Returns headers with the same signature and another time. Omit if signatures have no time. */
  redate?(headers: Record<string, string>, at: Date): Record<string, string>
  /** Returns headers with both signatures, as during a rotation of secrets. Omit if a delivery has only one. */
  together?(first: Record<string, string>, second: Record<string, string>): Record<string, string>
  /** The largest difference between the time of the signature and `receivedAt`. Default 300 s. Null if signatures have no time. */
  toleranceMs?: number | null
}

export interface PaymentKitDeps {
  transport: Transport
  baseUrl: string
  apiKey: string
  webhookSecret: string
}

export interface PaymentKitOptions {
  /** The test function of any runner: `(title, fn) => test(title, () => fn())`. */
  test: (title: string, fn: () => Promise<void>) => unknown
  /** The prefix of each title. */
  name: string
  /** Creates a provider. All calls to the upstream must use `transport`. */
  createProvider: (deps: PaymentKitDeps) => PaymentProvider | Promise<PaymentProvider>
  webhooks: PaymentWebhooks
  /** Omit for a provider without an upstream. Cases that need one are then not registered. */
  upstream?: PaymentUpstream
  /** Puts an order into a state, so that the kit can look it up. For providers without an upstream. */
  bring?: (provider: PaymentProvider, order: PaymentOrder, to: PaymentStatus | 'refunded') => Promise<void>
  /** The time limit for 'immediately'. Default 1,000. */
  promptMs?: number
}
