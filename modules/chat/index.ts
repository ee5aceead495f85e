/** Chat, as config and admin may use it. */
export type { Tier } from './src/replies/tier.ts'

/** Replies that began within an hour. */
export interface ReplyHour {
  startsAt: Date
  /** Written to their end, or stopped by their reader after some text. */
  replies: number
  /** Came to nothing or broke off because a model provider failed. */
  providerErrors: number
  /** How many waited how long for their first text, in steps of 5 %. */
  firstTexts: { ms: number; count: number }[]
}

export abstract class ReplyStatistics {
  /** By the hour in UTC; hours in which no reply began are missing. */
  abstract since(moment: Date): Promise<ReplyHour[]>
}
