import { Stage, type Script } from './model_suite_stage.ts'
import type { PaymentOrder, PaymentProvider } from './payment.ts'
import type { PaymentProviderSuiteOptions } from './payment_suite_options.ts'
import { refusalHiding } from './suite_refusals.ts'

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

export interface Scene {
  provider: PaymentProvider
  stage: Stage
}

/** Returns `test` and `on`. `on` starts an upstream with one script, runs the case and closes the upstream. */
export function runner(options: PaymentProviderSuiteOptions) {
  return {
    test: (title: string, fn: () => Promise<void>) => void options.test(`${options.name}: ${title}`, fn),
    on: (script: Script | 'unreachable', run: (scene: Scene) => Promise<void>) => async () => {
      const stage = await Stage.set(options.stage ?? 'memory', script)
      try {
        const { transport, baseUrl } = stage
        const { apiKey, webhookSecret } = secrets
        await run({ provider: await options.createProvider({ transport, baseUrl, apiKey, webhookSecret }), stage })
      } finally {
        await stage.clear()
      }
    },
  }
}

export { noSignal, assertLeaksNothing } from './suite_refusals.ts'

export const refusal = refusalHiding(Object.values(secrets))
