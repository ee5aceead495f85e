/** Wire shapes, paths and limits of chat. Runs in a browser. */
import type { Character } from '#modules/gallery/api'
import { pathSegment } from '#modules/kernel/path_segment'
import { paths as realtime } from '#modules/realtime/api'
import type { ShortenedText } from './src/prompt/build_prompt.ts'

export { uuidPattern as idShape } from '#modules/kernel/path_segment'

export { planPrompt } from './src/prompt/build_prompt.ts'
export type { ShortenedText }

export const limits = {
  contentMax: 8_000,
  /** An edited answer. A longer answer can't be continued. */
  answerMax: 32_000,
  titleMax: 120,
  pinsMax: 20,
  pinMax: 500,
  searchMax: 100,
  /** How long a deleted message can be restored. */
  restoreMinutes: 30,
  messagesPage: 200,
  chatsMax: 500,
  repliesPerMinute: 60,
  /** Replies that a user may stop before their first text within `unpaidStartsMinutes`. */
  unpaidStarts: 10,
  unpaidStartsMinutes: 10,
  /** Open reply streams per user and process. */
  replyReadersPerUser: 100,
} as const

export type MessageState = 'complete' | 'stopped' | 'broken_off'

/** One message. Macros such as {{char}} are stored and sent as written, and filled in for display. */
export interface Message {
  id: string
  content: string
  isUser: boolean
  createdAt: string
  chatSessionId: string
  rubyCost: number
  state: MessageState
  /** The idempotency key of the request that sent it. */
  clientMessageId?: string | null
  /** The tier that wrote an answer. Missing on a character's first message. */
  model?: string
  /** The answer reached the tier's maximum length. It can be continued, like a stopped or broken-off one. */
  isCut?: true
  /** When it was last edited. */
  editedAt?: string
  /** All answers, oldest first, if there are several. The message's own fields are those of the selected answer. */
  alternates?: Alternate[]
  /** The index in `alternates`. */
  selectedAlternate?: number
}

/** One of several answers. A broken-off one is free, and only selected by the user. */
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
  /** Facts that the user added to every prompt. */
  pins: string[]
}

/** `reply` answers a message, `reroll` adds another answer to the last one, `continue` extends an answer that was cut. */
export type ReplyKind = 'reply' | 'reroll' | 'continue'

/** How a reply ends: complete, stopped by the user, broken off after some text, or failed without any. */
export type ReplyEnding = 'written' | 'stopped' | 'broken_off' | 'failed'
export type ReplyState = 'running' | ReplyEnding

/** `character` is null when it was deleted, or the caller may no longer see it. */
export interface ChatData {
  session: ChatSession
  character: Character | null
  /** A page, oldest first. */
  messages: Message[]
  /** Whether there are messages before and after this page. */
  hasOlder: boolean
  hasNewer: boolean
  /** The running reply, which GET …/stream joins. `messageId` is the message that it writes or changes. */
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
 * The events of a reply stream, in order. Each is one `data:` line. Rerolls and continuations have no `userMessage`. The chunks of a
 * continuation are appended to the message. An `error` contains the message if there is any text.
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

/** The body of a reroll or a continuation. */
export interface RerollBody {
  messageId: string
  model?: string
  clientMessageId?: string
}

/** The contents of the next prompt, without the next message. Tokens are estimates. */
export interface ChatContext {
  model: string
  /** The tier's context window, and the part of it that is reserved for the answer. */
  contextTokens: number
  outputTokens: number
  /** The parts and the history together. */
  usedTokens: number
  parts: { kind: 'instructions' | 'character' | 'scenario' | 'persona' | 'pins'; tokens: number }[]
  /** Texts that are shortened to leave room for the chat, and by how much. Missing in responses of older servers. */
  cut?: { text: ShortenedText; tokens: number }[]
  history: {
    tokens: number
    /** The messages in the prompt, oldest first, including the first one of the chat. `cutTokens`: by how much it is shortened. */
    messages: { id: string; tokens: number; cutTokens?: number }[]
    /** How many messages are left out after the first one. */
    cutMessages: number
    /** The oldest message in the prompt after the first one; null if there is none. */
    oldestId: string | null
  }
}

/** The events of `GET /api/events`. A stream begins with `balance`. After a reconnect, read everything again. */
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
  chat: (characterId: string) => `/api/chats/${pathSegment(characterId)}`,
  deleteChat: (sessionId: string) => `/api/chats/${pathSegment(sessionId)}`,
  stream: (characterId: string) => `/api/chats/${pathSegment(characterId)}/stream`,
  stop: (characterId: string) => `/api/chats/${pathSegment(characterId)}/stop`,
  reroll: (characterId: string) => `/api/chats/${pathSegment(characterId)}/reroll`,
  continue: (characterId: string) => `/api/chats/${pathSegment(characterId)}/continue`,
  alternate: (messageId: string) => `/api/messages/${pathSegment(messageId)}/alternate`,
  message: (messageId: string) => `/api/messages/${pathSegment(messageId)}`,
  restoreMessage: (messageId: string) => `/api/messages/${pathSegment(messageId)}/restore`,
  title: (sessionId: string) => `/api/chats/${pathSegment(sessionId)}/title`,
  pins: (sessionId: string) => `/api/chats/${pathSegment(sessionId)}/pins`,
  context: (sessionId: string) => `/api/chats/${pathSegment(sessionId)}/context`,
  export: (sessionId: string) => `/api/chats/${pathSegment(sessionId)}/export`,
  events: realtime.events,
} as const
