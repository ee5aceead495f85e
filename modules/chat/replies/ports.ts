import type { QueryClientContract, TransactionClientContract } from '@adonisjs/lucid/types/database'
import type { ModelUsage } from '#plugins/contract/model'
import type { ReplyEnding, ReplyKind } from './api.ts'

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
  abstract since(moment: Date, client?: QueryClientContract): Promise<ReplyHour[]>
}

/** The replies of a reader in a chat with one character, within a time span. Contains no texts. */
export interface TalkedChat {
  readerId: string
  chatId: string
  characterId: string
  /** Null: the present version. */
  version: number | null
  /** Messages of the reader that were answered. */
  messages: number
  rerolls: number
  stops: number
  /** Answers with text, and the sum of their lengths in characters. */
  answers: number
  answerCharacters: number
  /** The reader wrote the first message of the chat on the day of the time span. */
  isNew: boolean
  /** The reader has a chat with the character from an earlier day. */
  isReturning: boolean
}

/** A chat with one character without a reply after a day. */
export interface LeftChat {
  readerId: string
  chatId: string
  characterId: string
  /** All messages that the reader wrote, except imported ones. */
  messages: number
}

/** Activity for statistics of characters. A time span lies within a day in UTC. Group chats are left out. */
export abstract class ReaderActivity {
  /** Returns the chats whose replies began in a time span. Replies that still run don't count. */
  abstract talked(from: Date, until: Date, client?: QueryClientContract): Promise<TalkedChat[]>
  /** Returns the chats that had a reply in a time span, and none on a later day. */
  abstract left(from: Date, until: Date, client?: QueryClientContract): Promise<LeftChat[]>
}

/** The replies of a time span with one tier, provider and model. Contains no personal data. */
export interface ReplyUse {
  tier: string
  /** Empty where no model is recorded, as for lines that the user may send. */
  provider: string
  model: string
  /** Replies with some text. */
  replies: number
  /** Replies among them whose tokens are unknown. */
  uncounted: number
  /** Estimates where the prompt had hidden texts. */
  inputTokens: number
  outputTokens: number
  rubiesTaken: number
  /** Held for replies that ended without a charge. */
  rubiesGivenBack: number
}

export abstract class ReplyUsage {
  /** Returns the use of models by the replies that began in a time span. Replies that still run don't count. */
  abstract between(from: Date, until: Date, client: QueryClientContract): Promise<ReplyUse[]>
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

/** A reply of this process that is complete. */
export interface FinishedReply {
  userId: string
  sessionId: string
  /** The speaker. */
  characterId: string
  messageId: string
  kind: ReplyKind
  /** Whether a client read its stream to the end. */
  isFollowed: boolean
}

export abstract class FinishedReplies {
  /** Calls `listener` after the end of each reply of this process that is complete, but not for lines that the user may send. */
  abstract onFinished(listener: (reply: FinishedReply) => void): void
}

/** A chat that a user has begun, with one character or with several. Imported chats and branches aren't announced. */
export interface CreatedChat {
  userId: string
  sessionId: string
  /** Null for a group. */
  characterId: string | null
}

/** Tells other modules of new chats, after they were stored. A process that is killed in between tells nothing. */
export class CreatedChats {
  readonly #listeners: ((chat: CreatedChat) => void)[] = []

  /** Calls `listener` after this process has stored a new chat. */
  onCreated(listener: (chat: CreatedChat) => void) {
    this.#listeners.push(listener)
  }

  report(chat: CreatedChat) {
    for (const listener of this.#listeners) listener(chat)
  }
}

/** Measurements of replies. */
export abstract class ReplyWatch {
  /** Calls `listener` for each reply of this process that ends. */
  abstract onEnd(listener: (end: ReplyEnd) => void): void
  /** Returns the number of running replies and of open streams of this process. */
  abstract now(): { replies: number; replyStreams: number; eventStreams: number }
  /** Returns how often this process offered help to people who wrote of harming themselves, at most once a person and day. */
  abstract helpOffers(): number
  /** Whether the lease should have been renewed by now, which means that this process can't write to the database. */
  abstract isLeaseOverdue(): boolean
  /** Reads the number of running replies of all processes, and the age of the oldest one. */
  abstract running(client: QueryClientContract): Promise<{ count: number; oldestSeconds: number }>
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
