import { ProviderError } from '../../contract/errors.ts'
import { httpTransport } from '../../contract/http_transport.ts'
import type { Checkout, PaymentOrder, PaymentProvider } from '../../contract/payment.ts'
import { isWebAddress, refuseInvalidOrder } from '../../contract/payment_order.ts'
import type { Transport } from '../../contract/transport.ts'
import { Messenger } from './messenger.ts'
import { Names } from './names.ts'
import { checkoutPage } from './page.ts'
import { sandboxEvents, type SandboxEvents } from './sandbox_events.ts'
import { standingOf, type KeptOrder } from './story.ts'
import { StoryFiles } from './story_files.ts'
import { checkSignature, eventsIn } from './webhook.ts'

export interface SandboxPaymentsOptions {
  /** Where the shop takes webhooks. */
  webhookUrl: string
  /** Where the shop serves `page`: a checkout is at `BASEURL/TOKEN`. */
  baseUrl: string
  /** Of at least 16 characters, and the same after a restart: page addresses and signatures are made with it. */
  secret: string
  /** Where the checkouts are kept; made when the first one is. */
  folder: string
  transport?: Transport
  now?: () => Date
  /** Before each further attempt to deliver a webhook. Default 200 and 1,000. */
  pausesMs?: readonly number[]
  /** How long one attempt may take. Default 3,000. */
  attemptMs?: number
}

export interface SandboxPayments extends PaymentProvider {
  page: NonNullable<PaymentProvider['page']>
  events: SandboxEvents
}

/**
 * Takes no money: a checkout page that says so, where the buyer decides how the payment ends. Throws `misconfigured` when an address
 * is none or the secret is too short.
 */
export function sandboxPayments(options: SandboxPaymentsOptions): SandboxPayments {
  const { webhookUrl, baseUrl, secret, folder, now = () => new Date() } = options
  const { transport = httpTransport, pausesMs = [200, 1000], attemptMs = 3000 } = options
  if (!isWebAddress(webhookUrl) || !isWebAddress(baseUrl))
    throw misconfigured('its webhookUrl and its baseUrl must be http or https addresses')
  if (secret.length < 16) throw misconfigured('its secret needs at least 16 characters')

  const names = new Names(secret)
  const files = new StoryFiles(folder)
  const messenger = new Messenger({ webhookUrl, secret, transport, now, pausesMs, attemptMs })
  const events = sandboxEvents(files, names, messenger, now)

  return {
    name: 'sandbox',
    isTest: true,
    events,
    page: checkoutPage(files, names, events, now),

    async createCheckout(order: PaymentOrder, signal: AbortSignal): Promise<Checkout> {
      if (signal.aborted) throw hungUp()
      refuseInvalidOrder(order)
      const token = names.token(order.id)
      const kept = keptOf(order)
      if (!(await files.write(token, 0, kept))) {
        const before = (await files.read(token))?.order
        if (JSON.stringify(before) !== JSON.stringify(kept))
          throw new ProviderError('bad_request', 'The sandbox has an order of this id that says something else.')
      }
      return { url: `${baseUrl.replace(/\/+$/, '')}/${token}`, reference: names.reference(order.id) }
    },

    verifyWebhook(delivery) {
      checkSignature(delivery, secret)
      return eventsIn(delivery.rawBody)
    },

    async lookUpOrder({ id, reference }, signal) {
      if (signal.aborted) throw hungUp()
      if (reference !== names.reference(id)) return null
      const story = await files.read(names.token(id))
      return story === null ? null : standingOf(story, names, now().getTime())
    },
  }
}

/** Field by field, in one order: what is kept is compared as text. */
const keptOf = ({
  id,
  title,
  amountCents,
  currency,
  email,
  successUrl,
  cancelUrl,
  expiresAt,
}: PaymentOrder): KeptOrder => ({
  id,
  title,
  amountCents,
  currency,
  email,
  successUrl,
  cancelUrl,
  expiresAtMs: expiresAt.getTime(),
})

const hungUp = () => new ProviderError('cut_off', 'The caller hung up.')
const misconfigured = (why: string) => new ProviderError('misconfigured', `The sandbox can not be used: ${why}.`)
