import type { RubyPackOffer } from '../api.ts'

/** What `config/economy.ts` says of this module. */
export interface EconomySettings {
  welcomeRubies: number
  dailyRewardRubies: number
  discordRewardRubies: number
  packs: readonly RubyPackOffer[]
  /** After so long a checkout can't be paid any more. */
  checkoutMinutes: number
  /** Between two checks of the whole ledger. */
  ledgerCheckMinutes: number
}
