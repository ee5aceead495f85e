/** The wire types of costs, also for the browser. */

export const costRanges = [7, 30, 90, 365] as const
export type CostRange = (typeof costRanges)[number]

export const costLimits = {
  /** In one request. */
  pricesMax: 200,
  /** Ten thousand dollars for a million tokens. */
  microdollarsMax: 10_000_000_000,
  providerMax: 200,
  modelMax: 300,
  /** Models of an answer, those with most replies first. */
  modelsMax: 200,
  tiersMax: 100,
} as const

/** The use of models by replies, and what it cost. */
export interface Costs {
  /** Replies with some text. */
  replies: number
  /** Replies among them whose tokens are unknown. */
  uncounted: number
  /** Replies with tokens, whose model has no price. */
  unpriced: number
  inputTokens: number
  outputTokens: number
  rubiesTaken: number
  /** Held for replies that ended without a charge. */
  rubiesGivenBack: number
  /** Millionths of a dollar. Without the uncounted and unpriced replies. */
  microdollars: number
}

/** Millionths of a dollar for a million tokens. */
export interface TokenPrices {
  inputMicrodollars: number
  outputMicrodollars: number
}

export interface PricedModel {
  provider: string
  model: string
}

export interface CostsOfModel extends PricedModel, Costs {
  /** Null: unknown. */
  price: (TokenPrices & { since: string }) | null
}

export interface CostReport {
  range: CostRange
  /** The first day that is counted. Null before the first count. */
  startedOn: string | null
  /** Replies that began before this time are counted. */
  countedUntil: string | null
  total: Costs
  /** Oldest first. Days without replies are missing. */
  days: (Costs & { day: string })[]
  tiers: (Costs & { tier: string })[]
  /** Used in the range, or answering now. Replies without a recorded model have empty names. */
  models: CostsOfModel[]
}

export type ModelPrice = PricedModel & TokenPrices

export interface ModelPricesBody {
  prices: ModelPrice[]
}
