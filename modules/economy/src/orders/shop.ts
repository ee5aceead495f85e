import { inject } from '@adonisjs/core'
import type { PaymentProvider } from '#plugins/contract/payment'
import type { RubyPackOffer } from '../../api.ts'
import { EconomySettings, PaymentSettings } from '../economy_settings.ts'
import { ApplyPaymentEvent } from './apply_payment_event.ts'
import { BeginCheckout } from './begin_checkout.ts'

@inject()
export class Shop {
  readonly packs: readonly RubyPackOffer[]
  /** Null when no payment provider is configured. */
  readonly provider: PaymentProvider | null

  constructor(
    { packs }: EconomySettings,
    { provider }: PaymentSettings,
    readonly beginCheckout: BeginCheckout,
    readonly applyEvent: ApplyPaymentEvent
  ) {
    this.provider = provider
    this.packs = packs.map((pack) => ({ ...pack, isTest: provider?.isTest ?? false }))
  }
}
