import type { RubyPackOffer } from '../api.ts'

/** A pack, independent of the payment provider. */
export type RubyPack = Omit<RubyPackOffer, 'isTest'>

/** The settings in `config/economy.ts`. */
export interface EconomySettings {
  welcomeRubies: number
  dailyRewardRubies: number
  discordRewardRubies: number
  packs: readonly RubyPack[]
  /** Lifetime of a checkout. */
  checkoutMinutes: number
  /** Interval between checks of the ledger. */
  ledgerCheckMinutes: number
}
