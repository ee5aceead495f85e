import { ProviderError } from '../../contract/errors.ts'
import type { PaymentEvent } from '../../contract/payment.ts'
import type { Messenger } from './messenger.ts'
import type { Names } from './names.ts'
import { eventOf, nextStep, type Step } from './story.ts'
import type { StoryFiles } from './story_files.ts'

export interface SentEvent {
  event: PaymentEvent
  /** False: it is so at the sandbox all the same, and can be looked up or sent again. */
  delivered: boolean
}

/**
 * What happens to orders without anybody at the checkout page, for tests and for trying things out. Each does it and reports it, as
 * a real provider would. Throws `bad_request` where the order is not known or where it stands does not allow it.
 */
export interface SandboxEvents {
  /** The buyer chose a bank transfer: the money is under way. `pay` or `decline` settles it. */
  pend(orderId: string): Promise<SentEvent>
  pay(orderId: string): Promise<SentEvent>
  decline(orderId: string): Promise<SentEvent>
  expire(orderId: string): Promise<SentEvent>
  /** Gives back `cents`, or all that is left. */
  refund(orderId: string, cents?: number): Promise<SentEvent>
  /** The latest refund that has not failed does. */
  failRefund(orderId: string): Promise<SentEvent>
  dispute(orderId: string): Promise<SentEvent>
  winDispute(orderId: string): Promise<SentEvent>
  loseDispute(orderId: string): Promise<SentEvent>
  /** Sends all that was reported of the order again, in its order and under the same ids. */
  repeat(orderId: string): Promise<SentEvent[]>
}

/** How often another may be faster. */
const triesMax = 50

export function sandboxEvents(files: StoryFiles, names: Names, messenger: Messenger, now: () => Date): SandboxEvents {
  const send = async (event: PaymentEvent): Promise<SentEvent> => ({ event, delivered: await messenger.deliver(event) })
  const read = async (orderId: string) => {
    const story = await files.read(names.token(orderId))
    if (story === null) throw new ProviderError('bad_request', 'The sandbox knows no such order.')
    return story
  }
  const happen = async (orderId: string, type: Step['type'], cents?: number): Promise<SentEvent> => {
    for (let tried = 0; tried < triesMax; tried++) {
      const story = await read(orderId)
      const n = story.steps.length
      const step = nextStep(story, type, names, now().getTime(), cents)
      // Where another was faster, its step is looked at first: it may not leave room for this one.
      if (await files.write(names.token(orderId), n + 1, step))
        return send(eventOf({ order: story.order, steps: [...story.steps, step] }, n, names))
    }
    throw new ProviderError('unavailable', 'Too much happens to this order at the sandbox at once.')
  }
  return {
    pend: (orderId) => happen(orderId, 'pending'),
    pay: (orderId) => happen(orderId, 'paid'),
    decline: (orderId) => happen(orderId, 'failed'),
    expire: (orderId) => happen(orderId, 'expired'),
    refund: (orderId, cents) => happen(orderId, 'refunded', cents),
    failRefund: (orderId) => happen(orderId, 'refund_failed'),
    dispute: (orderId) => happen(orderId, 'disputed'),
    winDispute: (orderId) => happen(orderId, 'dispute_won'),
    loseDispute: (orderId) => happen(orderId, 'dispute_lost'),
    async repeat(orderId) {
      const story = await read(orderId)
      const sent: SentEvent[] = []
      for (const n of story.steps.keys()) sent.push(await send(eventOf(story, n, names)))
      return sent
    },
  }
}
