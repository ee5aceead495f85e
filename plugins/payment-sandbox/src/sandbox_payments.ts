import { ProviderError } from '../../contract/errors.ts'
import { httpTransport } from '../../contract/http_transport.ts'
import type { Checkout, PaymentOrder, PaymentProvider } from '../../contract/payment.ts'
import { isWebAddress, refuseInvalidOrder } from '../../contract/payment_order.ts'
import type { Transport } from '../../contract/transport.ts'
import { WebhookSender } from './webhook_sender.ts'
import { DerivedIds } from './derived_ids.ts'
import { checkoutPage } from './page.ts'
import { sandboxEvents, type SandboxEvents } from './sandbox_events.ts'
import { reportedOrderOf, type StoredOrder } from './order_log.ts'
import { OrderLogFiles } from './order_log_files.ts'
import { checkSignature, eventsIn } from './webhook.ts'

export interface SandboxPaymentsOptions {
  /** The URL that receives the webhooks. */
  webhookUrl: string
  /** The URL that serves `page`. A checkout is at `BASEURL/TOKEN`. */
  baseUrl: string
  /** A secret of at least 16 characters. It must stay the same after a restart, because page URLs, ids and signatures depend on it. */
  secret: string
  /** The folder that stores the orders. Created with the first order. */
  folder: string
  transport?: Transport
  now?: () => Date
  /** The pauses before repeated delivery attempts. Default 200 and 1,000. */
  pausesMs?: readonly number[]
  /** The time limit of one attempt. Default 3,000. */
  attemptMs?: number
}

export interface SandboxPayments extends PaymentProvider {
  page: NonNullable<PaymentProvider['page']>
  events: SandboxEvents
}

/**
 * A test provider that moves no money. On its checkout page the buyer decides how the payment ends. Throws `misconfigured` for an invalid
 * URL or a short secret.
 */
export function sandboxPayments(options: SandboxPaymentsOptions): SandboxPayments {
  const { webhookUrl, baseUrl, secret, folder, now = () => new Date() } = options
  const { transport = httpTransport, pausesMs = [200, 1000], attemptMs = 3000 } = options
  if (!isWebAddress(webhookUrl) || !isWebAddress(baseUrl))
    throw misconfigured('webhookUrl and baseUrl must be http or https URLs')
  if (secret.length < 16) throw misconfigured('the secret needs at least 16 characters')

  const ids = new DerivedIds(secret)
  const files = new OrderLogFiles(folder)
  const sender = new WebhookSender({ webhookUrl, secret, transport, now, pausesMs, attemptMs })
  const events = sandboxEvents(files, ids, sender, now)

  return {
    name: 'sandbox',
    isTest: true,
    events,
    page: checkoutPage(files, ids, events, now),

    async createCheckout(order: PaymentOrder, signal: AbortSignal): Promise<Checkout> {
      if (signal.aborted) throw canceled()
      refuseInvalidOrder(order)
      const token = ids.token(order.id)
      const stored = storedOrderOf(order)
      if (!(await files.write(token, 0, stored))) {
        const before = (await files.read(token))?.order
        if (JSON.stringify(before) !== JSON.stringify(stored))
          throw new ProviderError('bad_request', 'The sandbox has a different order with this id.')
      }
      return { url: `${baseUrl.replace(/\/+$/, '')}/${token}`, reference: ids.reference(order.id) }
    },

    verifyWebhook(delivery) {
      checkSignature(delivery, secret)
      return eventsIn(delivery.rawBody)
    },

    async lookUpOrder({ id, reference }, signal) {
      if (signal.aborted) throw canceled()
      if (reference !== ids.reference(id)) return null
      const log = await files.read(ids.token(id))
      return log === null ? null : reportedOrderOf(log, ids, now().getTime())
    },
  }
}

/** Returns the stored form of an order. The field order is fixed, because stored orders are compared as JSON. */
const storedOrderOf = ({
  id,
  title,
  amountCents,
  currency,
  email,
  successUrl,
  cancelUrl,
  expiresAt,
}: PaymentOrder): StoredOrder => ({
  id,
  title,
  amountCents,
  currency,
  email,
  successUrl,
  cancelUrl,
  expiresAtMs: expiresAt.getTime(),
})

const canceled = () => new ProviderError('cut_off', 'The caller canceled the call.')
const misconfigured = (why: string) => new ProviderError('misconfigured', `The sandbox can't be used: ${why}.`)
