import type { PaymentProvider } from '#plugins/contract/payment'
import type { RubyPackOffer } from '../../api.ts'
import type { ApplyPaymentEvent } from './apply_payment_event.ts'
import type { BeginCheckout } from './begin_checkout.ts'

/** What the shop's calls work with. */
export abstract class Shop {
  abstract readonly packs: readonly RubyPackOffer[]
  /** Null: nobody is configured to take money. */
  abstract readonly provider: PaymentProvider | null
  abstract readonly beginCheckout: BeginCheckout
  abstract readonly applyEvent: ApplyPaymentEvent
}
