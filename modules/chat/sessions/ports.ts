import type { CurrentUser } from '#modules/accounts/index'
import type { ChatSearchPage } from './api.ts'

/** How often characters speak by themselves in group chats, according to their cards. */
export abstract class Talkativeness {
  /** Returns values from 0 to 1, by the ids of the characters. Characters whose card doesn't set it are missing. */
  abstract of(characterIds: readonly string[]): Promise<Map<string, number>>
}

export interface TalkersRequest {
  withinDays: number
  afterId: string
  limit: number
}

/** The people who talk to characters. */
export abstract class Talkers {
  /** Returns the ids of at most `limit` users after an id, in the order of ids, whose newest message of a chat with the character is young enough. */
  abstract of(characterId: string, request: TalkersRequest): Promise<string[]>
  /** Whether a chat of the user is a group chat. Null if there is no such chat. */
  abstract isGroup(userId: string, sessionId: string): Promise<boolean | null>
}

/** Rows of a table whose chat, message or reply no longer exists. */
export interface LeftRows {
  table: string
  of: 'session' | 'message' | 'reply'
  count: number
}

/** Checks the stored rows of chats. */
export abstract class ChatRows {
  /** Returns what deletions have left. Reads all chats. */
  abstract findLeft(): Promise<LeftRows[]>
}

/** A message as a report quotes it. `speaker` is null where it is the user, or the chat's only character. */
export interface QuotedMessage {
  id: string
  isUser: boolean
  speaker: string | null
  content: string
}

/** Answers that their readers report. */
export abstract class AnswerQuotes {
  /**
   * Returns an answer in one of the user's chats, and up to `before` messages before it, oldest first. Longer texts are cut. Null if the
   * user has no such answer. `characterId` is that of the answer.
   */
  abstract read(
    userId: string,
    messageId: string,
    limits: { before: number; charactersMax: number }
  ): Promise<{ characterId: string; messages: QuotedMessage[] } | null>
}

/** The search in a user's chats. */
export abstract class ChatSearch {
  /** Finds messages that contain all words of `q`, newest first, as far as the user may read them. */
  abstract find(request: {
    user: CurrentUser
    q: string
    cursor: string | null
  }): Promise<
    | ({ kind: 'found' } & ChatSearchPage)
    | { kind: 'invalid_cursor' }
    | { kind: 'too_many_searches'; retryAfterSeconds: number }
  >
}
