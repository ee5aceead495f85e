import { setTimeout as pause } from 'node:timers/promises'
import { readText } from '../../contract/body.ts'
import type { PaymentEvent } from '../../contract/payment.ts'
import type { Transport } from '../../contract/transport.ts'
import { bodyOf, signatureHeader, signatureOf } from './webhook.ts'

export interface MessengerOptions {
  webhookUrl: string
  secret: string
  transport: Transport
  now: () => Date
  /** Before each further attempt: as many as there are. */
  pausesMs: readonly number[]
  /** How long one attempt may take. */
  attemptMs: number
}

/** Brings reports to the shop, signed anew at each attempt. */
export class Messenger {
  readonly #options: MessengerOptions

  constructor(options: MessengerOptions) {
    this.#options = options
  }

  /** Whether the shop took it, after all attempts at the latest. Never rejects: what was lost can be looked up. */
  async deliver(event: PaymentEvent): Promise<boolean> {
    for (const pauseMs of [0, ...this.#options.pausesMs]) {
      if (pauseMs > 0) await pause(pauseMs)
      if (await this.#attempt(bodyOf(event))) return true
    }
    return false
  }

  async #attempt(body: string): Promise<boolean> {
    const { webhookUrl: url, secret, transport, now, attemptMs } = this.#options
    const headers = {
      'content-type': 'application/json',
      [signatureHeader]: signatureOf(Buffer.from(body), secret, now()),
    }
    try {
      const answer = await transport({ method: 'POST', url, headers, body }, AbortSignal.timeout(attemptMs))
      await readText(answer.body, 4096)
      return answer.status >= 200 && answer.status < 300
    } catch {
      return false
    }
  }
}
