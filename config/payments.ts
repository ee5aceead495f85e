/**
 * The payment provider: Stripe where its keys are set, else the sandbox, in which no money moves. In production, and at a public
 * APP_URL, the sandbox must be asked for with PAYMENTS_SANDBOX=true. There is one provider at a time: a caller who could still sign
 * sandbox webhooks beside Stripe could make rubies.
 */
import { createHmac } from 'node:crypto'
import { isIPv6 } from 'node:net'
import { join } from 'node:path'
import type { PaymentProvider } from '#plugins/contract/payment'
import { sandboxPayments } from '#plugins/payment-sandbox/index'
import env, { appKey, appUrl, dataDir } from './env.ts'
import { isPublicAddress } from './public_address.ts'

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

/** Why the sandbox needs PAYMENTS_SANDBOX here: with it, anyone who reaches this server buys without paying. Null: it needs none. */
const sandboxDoubt = () => {
  if (env.get('NODE_ENV') === 'production') return 'NODE_ENV is production'
  return isPublicAddress(appUrl) ? `APP_URL is public (${appUrl})` : null
}

const choose = async (): Promise<{ provider: PaymentProvider | null; says?: string }> => {
  const secretKey = env.get('STRIPE_SECRET_KEY')
  if (secretKey) return { provider: await stripe(secretKey) }
  const doubt = env.get('PAYMENTS_SANDBOX') === true ? null : sandboxDoubt()
  if (doubt === null) return { provider: sandbox() }
  return {
    provider: null,
    says: `no payment provider is configured, so the shop answers 503: ${doubt}, and the sandbox then needs PAYMENTS_SANDBOX=true`,
  }
}

/** Without a provider nothing can be bought, and the shop says so. `says` tells the operator why there is none. */
export default await choose()
