import type { StageKind } from './model_suite_stage.ts'
import type { OrderStanding, PaymentEvent, PaymentOrder, PaymentProvider, PaymentStatus } from './payment.ts'
import type { Transport, TransportRequest } from './transport.ts'

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

/** A vendor's responses: everything the kit needs to simulate it. Each member gives a body as text. */
export interface PaymentUpstream {
  contentType: string
  /** A new checkout. `url` may be invalid on purpose. */
  checkout(order: PaymentOrder, checkout: { reference: string; url: unknown }): string
  /** The standing of an order; null if the vendor doesn't have this state. */
  standing(order: PaymentOrder, reference: string, standing: OrderStanding): string | null
  /** The response for an unknown checkout. */
  unknown: { status: number; body: string }
  /** The body of an error status. */
  errorBody(message: string): string
  /** Valid JSON with invalid content. */
  garbage: string
  asked(request: TransportRequest): AskedCheckout
}

/** A vendor's webhooks: bodies, and the headers that sign them. */
export interface PaymentWebhooks {
  /** The body for `event`, and the fields it lacks; null if the vendor doesn't report such events. */
  report(event: PaymentEvent): { body: string; lacks?: ('orderId' | 'paymentReference')[] } | null
  /** A valid event of an irrelevant type. */
  otherBody: string
  /** Header names are lower case. */
  sign(body: Uint8Array, secret: string, at: Date): Record<string, string>
  /** The same signature with another time. */
  redate(headers: Record<string, string>, at: Date): Record<string, string>
  /** Both signatures in one delivery, as during a change of secrets. */
  together(first: Record<string, string>, second: Record<string, string>): Record<string, string>
  /** The largest distance between signature and `receivedAt`. Default 300 s. */
  toleranceMs?: number
}

export interface PaymentSuiteDeps {
  transport: Transport
  baseUrl: string
  apiKey: string
  webhookSecret: string
}

export interface PaymentProviderSuiteOptions {
  /** Any test runner: `(title, fn) => test(title, () => fn())`. */
  test: (title: string, fn: () => Promise<void>) => unknown
  /** The prefix of each title. */
  name: string
  /** All calls to the upstream must use `transport`. */
  createProvider: (deps: PaymentSuiteDeps) => PaymentProvider | Promise<PaymentProvider>
  webhooks: PaymentWebhooks
  /** Omit for a provider without an upstream. Cases that need one are then not registered. */
  upstream?: PaymentUpstream
  /** For a provider without an upstream: brings an order into a state, so that it can be looked up. */
  bring?: (provider: PaymentProvider, order: PaymentOrder, to: PaymentStatus | 'refunded') => Promise<void>
  /** 'memory' (default) simulates the upstream in this process, 'http' runs a real server. */
  stage?: StageKind
  /** The limit for 'immediately'. Default 1,000. */
  promptMs?: number
}
