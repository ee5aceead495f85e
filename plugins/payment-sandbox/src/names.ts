import { createHmac } from 'node:crypto'

/**
 * Everything an order is called here, made from its id and the secret: the same order has the same names in every process and after
 * every restart, and nobody else can work them out.
 */
export class Names {
  readonly #secret: string

  constructor(secret: string) {
    this.#secret = secret
  }

  /** In the address of the checkout page: who has it may pay. */
  token = (orderId: string): string => this.#made('page', orderId, 40)
  reference = (orderId: string): string => `sbx_${this.#made('checkout', orderId, 24)}`
  payment = (orderId: string): string => `sbx_pay_${this.#made('payment', orderId, 24)}`
  /** `n` counts what happened to the order. */
  event = (orderId: string, n: number): string => `sbx_evt_${this.#made('event', orderId, 24)}_${n}`
  dispute = (orderId: string, n: number): string => `sbx_dp_${this.#made('dispute', orderId, 24)}_${n}`

  refund = (orderId: string, n: number): string => `sbx_re_${this.#made('refund', orderId, 24)}_${n}`

  /** Webhooks are signed over `TIME.BODY` with the same secret; nothing made here begins with a number. */
  #made(what: string, orderId: string, length: number): string {
    return createHmac('sha256', this.#secret).update(`${what}:${orderId}`).digest('hex').slice(0, length)
  }
}
