import type { StageKind } from './model_suite_stage.ts'
import type { OrderStanding, PaymentEvent, PaymentOrder, PaymentProvider, PaymentStatus } from './payment.ts'
import type { Transport, TransportRequest } from './transport.ts'

/** What a request for a checkout asked the upstream for, read from the bytes that were sent. */
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

/** How a vendor answers: everything the kit must know to play it. Each returns a body as text. */
export interface PaymentUpstream {
  contentType: string
  /** A checkout was made. `url` may be nonsense: the kit tries what a provider does with it. */
  checkout(order: PaymentOrder, checkout: { reference: string; url: unknown }): string
  /** How an order stands; null where the vendor knows no such state. */
  standing(order: PaymentOrder, reference: string, standing: OrderStanding): string | null
  /** There is no such checkout. */
  unknown: { status: number; body: string }
  /** The body beside a status that is no success. */
  errorBody(message: string): string
  /** Of the right shape outside, and nonsense inside. */
  garbage: string
  asked(request: TransportRequest): AskedCheckout
}

/** How a vendor reports: bodies, and the headers that sign them. */
export interface PaymentWebhooks {
  /** The body that reports `event`, and which of its names the vendor's report lacks; null where the vendor has no such report. */
  report(event: PaymentEvent): { body: string; lacks?: ('orderId' | 'paymentReference')[] } | null
  /** A right event of a kind that is of no interest. */
  otherBody: string
  /** Header names are lower case. */
  sign(body: Uint8Array, secret: string, at: Date): Record<string, string>
  /** The same signature, claimed to be of another time. */
  redate(headers: Record<string, string>, at: Date): Record<string, string>
  /** Both signatures in one delivery, as while a secret is being changed. */
  together(first: Record<string, string>, second: Record<string, string>): Record<string, string>
  /** How far from `receivedAt` a signature may be. Default 300 s. */
  toleranceMs?: number
}

export interface PaymentSuiteDeps {
  transport: Transport
  baseUrl: string
  apiKey: string
  webhookSecret: string
}

export interface PaymentProviderSuiteOptions {
  /** Any runner's: `(title, fn) => test(title, () => fn())`. */
  test: (title: string, fn: () => Promise<void>) => unknown
  /** Stands before each title. */
  name: string
  /** Everything that goes to the upstream goes through `transport`. Providers without an upstream ignore what they don't need. */
  createProvider: (deps: PaymentSuiteDeps) => PaymentProvider | Promise<PaymentProvider>
  webhooks: PaymentWebhooks
  /** Left out for a provider that has no upstream: the cases that need one are then not registered at all. */
  upstream?: PaymentUpstream
  /** For a provider without an upstream: brings an order there by its own means, so that it can be looked up. */
  bring?: (provider: PaymentProvider, order: PaymentOrder, to: PaymentStatus | 'refunded') => Promise<void>
  /** 'memory' (default) plays the upstream in this process, 'http' with a real server on a port of its own. */
  stage?: StageKind
  /** What counts as at once. Default 1,000. */
  promptMs?: number
}
