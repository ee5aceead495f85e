import { createHmac } from 'node:crypto'
import Stripe from 'stripe'
import { WebhookRefused, type WebhookDelivery } from '../../contract/payment.ts'

/** Stripe's own: https://docs.stripe.com/webhooks/signature */
const toleranceSeconds = 300

/**
 * Throws `WebhookRefused` unless the delivery is rightly signed, over exactly its bytes and for about now. Parses nothing.
 * The SDK's check, tightened where it is loose: it signs the text it decoded, in which broken bytes and a byte order mark are
 * gone, and it takes signatures from any future.
 */
export function checkSignature(delivery: WebhookDelivery, secret: string): void {
  const hash = new ExactBytes(delivery.rawBody)
  const header = delivery.headers['stripe-signature'] ?? ''
  const receivedAtMs = delivery.receivedAt.getTime()
  try {
    const { signature } = Stripe.webhooks
    signature!.verifyHeader(delivery.rawBody, header, secret, toleranceSeconds, hash, receivedAtMs)
  } catch (error) {
    // It looks at the age last, so that whoever hears of an old timestamp has signed it. Any other error, its own or a stranger
    // (it throws one for `v1=`), means that no signature was right.
    const isOld =
      error instanceof Stripe.errors.StripeSignatureVerificationError && error.message.includes('outside the tolerance')
    throw isOld ? tooOld() : new WebhookRefused('bad_signature', 'The webhook is not signed with the secret set here.')
  }
  if (!(hash.signedAtSeconds - receivedAtMs / 1000 <= toleranceSeconds)) throw tooOld()
}

const tooOld = () => new WebhookRefused('too_old', 'The webhook was signed for another time; check the clock.')

/** The hash over the bytes as they came, for the one delivery it is made for. */
class ExactBytes extends Stripe.CryptoProvider {
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
