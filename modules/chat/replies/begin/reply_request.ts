import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import type { CurrentUser } from '#modules/accounts/index'
import type { CharacterSheet } from '#modules/gallery/index'
import type { ReplyKind } from '../api.ts'
import type { LiveReply } from '../run/live_reply.ts'
import type { ReplySetup, Tier } from '../../prompts/index.ts'
import type { RateLimitRefusal } from './rate_limits.ts'

/** A reply that a user asks for, of any kind. */
export interface ReplyRequest {
  kind: ReplyKind
  user: CurrentUser
  /** A chat with one character, or a group chat. Without a session, a message goes to the newest chat, or opens the first one. */
  place: { characterId: string; sessionId: string | null } | { groupId: string }
  /** The user's message. Null: a reply without one. */
  content: string | null
  /** The ids of the pictures that the user shows with the message. */
  pictures?: readonly string[]
  /** The answer to reroll or continue. */
  messageId?: string | null
  /** In a group, who speaks. Null: the group's mode decides. */
  speakerId?: string | null
  /** The talk that this turn of a group belongs to. Null: the turn ends the talk of the group. */
  talk?: Talk | null
  /** A wish for another answer. */
  nudge?: string | null
  tier: Tier
  /** The caller's idempotency key. */
  clientMessageId: string | null
  /** The user's time zone, for times in texts. */
  timeZone: string
  /** Settings of this reply alone, instead of those of the chat. */
  settings?: Partial<Pick<ReplySetup, 'note' | 'length' | 'sampling'>>
  /** The messages that a program sends along. Then no chat is named: the place says the character, or that there is none. */
  given?: GivenMessages
}

/** Messages that a program sends along with the one to answer. */
export interface GivenMessages {
  /** Oldest first. Those that a prompt of the tier could hold are stored until the reply ends. */
  earlier: readonly GivenMessage[]
  /** Writes the answer if the request names no character. */
  assistant?: CharacterSheet
  /** Runs first in the transaction that begins the reply. False: the reply doesn't begin, and the outcome is `busy`. */
  claim?: (trx: TransactionClientContract, replyId: string) => Promise<boolean>
}

export interface GivenMessage {
  isUser: boolean
  content: string
}

/** Several turns of a group chat that the server takes by itself. */
export interface Talk {
  id: string
  /** How many turns the user asked for. */
  turns: number
  /** How many turns are left after the turn that begins with this talk. */
  turnsLeft: number
}

/** Returns how many turns were left before the turn that begins with this talk. Null if it is the first turn. */
export const turnsLeftBefore = ({ turns, turnsLeft }: Talk): number | null =>
  turnsLeft === turns - 1 ? null : turnsLeft + 1

export type BeginOutcome =
  | { kind: 'started'; live: LiveReply }
  /** A repeated request with the same key. The reply is running, in this process or another, or has ended with an answer. */
  | { kind: 'known'; replyId: string }
  | { kind: 'no_such_chat' }
  /** One of the pictures isn't in this chat, or belongs to another message. */
  | { kind: 'no_such_picture' }
  | { kind: 'adult_gate' }
  | { kind: 'busy' }
  /** The key was used for another request. */
  | { kind: 'other_content' }
  | RateLimitRefusal
  | { kind: 'insufficient_rubies' }
  | { kind: 'stopping' }
  | { kind: 'maintenance'; sentence: string }
  /** The user must choose a character, because the group's mode doesn't. */
  | { kind: 'speaker_missing' }
  /** The named character isn't in the group or is no longer available, or the group has no available character. */
  | { kind: 'no_speaker' }
  | { kind: 'all_muted' }
  /** The answer has no message before it. In a chat with one character, only messages of the user count. */
  | { kind: 'nothing_asked' }
  /** The chat has no message that the line could follow. */
  | { kind: 'nothing_said' }
  | { kind: 'too_long' }
  /** The user has hidden the answer from prompts. */
  | { kind: 'hidden' }
  | { kind: 'no_suggestions' }
