/** Chat, as config, admin and the server's metrics may use it. */
import type { QueryClientContract, TransactionClientContract } from '@adonisjs/lucid/types/database'
import type { CurrentUser } from '#modules/accounts/index'
import type { Result } from '#modules/kernel/result'
import type { ModelUsage } from '#plugins/contract/model'
import type { ReplyEnding, ReplyKind } from './api.ts'
import type { ImportChatInput, ImportFailure } from './src/transfer/import_chat.ts'
import type { ExportedChat, ImportedSession } from './src/transfer/transferred_chat.ts'

export type { Tier } from './src/prompt/tier.ts'
export type { ImportChatInput, ImportFailure } from './src/transfer/import_chat.ts'
export type {
  ExportedChat,
  ExportedMessage,
  ImportedAnswer,
  ImportedHeader,
  ImportedMessage,
  ImportedSession,
} from './src/transfer/transferred_chat.ts'

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

/** Chats that come from other apps and go there. */
export abstract class ChatTransfer {
  /**
   * Stores a chat as a new session of the user, free of charge and in no statistics. The caller checks that the user may chat with the
   * character. With `trx`, the caller rolls back after a failure. An error of `messages` rolls back, and is thrown.
   */
  abstract importChat(
    input: ImportChatInput,
    trx?: TransactionClientContract
  ): Promise<Result<ImportedSession, ImportFailure>>
  /** A chat of the user with all answers and original lines, read page by page. */
  abstract exportChat(user: CurrentUser, sessionId: string): Promise<ExportedChat | 'no_such_chat' | 'adult_gate'>
}

/** A file format of another app, for `GET /api/chats/{sessionId}/export`. */
export interface ChatFileFormat {
  /** One of `exportFormats`. */
  name: string
  contentType: string
  extension: string
  write(chat: ExportedChat): AsyncIterable<Uint8Array>
}

/** Later modules add formats at boot. */
export abstract class ChatFileFormats {
  abstract add(format: ChatFileFormat): void
  abstract find(name: string): ChatFileFormat | null
}

/** How often characters speak by themselves in group chats, as their cards say. */
export abstract class Talkativeness {
  /** From 0 to 1. Characters without a card that says it are missing. */
  abstract of(characterIds: readonly string[]): Promise<Map<string, number>>
}

/** The SQL functions that other modules may call. */
export const sqlSurface = { functions: [] as const }
