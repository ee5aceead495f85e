import { registerCheckoutCases } from './payment_suite_checkout.ts'
import type { PaymentProviderSuiteOptions } from './payment_suite_options.ts'
import { registerUpstreamCases } from './payment_suite_upstream.ts'
import { registerWebhookCases } from './payment_suite_webhooks.ts'

export type * from './payment_suite_options.ts'
export { kitOrder, secrets } from './payment_suite_tools.ts'

/**
 * Registers what every payment provider has to promise, one case per promise, with any test runner.
 * With `upstream` the kit plays a hostile one; without, only the promises that need none are registered.
 */
export function registerPaymentProviderSuite(options: PaymentProviderSuiteOptions): void {
  registerCheckoutCases(options)
  if (options.upstream) registerUpstreamCases(options, options.upstream)
  registerWebhookCases(options)
}
