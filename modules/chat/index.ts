/** Chat, as config, admin and the server's metrics may use it. */
import type { QueryClientContract } from '@adonisjs/lucid/types/database'
import type { ModelUsage } from '#plugins/contract/model'
import type { ReplyEnding, ReplyKind } from './api.ts'

export type { Tier } from './src/prompt/tier.ts'

/** Replies that began within an hour. */
export interface ReplyHour {
  startsAt: Date
  /** Complete, or stopped by the user after some text. */
  replies: number
  /** Failed or broke off because of a model provider. */
  providerErrors: number
  /** Times to the first text, in buckets of 5 %. */
  firstTexts: { ms: number; count: number }[]
}

export abstract class ReplyStatistics {
  /** By the hour in UTC. Hours without replies are missing. */
  abstract since(moment: Date): Promise<ReplyHour[]>
}

/** How a reply of this process ended. Contains no personal data. */
export interface ReplyEnd {
  tier: string
  kind: ReplyKind
  state: ReplyEnding
  /** A code of `ProviderError` or of chat. Null for a complete reply, and for one stopped after some text. */
  errorCode: string | null
  /** Null without any text. */
  firstTextMs: number | null
  /** The provider's count. Null if it reported none, or the reply ended early. */
  usage: ModelUsage | null
}

/** Measurements of replies. */
export abstract class ReplyWatch {
  /** Calls back for each reply of this process that ends. */
  abstract onEnd(listener: (end: ReplyEnd) => void): void
  /** Open replies and streams of this process. */
  abstract now(): { replies: number; replyStreams: number; eventStreams: number }
  /** Whether the lease should have been renewed by now, which means that this process can't write to the database. */
  abstract isLeaseOverdue(): boolean
  /** Running replies of all processes. */
  abstract running(client: QueryClientContract): Promise<{ count: number; oldestSeconds: number }>
}

/** The SQL functions that other modules may call. */
export const sqlSurface = { functions: [] as const }
