import type { PaymentProvider } from '#plugins/contract/payment'
import type { RubyPackOffer } from '../api.ts'

/** A pack, independent of the payment provider. */
export type RubyPack = Omit<RubyPackOffer, 'isTest'>

/** The settings in `config/economy.ts`. */
export abstract class EconomySettings {
  abstract readonly welcomeRubies: number
  abstract readonly dailyRewardRubies: number
  abstract readonly discordRewardRubies: number
  abstract readonly packs: readonly RubyPack[]
  /** Lifetime of a checkout. */
  abstract readonly checkoutMinutes: number
  /** Interval between checks of the ledger. */
  abstract readonly ledgerCheckMinutes: number
}

/** The settings in `config/payments.ts`. */
export abstract class PaymentSettings {
  /** Null: the shop is closed. */
  abstract readonly provider: PaymentProvider | null
}

/** The settings in `config/rewards.ts`. */
export abstract class RewardSettings {
  /** Welcome, daily and Discord rewards together, per network and UTC day. Null for no limit. */
  abstract readonly rubiesPerNetworkAndDay: number | null
  /** HMAC key for network addresses. */
  abstract readonly networkKey: string
  /** Whether the welcome rubies are credited only after the e-mail address is verified. Accounts that the operator opens don't wait. */
  abstract readonly welcomeNeedsEmail: boolean
  /** Whether the Discord reward requires a membership that Discord confirms. */
  abstract readonly checksDiscordMembership: boolean
}

/** The settings in `config/rubies.ts`. */
export abstract class ShareSettings {
  /** The creators' share of the bought rubies that replies of their characters cost. 0: none. */
  abstract readonly creatorSharePercent: number
}
