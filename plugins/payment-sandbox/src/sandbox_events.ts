import { ProviderError } from '../../contract/errors.ts'
import type { PaymentEvent } from '../../contract/payment.ts'
import type { WebhookSender } from './webhook_sender.ts'
import type { DerivedIds } from './derived_ids.ts'
import { eventOf, nextStep, type Step } from './order_log.ts'
import type { OrderLogFiles } from './order_log_files.ts'

export interface SentEvent {
  event: PaymentEvent
  /** Whether the shop accepted the webhook. If not, the event still happened, and can be looked up or repeated. */
  delivered: boolean
}

/**
 * Triggers events without the checkout page, for tests. Each method changes the order and sends the webhook, as a real provider would.
 * Throws `bad_request` when the order is unknown or its state doesn't allow the event.
 */
export interface SandboxEvents {
  /** Starts a bank transfer. `pay` or `decline` settles it. */
  pend(orderId: string): Promise<SentEvent>
  pay(orderId: string): Promise<SentEvent>
  decline(orderId: string): Promise<SentEvent>
  expire(orderId: string): Promise<SentEvent>
  /** Refunds `cents`, by default the amount left. */
  refund(orderId: string, cents?: number): Promise<SentEvent>
  /** Fails the latest successful refund. */
  failRefund(orderId: string): Promise<SentEvent>
  dispute(orderId: string): Promise<SentEvent>
  winDispute(orderId: string): Promise<SentEvent>
  loseDispute(orderId: string): Promise<SentEvent>
  /** Sends all webhooks of the order again, in order and with the same ids. */
  repeat(orderId: string): Promise<SentEvent[]>
}

/** The number of attempts to append a step while other processes append theirs. */
const attemptsMax = 50

export function sandboxEvents(
  files: OrderLogFiles,
  ids: DerivedIds,
  sender: WebhookSender,
  now: () => Date
): SandboxEvents {
  const send = async (event: PaymentEvent): Promise<SentEvent> => ({ event, delivered: await sender.deliver(event) })
  const read = async (orderId: string) => {
    const log = await files.read(ids.token(orderId))
    if (log === null) throw new ProviderError('bad_request', 'The sandbox has no such order.')
    return log
  }
  const append = async (orderId: string, type: Step['type'], cents?: number): Promise<SentEvent> => {
    for (let attempt = 0; attempt < attemptsMax; attempt++) {
      const log = await read(orderId)
      const n = log.steps.length
      const step = nextStep(log, type, ids, now().getTime(), cents)
      // If another process wrote this step first, the loop reads the new state.
      if (await files.write(ids.token(orderId), n + 1, step))
        return send(eventOf({ order: log.order, steps: [...log.steps, step] }, n, ids))
    }
    throw new ProviderError('unavailable', 'Too many concurrent changes to this order in the sandbox.')
  }
  return {
    pend: (orderId) => append(orderId, 'pending'),
    pay: (orderId) => append(orderId, 'paid'),
    decline: (orderId) => append(orderId, 'failed'),
    expire: (orderId) => append(orderId, 'expired'),
    refund: (orderId, cents) => append(orderId, 'refunded', cents),
    failRefund: (orderId) => append(orderId, 'refund_failed'),
    dispute: (orderId) => append(orderId, 'disputed'),
    winDispute: (orderId) => append(orderId, 'dispute_won'),
    loseDispute: (orderId) => append(orderId, 'dispute_lost'),
    async repeat(orderId) {
      const log = await read(orderId)
      const sent: SentEvent[] = []
      for (const n of log.steps.keys()) sent.push(await send(eventOf(log, n, ids)))
      return sent
    },
  }
}
