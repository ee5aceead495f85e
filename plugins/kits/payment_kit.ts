import { registerCheckoutCases } from './payment_kit_checkout.ts'
import type { PaymentKitOptions } from './payment_kit_options.ts'
import { registerUpstreamCases } from './payment_kit_upstream.ts'
import { registerWebhookCases } from './payment_kit_webhooks.ts'

export type * from './payment_kit_options.ts'
export { kitOrder, secrets } from './payment_kit_tools.ts'

/** Registers the conformance cases for payment providers, one per promise, with any test runner. */
export function registerPaymentKit(options: PaymentKitOptions): void {
  registerCheckoutCases(options)
  if (options.upstream) registerUpstreamCases(options, options.upstream)
  registerWebhookCases(options)
}
