/**
 * The payment provider is Stripe or BTCPay Server if its keys are set, otherwise the sandbox, which moves no money. In production or with a public APP_URL,
 * the sandbox requires PAYMENTS_SANDBOX=true. Only one provider is active, so that sandbox webhooks can't create rubies next to those of a real one.
 */
import { createHmac } from 'node:crypto'
import { isIPv6 } from 'node:net'
import { join } from 'node:path'
import type { PaymentProvider } from '#plugins/contract/payment'
import { btcpayPayments } from '#plugins/payment-btcpay/index'
import { sandboxPayments } from '#plugins/payment-sandbox/index'
import env, { appKey, appUrl, dataDir } from './env.ts'
import { isPublicAddress } from './public_address.ts'

/** Loaded on demand, because Stripe's SDK would dominate the start of CLI commands. */
const stripe = async (secretKey: string): Promise<PaymentProvider> => {
  const { stripePayments } = await import('#plugins/payment-stripe/index')
  return stripePayments({
    secretKey,
    webhookSecret: env.get('STRIPE_WEBHOOK_SECRET')!,
    apiBase: env.get('STRIPE_API_BASE'),
  })
}

/** Returns the address of this server on this machine. */
const localUrl = () => {
  const host = env.get('HOST')
  const address = host === undefined || host === '0.0.0.0' || host === '::' ? '127.0.0.1' : host
  return `http://${isIPv6(address) ? `[${address}]` : address}:${env.get('PORT')}`
}

const sandbox = (): PaymentProvider =>
  sandboxPayments({
    webhookUrl: `${localUrl()}/api/webhooks/payments/sandbox`,
    baseUrl: `${appUrl}/payments/sandbox`,
    secret: createHmac('sha256', appKey()).update('payments sandbox').digest('hex'),
    folder: join(dataDir, 'payments-sandbox'),
  })

/** Returns why the sandbox requires PAYMENTS_SANDBOX, or null. With the sandbox, anyone who reaches this server gets rubies for free. */
const reasonAgainstSandbox = () => {
  if (env.get('NODE_ENV') === 'production') return 'NODE_ENV is production'
  return isPublicAddress(appUrl) ? `APP_URL is public (${appUrl})` : null
}

const choose = async (): Promise<{ provider: PaymentProvider | null; says?: string }> => {
  const secretKey = env.get('STRIPE_SECRET_KEY')
  if (secretKey) return { provider: await stripe(secretKey) }
  const baseUrl = env.get('BTCPAY_URL')
  if (baseUrl)
    return {
      provider: btcpayPayments({
        baseUrl,
        storeId: env.get('BTCPAY_STORE')!,
        apiKey: env.get('BTCPAY_API_KEY')!,
        webhookSecret: env.get('BTCPAY_WEBHOOK_SECRET')!,
      }),
    }
  const reason = env.get('PAYMENTS_SANDBOX') === true ? null : reasonAgainstSandbox()
  if (reason === null) return { provider: sandbox() }
  return {
    provider: null,
    says: `no payment provider is configured, so the shop answers 503: ${reason}, and the sandbox then requires PAYMENTS_SANDBOX=true`,
  }
}

/** Without a provider the shop is closed. `says` explains why to the operator. */
export default await choose()
