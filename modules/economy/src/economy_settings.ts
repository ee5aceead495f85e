import type { RubyPackOffer } from '../api.ts'

/** A pack, whoever takes the money for it. */
export type RubyPack = Omit<RubyPackOffer, 'isTest'>

/** What `config/economy.ts` says of this module. */
export interface EconomySettings {
  welcomeRubies: number
  dailyRewardRubies: number
  discordRewardRubies: number
  packs: readonly RubyPack[]
  /** After so long a checkout can't be paid any more. */
  checkoutMinutes: number
  /** Between two checks of the whole ledger. */
  ledgerCheckMinutes: number
}
