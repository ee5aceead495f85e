import type { PaymentProvider } from '#plugins/contract/payment'
import type { RubyPackOffer } from '../../api.ts'
import type { ApplyPaymentEvent } from './apply_payment_event.ts'
import type { BeginCheckout } from './begin_checkout.ts'

export abstract class Shop {
  abstract readonly packs: readonly RubyPackOffer[]
  /** Null when no payment provider is configured. */
  abstract readonly provider: PaymentProvider | null
  abstract readonly beginCheckout: BeginCheckout
  abstract readonly applyEvent: ApplyPaymentEvent
}
