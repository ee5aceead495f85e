/** Every price and amount of the economy, defined only here. Imports nothing, so that the browser can use it. */

export const tierIds = ['basic', 'standard', 'premium', 'ultra'] as const
export type TierId = (typeof tierIds)[number]

export interface TierPrice {
  id: TierId
  /** The name shown to users. */
  name: string
  /** Rubies per reply. */
  cost: number
  description: string
}

/** Sorted by cost. */
export const tiers: readonly TierPrice[] = [
  { id: 'basic', name: 'Toppy 7B', cost: 1, description: 'Quick and light, for everyday talk.' },
  { id: 'standard', name: 'MythoMist 7B', cost: 3, description: 'Balanced: richer replies at a fair price.' },
  { id: 'premium', name: 'ReMM 13B', cost: 7, description: 'Longer memory and a steadier voice.' },
  { id: 'ultra', name: 'MythoMax 13B', cost: 15, description: 'The most vivid prose we offer.' },
]

export const defaultTier: TierId = 'standard'

/** Rubies for a picture, by the id of its model (`GET /api/image-models`). Pictures of other models are free. */
export const picturePrices: Readonly<Record<string, number>> = {}

/** Rubies for a group of sentences that the server's voice reads aloud. Voices of browsers are free. */
export const speechPrice: number = 0

/** Rubies credited when an account opens. */
export const welcomeRubies = 50
/** Rubies per account and UTC day. */
export const dailyRewardRubies = 10
/** Rubies, once per account. */
export const discordRewardRubies = 50

export interface RubyPack {
  rubies: number
  priceCents: number
  currency: 'usd'
  discountPercent: number
  popular: boolean
}

export const packs: readonly RubyPack[] = [
  { rubies: 100, priceCents: 200, currency: 'usd', discountPercent: 0, popular: false },
  { rubies: 500, priceCents: 900, currency: 'usd', discountPercent: 10, popular: true },
  { rubies: 1200, priceCents: 2000, currency: 'usd', discountPercent: 17, popular: false },
  { rubies: 6000, priceCents: 9000, currency: 'usd', discountPercent: 25, popular: false },
]

/** A checkout expires after this time. Stripe accepts 30 minutes to 24 hours. */
export const checkoutMinutes = 60
/** The interval between checks of the whole ledger. */
export const ledgerCheckMinutes = 60
