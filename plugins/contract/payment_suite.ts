import { registerCheckoutCases } from './payment_suite_checkout.ts'
import type { PaymentProviderSuiteOptions } from './payment_suite_options.ts'
import { registerUpstreamCases } from './payment_suite_upstream.ts'
import { registerWebhookCases } from './payment_suite_webhooks.ts'

export type * from './payment_suite_options.ts'
export { kitOrder, secrets } from './payment_suite_tools.ts'

/** Registers the conformance cases for payment providers, one per promise, with any test runner. */
export function registerPaymentProviderSuite(options: PaymentProviderSuiteOptions): void {
  registerCheckoutCases(options)
  if (options.upstream) registerUpstreamCases(options, options.upstream)
  registerWebhookCases(options)
}
