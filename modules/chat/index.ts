/** The public interface of chat for other modules, config and the server's metrics. */
import type { QueryClientContract, TransactionClientContract } from '@adonisjs/lucid/types/database'
import type { CurrentUser } from '#modules/accounts/index'
import type { Result } from '#modules/kernel/result'
import type { ModelUsage } from '#plugins/contract/model'
import type { ReplyEnding, ReplyKind } from './api.ts'
import type { ImportChatInput, ImportFailure } from './files/transfer/import_chat.ts'
import type { ExportedChat, ImportedSession } from './files/transfer/transferred_chat.ts'

export type { Tier } from './prompts/tier.ts'
export type { ImportChatInput, ImportFailure } from './files/transfer/import_chat.ts'
export type {
  ExportedChat,
  ExportedMessage,
  ImportedAnswer,
  ImportedHeader,
  ImportedMessage,
  ImportedSession,
  TransferredSettings,
} from './files/transfer/transferred_chat.ts'

/** The replies that began within an hour. */
export interface ReplyHour {
  startsAt: Date
  /** Replies that are complete, or were stopped by the user after some text. */
  replies: number
  /** Replies that failed or broke off because of a model provider. */
  providerErrors: number
  /** Times to the first text, in buckets of 5 %. */
  firstTexts: { ms: number; count: number }[]
}

export abstract class ReplyStatistics {
  /** Returns the replies since `moment`, by the hour in UTC. Hours without replies are missing. */
  abstract since(moment: Date): Promise<ReplyHour[]>
}

/** How a reply of this process ended. Contains no personal data. */
export interface ReplyEnd {
  tier: string
  kind: ReplyKind
  state: ReplyEnding
  /** A code of `ProviderError` or of chat. Null for a complete reply, and for a reply that the user stopped after some text. */
  errorCode: string | null
  /** The time until the first text. Null without any text. */
  firstTextMs: number | null
  /** The provider's count of tokens. Null if it reported none, or the reply ended early. */
  usage: ModelUsage | null
}

/** Measurements of replies. */
export abstract class ReplyWatch {
  /** Calls `listener` for each reply of this process that ends. */
  abstract onEnd(listener: (end: ReplyEnd) => void): void
  /** Returns the number of running replies and of open streams of this process. */
  abstract now(): { replies: number; replyStreams: number; eventStreams: number }
  /** Whether the lease should have been renewed by now, which means that this process can't write to the database. */
  abstract isLeaseOverdue(): boolean
  /** Reads the number of running replies of all processes, and the age of the oldest one. */
  abstract running(client: QueryClientContract): Promise<{ count: number; oldestSeconds: number }>
}

/** Imports chats from other apps, and exports chats to them. */
export abstract class ChatTransfer {
  /**
   * Stores a chat as a new session of the user. It is free of charge and not in statistics. The caller checks that the user may chat with
   * the character. Without `trx`, a failure or an error rolls back. With `trx`, the caller must roll back. Errors of `messages` are
   * rethrown.
   */
  abstract importChat(
    input: ImportChatInput,
    trx?: TransactionClientContract
  ): Promise<Result<ImportedSession, ImportFailure>>
  /** Returns a chat of the user with all answers and original lines. The messages are read page by page. */
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

/** The file formats of other apps. Other modules add them at boot. */
export abstract class ChatFileFormats {
  abstract add(format: ChatFileFormat): void
  abstract find(name: string): ChatFileFormat | null
}

/** How often characters speak by themselves in group chats, according to their cards. */
export abstract class Talkativeness {
  /** Returns values from 0 to 1, by the ids of the characters. Characters whose card doesn't set it are missing. */
  abstract of(characterIds: readonly string[]): Promise<Map<string, number>>
}

/** The model of a tier. */
export interface TierModel {
  tier: string
  /** The name for users. */
  name: string
  modelId: string
  /** Null for the first known model of the tier. */
  since: string | null
  /** Why the admin has changed the model, for users. */
  reason: string | null
}

/** The models behind the tiers. */
export abstract class TierModels {
  abstract list(): Promise<TierModel[]>
  /** Sets the reason of the tier's last change. Returns the name of the model and the reason before, or null for an unknown tier. */
  abstract setReason(
    tier: string,
    reason: string | null,
    trx: TransactionClientContract
  ): Promise<{ name: string; before: string | null } | null>
}

/** The SQL functions that other modules may call. */
export const sqlSurface = { functions: [] as const }
