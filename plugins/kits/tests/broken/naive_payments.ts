import { createHmac } from 'node:crypto'
import { readText } from '../../../contract/body.ts'
import { ProviderError } from '../../../contract/errors.ts'
import { failureOfStatus } from '../../../contract/http_failure.ts'
import {
  WebhookRefused,
  type ReportedOrder,
  type PaymentEvent,
  type PaymentOrder,
  type PaymentProvider,
  type WebhookDelivery,
} from '../../../contract/payment.ts'
import { isWebAddress, refuseInvalidOrder } from '../../../contract/payment_order.ts'
import type { PaymentKitDeps } from '../../payment_kit.ts'
import type { TransportRequest, TransportResponse } from '../../../contract/transport.ts'

/** The parts of the provider. Each test replaces a part with a broken version. */
export interface NaivePayments {
  check(order: PaymentOrder): void
  key(order: PaymentOrder): string
  amount(order: PaymentOrder): number
  expiry(order: PaymentOrder): number
  email(order: PaymentOrder): string | null
  signalFor(signal: AbortSignal): AbortSignal
  failure(response: TransportResponse, body: string, key: string): unknown
  garbage(): unknown
  link(url: unknown): unknown
  retries: number
  bytesMax: number
  /** Whether the response reports an unknown checkout. */
  unknown(status: number, body: string): boolean
  belongs(asked: string, found: unknown): boolean
  reported(value: ReportedOrder): ReportedOrder
  /** Runs before the signature check. */
  first(delivery: WebhookDelivery): void
  bytes(delivery: WebhookDelivery): Uint8Array
  signedText(t: string): string
  candidates(signatures: string[]): string[]
  ageOk(ageMs: number): boolean
  decode(bytes: Uint8Array): string
  report(event: PaymentEvent, delivery: WebhookDelivery): PaymentEvent[]
  refusal(reason: WebhookRefused['reason'], delivery: WebhookDelivery): unknown
}

export const sign = (body: Uint8Array, secret: string, t: string): string =>
  createHmac('sha256', secret).update(`${t}.`).update(body).digest('hex')

/** Creates a correct provider for a fictional vendor. `changes` break it. */
export const naivePayments =
  (changes: Partial<NaivePayments> = {}) =>
  ({ transport, baseUrl, apiKey, webhookSecret }: PaymentKitDeps): PaymentProvider => {
    const parts: NaivePayments = { ...correctParts(), ...changes }

    const ask = async (request: TransportRequest, signal: AbortSignal, known: (status: number) => boolean) => {
      if (signal.aborted) throw new ProviderError('cut_off', 'The caller canceled the call.')
      for (let tried = 0; ; tried++) {
        try {
          const response = await transport(request, parts.signalFor(signal))
          const text =
            response.status === 200 ? await whole(response, parts.bytesMax) : await readText(response.body, 65_536)
          if (signal.aborted) throw new ProviderError('cut_off', 'The caller canceled the call.')
          if (known(response.status) && parts.unknown(response.status, text)) return null
          if (response.status !== 200) throw parts.failure(response, text, apiKey)
          return text
        } catch (error) {
          if (tried >= parts.retries) throw error
        }
      }
    }

    const parsed = (text: string): Record<string, unknown> => {
      try {
        const value: unknown = JSON.parse(text)
        if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as never
      } catch {
        // Handled below.
      }
      throw parts.garbage()
    }

    const headers = { key: apiKey }
    return {
      name: 'naive',
      async createCheckout(order, signal) {
        parts.check(order)
        const { id, title, currency, successUrl, cancelUrl } = order
        const amount = parts.amount(order)
        const body = {
          id,
          title,
          amount,
          currency,
          successUrl,
          cancelUrl,
          email: parts.email(order),
          ends: parts.expiry(order),
        }
        const text = await ask(
          {
            method: 'POST',
            url: `${baseUrl}/checkouts`,
            headers: { ...headers, once: parts.key(order) },
            body: JSON.stringify(body),
          },
          signal,
          () => false
        )
        const { ref, link } = parsed(text!)
        const url = parts.link(link)
        if (typeof ref !== 'string' || url === null) throw parts.garbage()
        return { url: url as string, reference: ref }
      },
      async lookUpOrder({ id, reference }, signal) {
        const url = `${baseUrl}/checkouts/${encodeURIComponent(reference)}`
        const text = await ask({ method: 'GET', url, headers }, signal, (status) => status === 404)
        if (text === null) return null
        const { order, reported } = parsed(text)
        if (typeof reported !== 'object' || reported === null) throw parts.garbage()
        return parts.belongs(id, order) ? parts.reported(reported as ReportedOrder) : null
      },
      verifyWebhook(delivery) {
        parts.first(delivery)
        const refuse = (reason: WebhookRefused['reason']) => parts.refusal(reason, delivery)
        const [t = '', ...signatures] = (delivery.headers['kit-signature'] ?? '').split(';')
        const bytes = parts.bytes(delivery)
        const right = sign(bytes, webhookSecret, parts.signedText(t))
        if (!/^\d+$/.test(t) || !parts.candidates(signatures).includes(right)) throw refuse('bad_signature')
        if (!parts.ageOk(delivery.receivedAt.getTime() - Number(t))) throw refuse('too_old')
        let event: Record<string, never>
        try {
          event = JSON.parse(parts.decode(bytes)) as never
        } catch {
          throw refuse('malformed')
        }
        if (typeof event?.['type'] !== 'string' || typeof event['eventId'] !== 'string') throw refuse('malformed')
        for (const name of ['amountCents', 'refundedCents'])
          if (name in event && !isCents(event[name])) throw refuse('malformed')
        if (event['type'] === 'other') return []
        return parts.report(
          { ...(event as object), occurredAt: new Date(event['occurredAt']!) } as PaymentEvent,
          delivery
        )
      },
    }
  }

const isCents = (value: unknown): boolean => Number.isSafeInteger(value) && (value as number) >= 0

async function whole(response: TransportResponse, bytesMax: number): Promise<string> {
  const chunks: Uint8Array[] = []
  let bytes = 0
  for await (const chunk of response.body) {
    chunks.push(chunk)
    bytes += chunk.length
    if (bytes > bytesMax) break
  }
  return Buffer.concat(chunks).toString()
}

const correctParts = (): NaivePayments => ({
  check: refuseInvalidOrder,
  key: ({ id }) => id,
  amount: ({ amountCents }) => amountCents,
  expiry: ({ expiresAt }) => expiresAt.getTime() / 1000,
  email: ({ email }) => email,
  signalFor: (signal) => signal,
  failure: (response) => failureOfStatus(response.status, response.headers),
  garbage: () => new ProviderError('invalid_response', 'The provider sent what can not be read.'),
  link: (url) => (isWebAddress(url) ? url : null),
  retries: 0,
  bytesMax: 1_000_000,
  unknown: (_status, body) => body.includes('no_such_checkout'),
  belongs: (asked, found) => asked === found,
  reported: (value) => value,
  first: () => {},
  bytes: ({ rawBody }) => rawBody,
  signedText: (t) => t,
  candidates: (signatures) => signatures,
  ageOk: (ageMs) => Math.abs(ageMs) <= 300_000,
  decode: (bytes) => new TextDecoder('utf-8', { fatal: true }).decode(bytes),
  report: (event) => [event],
  refusal: (reason) => new WebhookRefused(reason, `The delivery is refused: ${reason}.`),
})
