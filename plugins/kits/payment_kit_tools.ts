import { casesOf } from './fake_server.ts'
import type { PaymentOrder, PaymentProvider } from '../contract/payment.ts'
import type { PaymentKitDeps, PaymentKitOptions } from './payment_kit_options.ts'
import { refusalHiding } from './checks.ts'

/** Secrets that must not appear in any error, even if the upstream echoes them. */
export const secrets = {
  apiKey: 'sk_kit_0123456789abcdef',
  webhookSecret: 'whsec_kit_fedcba9876543210',
  email: 'kit-buyer@example.test',
} as const

let orders = 0

/** Returns a valid order with a new id. The order expires in an hour, on a whole second. */
export function kitOrder(changes: Partial<PaymentOrder> = {}): PaymentOrder {
  orders++
  return {
    id: `0198c5a0-0000-7000-8000-${orders.toString(16).padStart(12, '0')}`,
    title: '500 rubies & “more” 💎',
    amountCents: 900,
    currency: 'usd',
    email: secrets.email,
    successUrl: 'https://shop.test/rubies?paid=yes&order=1',
    cancelUrl: 'https://shop.test/rubies?paid=no',
    expiresAt: new Date((Math.floor(Date.now() / 1000) + 3600) * 1000),
    ...changes,
  }
}

export const runner = (options: PaymentKitOptions) => casesOf<PaymentProvider, PaymentKitDeps>(options, secrets)

export const refusal = refusalHiding(Object.values(secrets))
