/** Wire shapes, paths and limits of chat. Runs in a browser. */
import type { Character } from '#modules/gallery/api'

export const limits = { contentMax: 8_000, messagesPage: 200, chatsMax: 500, repliesPerMinute: 60 } as const

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
  alternates?: { id: string; content: string; createdAt: string; rubyCost: number }[]
  selectedAlternate?: number
}

export interface ChatSession {
  id: string
  lastMessageAt: string
  createdAt: string
}

/** `character` is null when it is gone or the caller may not see it any more. */
export interface ChatData {
  session: ChatSession
  character: Character | null
  messages: Message[]
  /** The reply under way in this session, when there is one: join it with GET …/stream. */
  replyUnderWay: { id: string } | null
}

export interface ChatListItem {
  id: string
  characterId: string
  lastMessageAt: string
  createdAt: string
  lastMessage: string | null
  character: Pick<Character, 'id' | 'name' | 'avatar' | 'category' | 'description' | 'isPublic'> | null
}

export interface ModelTier {
  tier: string
  name: string
  /** Rubies per reply. */
  cost: number
  available: boolean
  contextTokens: number
  description: string
}

/** The events of a reply stream, in order. Each is one `data:` line. */
export type ReplyEvent =
  | { type: 'resumed'; kind: 'reply' | 'reroll'; messageId: string }
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

export const paths = {
  models: '/api/models',
  chats: '/api/chats',
  chat: (characterId: string) => `/api/chats/${characterId}`,
  deleteChat: (sessionId: string) => `/api/chats/${sessionId}`,
  stream: (characterId: string) => `/api/chats/${characterId}/stream`,
  stop: (characterId: string) => `/api/chats/${characterId}/stop`,
} as const
