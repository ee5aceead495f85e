/** Wire shapes, paths and limits of chat. Runs in a browser. */
import type { Character, VersionChange } from '#modules/gallery/api'
import { pathSegment } from '#modules/kernel/path_segment'
import { paths as realtime } from '#modules/realtime/api'
import type { PromptPartKind, ShortenedText } from './src/prompt/build_prompt.ts'

export { uuidPattern as idShape } from '#modules/kernel/path_segment'

export { planPrompt } from './src/prompt/build_prompt.ts'
export { estimateTokens } from './src/prompt/estimate_tokens.ts'
export { fillMessage, scopeTexts, type MacroMessage, type MacroScope } from './src/prompt/chat_macros.ts'
export { curlyQuotes } from './src/book/curly_quotes.ts'
export type { PromptPartKind, ShortenedText }

export const limits = {
  contentMax: 8_000,
  /** An edited answer. A longer answer can't be continued. */
  answerMax: 32_000,
  titleMax: 120,
  pinsMax: 20,
  pinMax: 500,
  lorebooksMax: 20,
  searchMax: 100,
  /** How long a deleted message can be restored. */
  restoreMinutes: 30,
  messagesPage: 200,
  /** The end of a chat, for its first screen. */
  endMessages: 20,
  endLetters: 20_000,
  endAlternatesBytes: 60_000,
  chatsMax: 500,
  repliesPerMinute: 60,
  /** Pages and EPUBs of chats as books. */
  booksPerHour: 30,
  /** Replies that a user may stop before their first text within `unpaidStartsMinutes`. */
  unpaidStarts: 10,
  unpaidStartsMinutes: 10,
  /** Open reply streams per user and process. */
  replyReadersPerUser: 100,
  /** A visitor's message in the demo. */
  demoContentMax: 1_000,
  /** A longer answer of the demo is stopped. In UTF-16 units. */
  demoAnswerMax: 8_000,
  /** Replies in one demo chat. */
  demoReplies: 2,
  /** How long a transcript can be continued and adopted. */
  demoHours: 24,
  /** Demo replies that a process generates at once. */
  demoRepliesAtOnce: 4,
  /** Texts and original lines of a user's imported chats. */
  importedBytesMax: 2 * 1_073_741_824,
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
  /** Who wrote it, in an imported chat of several characters or users. Missing: the chat's character, or its user. */
  speaker?: string
  /** The tier that wrote an answer; `imported` in an imported chat. Missing on a character's first message. */
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

/** The version of its character that a chat uses. A newer one exists if the numbers differ. */
export interface ChatCharacterVersion {
  number: number
  newest: number
  /** What {{char}} stands for in this version. */
  char: string
}

/** What an update to the newest version would change. Texts that the caller may not read are named, but not shown. */
export type ChatVersionDifference = Pick<ChatCharacterVersion, 'number' | 'newest'> & { changes: VersionChange[] }

export interface ChatSession {
  id: string
  lastMessageAt: string
  createdAt: string
  /** The user's own name for the chat. */
  title: string | null
  /** Facts that the user added to every prompt. */
  pins: string[]
}

/** Settings of a single chat. Absent keys of a change stay as they are. */
export interface ChatSettings {
  /** The user's own lorebooks that join the prompts of this chat. */
  lorebookIds: string[]
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
  /** Null without a character. */
  characterVersion: ChatCharacterVersion | null
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
  /** The beginning of the last message on one line, with macros filled in and its actions between asterisks. */
  lastMessage: string | null
  title: string | null
  character: Pick<Character, 'id' | 'name' | 'avatar' | 'avatarFocus' | 'category' | 'description' | 'isPublic'> | null
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
  /** The built-in writer answers, not an AI model. */
  isDemo?: true
}

/**
 * The events of a reply stream, in order. Each is one `data:` line. Rerolls and continuations have no `userMessage`. The chunks of a
 * continuation are appended to the message. An `error` contains the message if there is any text.
 */
export type ReplyEvent =
  | { type: 'resumed'; kind: ReplyKind; messageId: string }
  /** `answerId`: the id that the answer's message will have. Missing in events of older servers. */
  | { type: 'userMessage'; message: Message; answerId?: string }
  | { type: 'aiChunk'; content: string }
  | { type: 'aiComplete'; message: Message }
  | { type: 'error'; error: string; code: string; message?: Message }
  | { type: 'access_denied'; error: string; upgradeUrl: string }

/** The demo on the landing page. */
export interface Demo {
  /** The characters of the landing page that answer visitors. Empty when the demo is off. */
  characterIds: string[]
  /** The built-in writer answers, not an AI model. */
  isDemo?: true
}

export interface DemoBody {
  characterId: string
  /** Of the answer before; missing for the first message. */
  transcript?: string
  content: string
  /** As in `SendMessageBody`. */
  zone?: string
}

export type DemoMessage = Pick<Message, 'content' | 'isUser' | 'state' | 'isCut'>

/**
 * The events of a demo reply, like those of a chat. `transcript` is the signed chat so far, which the next message sends back. An `error`
 * has message and transcript if there is any text.
 */
export type DemoEvent =
  | Extract<ReplyEvent, { type: 'aiChunk' }>
  | { type: 'aiComplete'; message: DemoMessage; transcript: string }
  | { type: 'error'; error: string; code: string; message?: DemoMessage; transcript?: string }

/** The chat that a transcript became. */
export interface AdoptedDemo {
  characterId: string
  sessionId: string
}

export interface SendMessageBody {
  content: string
  model?: string
  sessionId?: string
  clientMessageId?: string
  /** The name of the user's time zone, for times in the prompt. UTC without it, and for an unknown one. */
  zone?: string
}

/** The body of a reroll or a continuation. */
export interface RerollBody {
  messageId: string
  model?: string
  clientMessageId?: string
  /** As in `SendMessageBody`. */
  zone?: string
}

/** The contents of the next prompt, without the next message. Tokens are estimates. */
export interface ChatContext {
  model: string
  /** The tier's context window, and the part of it that is reserved for the answer. */
  contextTokens: number
  outputTokens: number
  /** The parts and the history together. */
  usedTokens: number
  parts: { kind: PromptPartKind; tokens: number }[]
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
  | 'settings_changed'
  | 'version_changed'
  | 'chat_deleted'

export const exportFormats = ['markdown', 'jsonl', 'epub', 'sillytavern'] as const
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
  settings: (sessionId: string) => `/api/chats/${pathSegment(sessionId)}/settings`,
  version: (sessionId: string) => `/api/chats/${pathSegment(sessionId)}/version`,
  context: (sessionId: string) => `/api/chats/${pathSegment(sessionId)}/context`,
  export: (sessionId: string) => `/api/chats/${pathSegment(sessionId)}/export`,
  book: (sessionId: string) => `/api/chats/${pathSegment(sessionId)}/book`,
  events: realtime.events,
  demo: '/api/demo',
  demoStream: '/api/demo/stream',
  adoptDemo: '/api/demo/adopt',
} as const
