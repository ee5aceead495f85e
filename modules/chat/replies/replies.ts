import type { CurrentUser } from '#modules/accounts/index'
import type { AnswerDetails, AnswerPrompt, ChatContext, ChatSummary, Message } from './api.ts'
import type { Tier } from '../prompts/index.ts'
import type { BeginOutcome, ReplyRequest } from './begin/reply_request.ts'
import type { ReplyTokens } from './run/end_reply.ts'
import type { EndedReply, ReplyListener } from './run/reply_listener.ts'

export interface ContextRequest {
  user: CurrentUser
  sessionId: string
  tier: Tier
  /** The user's time zone. */
  timeZone: string
  /** For a group chat: the character that the prompt is for. By default, the character that would go on by itself. */
  speakerId?: string | null
  /** Includes the texts of the prompt. */
  isFull?: boolean
}

/** The key of a chat. */
export interface ChatKey {
  userId: string
  sessionId: string
}

/** A chat of a user. `characterId`: null for a group chat. */
export interface ChatTarget extends ChatKey {
  characterId: string | null
}

/** An answer of a chat of the user. `answerId`: null for the selected one. */
export interface AnswerTarget {
  user: CurrentUser
  messageId: string
  answerId: string | null
}

/** The replies of chats, for controllers. */
export abstract class Replies {
  /** Begins a reply of any kind, or says why not. */
  abstract begin(request: ReplyRequest): Promise<BeginOutcome>
  /** Sends a listener a reply of the user from its beginning. Resolves after its end, or when the listener has gone. */
  abstract follow(userId: string, replyId: string, listener: ReplyListener): Promise<void>
  /** Returns a reply of the user as it is now. Null if it doesn't exist. */
  abstract readEnd(userId: string, replyId: string): Promise<EndedReply | null>
  /** Returns the tokens of an answer, as its user may know them: those of hidden texts are rounded. Null when unknown. */
  abstract readTokens(userId: string, messageId: string): Promise<ReplyTokens | null>
  /** Returns the id of the running reply of a chat. Null without one. */
  abstract findRunning(target: ChatTarget): Promise<string | null | 'no_such_chat'>
  /** Ends the running reply of a chat and the talk of a group. Returns the message that the reply wrote, which is null without text. */
  abstract stop(target: ChatTarget): Promise<{ message: Message | null } | 'no_such_chat'>
  /** Ends the talk of a group after its running reply. Returns false if this user has no such group. */
  abstract endTalk(userId: string, sessionId: string): Promise<boolean>
  /** Describes the next prompt of a chat. */
  abstract readContext(request: ContextRequest): Promise<ChatContext | 'no_such_chat' | 'adult_gate'>
  /** Requests a new summary of a chat, up to the messages that the next prompt contains. */
  abstract regenerateSummary(
    request: ContextRequest
  ): Promise<ChatSummary | 'no_such_chat' | 'adult_gate' | 'nothing_left_out' | 'is_off' | 'is_spent' | null>
  /** Reads what an answer was told. `replyId`: null for the newest reply of the answer. */
  abstract readPrompt(
    answer: AnswerTarget & { replyId: string | null }
  ): Promise<AnswerPrompt | 'no_such_message' | 'adult_gate' | 'not_kept'>
  /** Reads the stored facts about the work of an answer. */
  abstract readDetails(answer: AnswerTarget): Promise<AnswerDetails | 'no_such_message' | 'adult_gate'>
}
