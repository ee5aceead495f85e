/**
 * Who takes the money. Stripe where its keys are set; else the sandbox, which takes none and says so, and which production wants to be
 * asked for. There is one provider at a time: whoever could still sign for the sandbox beside Stripe could make rubies.
 */
import { createHmac } from 'node:crypto'
import { isIPv6 } from 'node:net'
import { join } from 'node:path'
import type { PaymentProvider } from '#plugins/contract/payment'
import { sandboxPayments } from '#plugins/payment-sandbox/index'
import env, { appKey, appUrl, dataDir } from './env.ts'

/** Loaded only where it is used: Stripe's SDK takes longer than the rest of the start of a command. */
const stripe = async (secretKey: string): Promise<PaymentProvider> => {
  const { stripePayments } = await import('#plugins/payment-stripe/index')
  return stripePayments({
    secretKey,
    webhookSecret: env.get('STRIPE_WEBHOOK_SECRET')!,
    apiBase: env.get('STRIPE_API_BASE'),
  })
}

/** Where this server answers itself, whatever its address is called outside. */
const ownUrl = () => {
  const host = env.get('HOST')
  const answers = host === undefined || host === '0.0.0.0' || host === '::' ? '127.0.0.1' : host
  return `http://${isIPv6(answers) ? `[${answers}]` : answers}:${env.get('PORT')}`
}

const sandbox = (): PaymentProvider =>
  sandboxPayments({
    webhookUrl: `${ownUrl()}/api/webhooks/payments/sandbox`,
    baseUrl: `${appUrl}/payments/sandbox`,
    secret: createHmac('sha256', appKey()).update('payments sandbox').digest('hex'),
    folder: join(dataDir, 'payments-sandbox'),
  })

const isSandboxAllowed = env.get('NODE_ENV') !== 'production' || env.get('PAYMENTS_SANDBOX') === true

const choose = async (): Promise<PaymentProvider | null> => {
  const secretKey = env.get('STRIPE_SECRET_KEY')
  if (secretKey) return stripe(secretKey)
  return isSandboxAllowed ? sandbox() : null
}

/** Null: nothing can be bought, and the shop says so. */
export default { provider: await choose() }
