import { createHmac } from 'node:crypto'

/**
 * Derives ids from an order's id and the secret. They are the same in every process and after a restart, and can't be guessed.
 */
export class DerivedIds {
  readonly #secret: string

  constructor(secret: string) {
    this.#secret = secret
  }

  /** Returns the token in the URL of the checkout page, which grants access to the page. */
  token = (orderId: string): string => this.#derive('page', orderId, 40)
  reference = (orderId: string): string => `sbx_${this.#derive('checkout', orderId, 24)}`
  payment = (orderId: string): string => `sbx_pay_${this.#derive('payment', orderId, 24)}`
  /** Returns the id of an event. `n` is the index of the step. */
  event = (orderId: string, n: number): string => `sbx_evt_${this.#derive('event', orderId, 24)}_${n}`
  dispute = (orderId: string, n: number): string => `sbx_dp_${this.#derive('dispute', orderId, 24)}_${n}`
  refund = (orderId: string, n: number): string => `sbx_re_${this.#derive('refund', orderId, 24)}_${n}`

  /** Derives an id from `KIND:ID`. Webhooks sign `TIME.BODY` with the same secret, so this input must not start with a number. */
  #derive(kind: string, orderId: string, length: number): string {
    return createHmac('sha256', this.#secret).update(`${kind}:${orderId}`).digest('hex').slice(0, length)
  }
}
