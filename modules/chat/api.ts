/** Wire shapes, paths and limits of chat. Runs in a browser. */
import type { Character } from '#modules/gallery/api'
import { segment } from '#modules/kernel/path_segment'
import { paths as realtime } from '#modules/realtime/api'

export { idShape } from '#modules/kernel/path_segment'

export { planPrompt } from './src/prompt/build_prompt.ts'

export const limits = {
  contentMax: 8_000,
  /** An edited answer; a longer one can't be continued either. */
  answerMax: 32_000,
  titleMax: 120,
  pinsMax: 20,
  pinMax: 500,
  searchMax: 100,
  /** How long a deleted message can be brought back. */
  restoreMinutes: 30,
  messagesPage: 200,
  chatsMax: 500,
  repliesPerMinute: 60,
  /** Replies that a user may stop before their first text, in so many minutes. */
  unpaidStarts: 10,
  unpaidStartsMinutes: 10,
  /** Open streams of replies at once, in a process. */
  replyReadersPerUser: 100,
} as const

export type MessageState = 'complete' | 'stopped' | 'broken_off'

/** One message. Macros such as {{char}} are stored and sent as written; whoever shows it fills them in. */
export interface Message {
  id: string
  content: string
  isUser: boolean
  createdAt: string
  chatSessionId: string
  rubyCost: number
  state: MessageState
  /** The caller's idempotency key, on user messages that had one. */
  clientMessageId?: string | null
  /** The tier that wrote it, on answers; what a character opens with has none. */
  model?: string
  /** The answer ran into the tier's length: it can be continued, as one that was stopped or broke off. */
  isCut?: true
  /** When it was last edited, where it was. */
  editedAt?: string
  /**
   * All answers, oldest first, where there is more than one. The fields of the message itself are those of the selected one.
   */
  alternates?: Alternate[]
  /** Its place in `alternates`, from 0. */
  selectedAlternate?: number
}

/** One of several answers. One that broke off is kept, for nothing, and is not selected by itself. */
export interface Alternate {
  id: string
  content: string
  createdAt: string
  rubyCost: number
  state: MessageState
  /** The tier that wrote it. */
  model: string
  isCut?: true
  editedAt?: string
}

export interface ChatSession {
  id: string
  lastMessageAt: string
  createdAt: string
  /** The user's own name for the chat. */
  title: string | null
  /** Facts that the user keeps in every prompt. */
  pins: string[]
}

/**
 * `reply` answers a message, `reroll` is another answer in the place of the last one, `continue` goes on with one that was cut.
 */
export type ReplyKind = 'reply' | 'reroll' | 'continue'

/** How a reply ends: whole, stopped by its reader, broken off after some text, or with nothing. */
export type ReplyEnding = 'written' | 'stopped' | 'broken_off' | 'failed'
export type ReplyState = 'running' | ReplyEnding

/** `character` is null when it is gone or the caller may not see it any more. */
export interface ChatData {
  session: ChatSession
  character: Character | null
  /** A page, oldest first. */
  messages: Message[]
  /** Whether there are messages before and after this page. */
  hasOlder: boolean
  hasNewer: boolean
  /** The reply under way in this session, when there is one: join it with GET …/stream. `messageId` is what it will be or change. */
  replyUnderWay: { id: string; kind: ReplyKind; messageId: string } | null
}

export interface ChatListItem {
  id: string
  characterId: string
  lastMessageAt: string
  createdAt: string
  lastMessage: string | null
  title: string | null
  character: Pick<Character, 'id' | 'name' | 'avatar' | 'category' | 'description' | 'isPublic'> | null
}

/** A text of a character, its user or a chat that may be shortened in a prompt. */
export type ShortenedText = 'description' | 'personality' | 'backstory' | 'scenario' | 'persona' | 'pins'

export interface ModelTier {
  tier: string
  name: string
  /** Rubies per reply. */
  cost: number
  available: boolean
  contextTokens: number
  /** The longest reply. The prompt has the rest of the context. */
  outputTokens: number
  description: string
}

/**
 * The events of a reply stream, in order. Each is one `data:` line. A reroll and a continuation have no `userMessage`; the chunks of a
 * continuation are what is to be added to the message. An `error` of theirs carries the whole message as it stands now.
 */
export type ReplyEvent =
  | { type: 'resumed'; kind: ReplyKind; messageId: string }
  | { type: 'userMessage'; message: Message }
  | { type: 'aiChunk'; content: string }
  | { type: 'aiComplete'; message: Message }
  | { type: 'error'; error: string; code: string; message?: Message }
  | { type: 'access_denied'; error: string; upgradeUrl: string }

export interface SendMessageBody {
  content: string
  model?: string
  sessionId?: string
  clientMessageId?: string
}

/** Of a reroll and of a continuation. */
export interface RerollBody {
  messageId: string
  model?: string
  clientMessageId?: string
}

/** What the next prompt holds, as far as it is known before the next message is written. Tokens are estimates. */
export interface ChatContext {
  model: string
  /** The tier's window, and what of it is kept free for the answer. */
  contextTokens: number
  outputTokens: number
  /** The parts and the history in it, together. */
  usedTokens: number
  parts: { kind: 'instructions' | 'character' | 'scenario' | 'persona' | 'pins'; tokens: number }[]
  /** Texts that are shortened to leave room for the chat, and by how much. Absent from servers before this field. */
  cut?: { text: ShortenedText; tokens: number }[]
  history: {
    tokens: number
    /** Those in the prompt, oldest first. The first message of the chat stays whatever is cut. `cutTokens`: a long one is shortened. */
    messages: { id: string; tokens: number; cutTokens?: number }[]
    /** How many messages are left out, between the first one and the next. */
    cutMessages: number
    /** The oldest message that fits, but for the first one; null when there is none. */
    oldestId: string | null
  }
}

/** What changed for the user, as `GET /api/events` tells it. It begins with `balance`; after a gap, read anew. */
export type UserEvent =
  | { type: 'balance'; rubies: number }
  | {
      type: 'reply'
      sessionId: string
      characterId: string
      messageId: string
      kind: ReplyKind
      state: ReplyState
    }
  | { type: 'chat'; sessionId: string; what: ChatChange; messageId?: string }

export type ChatChange =
  | 'message_edited'
  | 'message_deleted'
  | 'message_restored'
  | 'alternate_chosen'
  | 'title_changed'
  | 'pins_changed'
  | 'chat_deleted'

export const exportFormats = ['markdown', 'jsonl'] as const
export type ExportFormat = (typeof exportFormats)[number]

export const paths = {
  models: '/api/models',
  chats: '/api/chats',
  chat: (characterId: string) => `/api/chats/${segment(characterId)}`,
  deleteChat: (sessionId: string) => `/api/chats/${segment(sessionId)}`,
  stream: (characterId: string) => `/api/chats/${segment(characterId)}/stream`,
  stop: (characterId: string) => `/api/chats/${segment(characterId)}/stop`,
  reroll: (characterId: string) => `/api/chats/${segment(characterId)}/reroll`,
  continue: (characterId: string) => `/api/chats/${segment(characterId)}/continue`,
  alternate: (messageId: string) => `/api/messages/${segment(messageId)}/alternate`,
  message: (messageId: string) => `/api/messages/${segment(messageId)}`,
  restoreMessage: (messageId: string) => `/api/messages/${segment(messageId)}/restore`,
  title: (sessionId: string) => `/api/chats/${segment(sessionId)}/title`,
  pins: (sessionId: string) => `/api/chats/${segment(sessionId)}/pins`,
  context: (sessionId: string) => `/api/chats/${segment(sessionId)}/context`,
  export: (sessionId: string) => `/api/chats/${segment(sessionId)}/export`,
  events: realtime.events,
} as const
