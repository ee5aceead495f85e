/** Chat, as config, admin and the server's figures may use it. */
import type { QueryClientContract } from '@adonisjs/lucid/types/database'
import type { ModelUsage } from '#plugins/contract/model'
import type { ReplyEnding, ReplyKind } from './api.ts'

export type { Tier } from './src/prompt/tier.ts'

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

/** How one reply ended that this process wrote. Nothing of it is anybody's. */
export interface ReplyEnd {
  tier: string
  kind: ReplyKind
  state: ReplyEnding
  /** Why, where it was not as it should be: a code of `ProviderError` or one of chat's own. */
  errorCode: string | null
  /** Null where there was no text. */
  firstTextMs: number | null
  /** As the provider counted; null where it didn't, and where the reply was not read to its end. */
  usage: ModelUsage | null
}

/** What there is to watch about replies while they run. */
export abstract class ReplyWatch {
  abstract onEnd(listener: (end: ReplyEnd) => void): void
  /** In this process. */
  abstract now(): { replies: number; replyStreams: number; eventStreams: number }
  /** Whether this process should have renewed its lease by now: it can't write to the database. False in one that has none. */
  abstract isLeaseOverdue(): boolean
  /** In all processes together. */
  abstract running(client: QueryClientContract): Promise<{ count: number; oldestSeconds: number }>
}
