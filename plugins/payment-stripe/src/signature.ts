import { createHmac } from 'node:crypto'
import Stripe from 'stripe'
import { WebhookRefused, type WebhookDelivery } from '../../contract/payment.ts'

/** Stripe's default tolerance: https://docs.stripe.com/webhooks/signature */
const toleranceSeconds = 300

/**
 * Throws `WebhookRefused` unless the signature covers exactly these bytes and its time is within the tolerance. Parses no JSON.
 * This is the SDK's check with two additions (see docs/decisions/0043-stripe-used-plainly.md).
 */
export function checkSignature({ rawBody, headers, receivedAt }: WebhookDelivery, secret: string): void {
  const hash = new HashOfBytes(rawBody)
  const header = headers['stripe-signature'] ?? ''
  const receivedAtMs = receivedAt.getTime()
  try {
    Stripe.webhooks.signature!.verifyHeader(rawBody, header, secret, toleranceSeconds, hash, receivedAtMs)
  } catch (error) {
    // The SDK checks the age last, so a signature that it refuses as too old is valid.
    const isOld =
      error instanceof Stripe.errors.StripeSignatureVerificationError && /tolerance zone/.test(error.message)
    throw isOld
      ? tooOld()
      : new WebhookRefused('bad_signature', 'The webhook is not signed with the configured secret.')
  }
  // The SDK accepts signatures from the future.
  if (!(hash.signedAtSeconds - receivedAtMs / 1000 <= toleranceSeconds)) throw tooOld()
}

const tooOld = () => new WebhookRefused('too_old', 'The webhook was signed at another time. Check the server clock.')

/** Hashes the raw bytes. The SDK hashes the decoded text, which has lost a byte order mark and invalid UTF-8. */
class HashOfBytes extends Stripe.CryptoProvider {
  signedAtSeconds = NaN
  readonly #bytes: Uint8Array

  constructor(bytes: Uint8Array) {
    super()
    this.#bytes = bytes
  }

  /** `payload` is `TIME.TEXT`. */
  override computeHMACSignature(payload: string, secret: string): string {
    const time = payload.slice(0, payload.indexOf('.'))
    this.signedAtSeconds = Number(time)
    return createHmac('sha256', secret).update(`${time}.`).update(this.#bytes).digest('hex')
  }
}
