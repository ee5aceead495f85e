import { setTimeout as pause } from 'node:timers/promises'
import { readText } from '../../contract/body.ts'
import type { PaymentEvent } from '../../contract/payment.ts'
import type { Transport } from '../../contract/transport.ts'
import { bodyOf, signatureHeader, signatureOf } from './webhook.ts'

export interface WebhookSenderOptions {
  webhookUrl: string
  secret: string
  transport: Transport
  now: () => Date
  /** The pauses before repeated attempts. */
  pausesMs: readonly number[]
  /** The time limit of one attempt. */
  attemptMs: number
}

/** Delivers webhooks to the shop. Each attempt has a new signature. */
export class WebhookSender {
  readonly #options: WebhookSenderOptions

  constructor(options: WebhookSenderOptions) {
    this.#options = options
  }

  /** Delivers an event and returns whether the shop accepted it. Never rejects, because the shop can look up lost events. */
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
