/** Wire shapes of replies and what they need of a chat. Runs in a browser. */
import type { Expression } from '#modules/gallery/api'
import type { Sampling } from '#plugins/contract/model'
import type { PromptPartKind, PromptView, ShortenedText } from '../prompts/api.ts'

export type MessageState = 'complete' | 'stopped' | 'broken_off'

/** Why the model or its vendor declined to finish a reply, for its user. The text so far is charged. */
export const declines = {
  content_filtered: 'The model’s content filter stopped this reply. Please put your message another way.',
  model_refused: 'The model declined to write this reply. Please put your message another way.',
} as const

export type Decline = keyof typeof declines

export const isDecline = (value: string | null): value is Decline => value !== null && Object.hasOwn(declines, value)

/** One message. Macros such as {{char}} are stored and sent as written, and filled in for display. */
export interface Message {
  id: string
  content: string
  isUser: boolean
  createdAt: string
  chatSessionId: string
  rubyCost: number
  state: MessageState
  /** Why a stopped answer ended, if the model declined to finish it. */
  declined?: Decline
  /** The idempotency key of the request that sent the message. */
  clientMessageId?: string | null
  /** The author's name, in a group chat or an imported chat of several characters or users. Missing: the chat's character, or its user. */
  speaker?: string
  /** The character that wrote the message, in a group chat. */
  characterId?: string
  /** The tier that wrote an answer; `imported` in an imported chat. Missing on a character's first message. */
  model?: string
  /**
   * The name and the real id of the model that wrote an answer, as of then. Missing when unknown. After a continuation by another model, those
   * of both, separated by commas.
   */
  modelName?: string
  modelId?: string
  /** Another model stood in, because the tier's own had failed. */
  isFallback?: true
  /** The answer reached its maximum length. */
  isCut?: true
  /** The time of the last edit. */
  editedAt?: string
  /** The user has hidden the message from prompts. It stays on the screen and in exports. */
  isHidden?: true
  /** All answers, oldest first, if there are several. The message's own fields are those of the selected answer. */
  alternates?: Alternate[]
  /** The index in `alternates`. */
  selectedAlternate?: number
}

/** One of several answers to a message. A reroll that broke off is free, and isn't selected automatically. */
export interface Alternate {
  id: string
  content: string
  createdAt: string
  rubyCost: number
  state: MessageState
  declined?: Decline
  /** The tier that wrote the answer. Empty for a greeting of the character. */
  model: string
  /** The author of a greeting in a group chat, whose greetings are by different characters. */
  speaker?: string
  characterId?: string
  modelName?: string
  modelId?: string
  isFallback?: true
  isCut?: true
  editedAt?: string
}

export interface ChatSession {
  id: string
  /** The chat may have pictures, which a call of their own returns. */
  hasPictures?: true
  lastMessageAt: string
  createdAt: string
  /** The user's own name for the chat. */
  title: string | null
  /** Facts that the user added to every prompt. */
  pins: string[]
  /** The number of messages after a fact, by the text of the fact. Facts without an entry come before all messages. */
  pinDepths?: Record<string, number>
  /** The chat's own scenario. Missing: that of the character. */
  scenario?: string
  /** For a branch: the chat that it was copied from, up to the message `messageId`. Missing if that chat was deleted. */
  parent?: { sessionId: string; messageId: string; title: string | null }
}

/** The expressions of a chat's characters, and the labels of its newest answers. */
export interface ChatExpressions {
  /** The characters that the caller can see. Expressions are null behind the adult gate; the first one is the default. */
  characters: { id: string; expressions: Expression[] | null }[]
  /** By the id of the answer: that of an alternate, or of a message with one answer. A label may be no expression's name. */
  labels: Record<string, string>
}

export interface AnswerExpression {
  /** The name of an expression, or `neutral`. */
  label: string
}

/** A line that a model wrote for the user, or suggestions, each on a line of its own. `id` is the id of its reply. */
export interface ChatDraft {
  id: string
  text: string
}

/** A branch: a chat that was copied from another chat, up to a message. */
export interface ChatBranch {
  sessionId: string
  /** The message of the parent. It may have been deleted. */
  messageId: string
  title: string | null
}

/** A version of the running summary. */
export interface SummaryVersion {
  id: string
  author: 'model' | 'user'
  /** The tier of the reply that required it. Null: the user wrote it. */
  model: string | null
  createdAt: string
  /** The last message that it covers. Null if there is none, or if that message was deleted. */
  upToMessageId: string | null
  /** When that message was written. */
  upToAt: string | null
  /** The beginning of that message. */
  upToExcerpt: string | null
  /** Messages that it covers have changed since it was written. */
  isStale: boolean
  /** The beginning of the summary. */
  excerpt: string
}

/** The running summary of a chat: the events before the messages that fit into its prompts. */
export interface ChatSummary {
  /** If false, prompts don't use the summary, and the server doesn't write it. */
  isOn: boolean
  /** If true, prompts use the summary, but the model doesn't write a new one. */
  isFrozen: boolean
  /** Whether the server writes summaries at all. */
  isAvailable: boolean
  /** The user has used up the free summaries of this UTC day. Missing in responses of older servers. */
  isSpent?: boolean
  /** The state of the job that writes the summary. `failed`: one of the next replies starts another attempt. */
  state: 'idle' | 'running' | 'failed'
  /** The version for prompts. Null until messages no longer fit. `messageCount`: the number of messages that it covers. */
  current: (SummaryVersion & { text: string; messageCount: number }) | null
  /** All versions, newest first, including the current one. */
  versions: SummaryVersion[]
  /** Facts that the user may pin, oldest first. */
  facts: { id: string; text: string }[]
}

export interface FactAnswer {
  action: 'accept' | 'dismiss'
}

/** A change of the summary. Absent keys are left as they are. A null text removes the summary, but not its versions. */
export interface ChatSummaryChange {
  text?: string | null
  /** Makes this version the current one. */
  versionId?: string
  isOn?: boolean
  isFrozen?: boolean
}

/**
 * `reply` answers a message, `reroll` adds another answer to the last one, `continue` extends the last answer. `impersonate` writes
 * the user's next message as a draft; its `messageId` is the id of the session. `suggest` writes three such messages to choose from.
 */
export type ReplyKind = 'reply' | 'reroll' | 'continue' | LineKind

/** Replies whose text is for the user to send. They write no message, and the newest one's text is the chat's draft. */
export type LineKind = 'impersonate' | 'suggest'

export const isLine = (kind: ReplyKind): kind is LineKind => kind === 'impersonate' || kind === 'suggest'

/** How a reply ends: complete, stopped by the user, broken off after some text, or failed without any. */
export type ReplyEnding = 'written' | 'stopped' | 'broken_off' | 'failed'

export type ReplyState = 'running' | ReplyEnding

/** Another model now answers for the tier of the chat's last answer. */
export interface ModelChange {
  id: number
  tier: string
  /** The name of the model, and of the one that wrote the last answer. */
  name: string
  was: string
  /** Null when unknown. */
  since: string | null
  /** The admin's reason. */
  reason: string | null
  /** The user has seen the line about the change, on any device. */
  isSeen: boolean
  /** The user has agreed to continue. Only matters to users who want to be asked. */
  isAccepted: boolean
}

/** How a group chat chooses the next speaker: by mentions and chance, in turn, or by the request of the user. */
export const groupModes = ['natural', 'in_turn', 'manual'] as const

export type GroupMode = (typeof groupModes)[number]

export interface ModelTier {
  tier: string
  name: string
  /** Rubies per reply. */
  cost: number
  available: boolean
  contextTokens: number
  /** The longest reply, in tokens. The rest of the context is for the prompt. */
  outputTokens: number
  description: string
  /** The sampling parameters that the model accepts. */
  takes: (keyof Sampling)[]
  /** Rubies for three suggested replies. Missing while the server makes none. */
  suggestionCost?: number
  /** The model is configured to reason. Other models may reason, too. */
  thinks?: true
  /** The model sees pictures. Others get their descriptions. */
  sees?: true
  /** The built-in writer answers, not an AI model. */
  isDemo?: true
  /** The model has failed repeatedly. Replies may fail, or another model may write them. */
  trouble?: true
}

/**
 * The events of a reply stream, in order. Each is one `data:` line. Rerolls and continuations have no `userMessage`. The chunks of a
 * continuation are appended to the message. An `error` contains the message if there is any text.
 */
export type ReplyEvent =
  | { type: 'resumed'; kind: ReplyKind; messageId: string }
  /** The author of a new message in a group chat, sent before its first text. */
  | { type: 'speaker'; characterId: string; speaker: string; messageId: string }
  /**
   * `answerId`: the id that the answer's message will have. Missing in events of older servers. `offersHelp`: the message says that its author
   * wants to harm themselves, so the page shows helplines.
   */
  | { type: 'userMessage'; message: Message; answerId?: string; offersHelp?: true }
  /** The model's reasoning, sent to listeners while the model thinks. It isn't stored. */
  | { type: 'aiThinking'; content: string }
  | { type: 'aiChunk'; content: string }
  | { type: 'aiComplete'; message: Message }
  /**
   * The finished or stopped line for the user, or the suggestions. If a line breaks off, the `error` contains it as `draft`. Suggestions are
   * whole or free and missing, and their chunks are the model's own text.
   */
  | { type: 'draft'; draft: ChatDraft }
  | { type: 'error'; error: string; code: string; message?: Message; draft?: ChatDraft }
  | { type: 'access_denied'; error: string; upgradeUrl: string }

/** The helplines of all countries. `country` is the reader's, where the operator's proxy names it. */
export interface HelpLines {
  country: string | null
  lines: HelpLine[]
}

/** A helpline. */
export interface HelpLine {
  /** ISO 3166-1 alpha-2. Null for an international directory. */
  country: string | null
  name: string
  phone: string | null
  url: string
}

/** The demo on the landing page. */
export interface Demo {
  /** The characters of the landing page that answer visitors. Empty when the demo is off. */
  characterIds: string[]
  /** The built-in writer answers, not an AI model. */
  isDemo?: true
  /** The notice that a machine writes. Missing in responses of older servers. */
  notice?: string
}

export interface DemoBody {
  characterId: string
  /** The transcript from the previous answer. Missing for the first message. */
  transcript?: string
  content: string
  /** As in `SendMessageBody`. */
  zone?: string
}

export type DemoMessage = Pick<Message, 'content' | 'isUser' | 'state' | 'isCut'>

/**
 * The events of a demo reply, like those of a chat. `transcript` is the signed chat so far, which the next request sends back. An `error`
 * contains the message and the transcript if there is any text.
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
  /** The ids of pictures of this chat that belong to no message yet. */
  pictures?: string[]
  model?: string
  sessionId?: string
  clientMessageId?: string
  /** The user's time zone, for times in the prompt. UTC if it is unknown. */
  zone?: string
}

/** The body of a reroll or a continuation. */
export interface RerollBody {
  messageId: string
  /** For a reroll: a wish for this answer, such as "shorter". Later answers don't use it. */
  nudge?: string
  model?: string
  clientMessageId?: string
  /** As in `SendMessageBody`. */
  zone?: string
}

/** Asks a model for the user's next message, or for three of them. */
export interface ImpersonateBody {
  sessionId: string
  model?: string
  clientMessageId?: string
  /** As in `SendMessageBody`. */
  zone?: string
}

/** The contents of the next prompt, without the next message. Tokens are estimates. */
export interface ChatContext {
  model: string
  /** The real id of the tier's model. Missing in responses of older servers. */
  modelId?: string
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
    /** The messages in the prompt, oldest first, including the first one of the chat. `cutTokens`: how many tokens were cut from it. */
    messages: { id: string; tokens: number; cutTokens?: number }[]
    /** How many messages are left out after the first one. */
    cutMessages: number
    /** How many messages the user has hidden from prompts. Missing if there are none. */
    hiddenMessages?: number
    /** The oldest message in the prompt after the first one; null if there is none. */
    oldestId: string | null
    /** Some of the left-out messages have no summary, because the user has used up today's free summaries. */
    isSummarySpent?: true
  }
  /** With `full=1`: the texts, as far as the caller may read them. */
  prompt?: PromptView
}

/** The prompt of an answer. An answer that was continued has several replies, oldest first. */
export interface AnswerPrompt extends PromptView {
  replyId: string
  replies: { id: string; kind: ReplyKind; createdAt: string }[]
  /** The model that wrote. Prompts of earlier releases have no `id`. */
  model: { tier: string; name: string; id?: string; provider?: string; isFallback?: true }
  sampling: Sampling
  /** The longest reply, in tokens. */
  outputTokens: number
  /** `inputTokens` is null if the prompt has texts that the caller may not read. */
  usage: { inputTokens: number | null; outputTokens: number; cachedTokens?: number } | null
  firstTextMs: number | null
  cost: number
  /** The names of regex scripts that were skipped. Missing without any. */
  failedScripts?: string[]
}

/** The stored facts about the work of an answer. Null: unknown, as in answers of earlier releases. */
export interface AnswerDetails {
  /** The tier. */
  model: string
  /** As in `Message`. */
  modelName: string | null
  modelId: string | null
  /** The name of the model's provider. After a continuation by another one, those of both, separated by commas. */
  provider: string | null
  isFallback: boolean
  /** With all continuations. Rounded up in steps of 256 if a text of the prompt is hidden from the caller. */
  inputTokens: number | null
  outputTokens: number | null
  isRounded: boolean
  /** The time until the first text. */
  firstTextMs: number | null
  rubyCost: number
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
  /** The message was hidden from prompts, or shown to them again. */
  | 'message_hidden'
  | 'alternate_chosen'
  /** The label of an answer. It changes nothing else. */
  | 'expression_changed'
  | 'title_changed'
  | 'pins_changed'
  | 'settings_changed'
  | 'memory_changed'
  | 'version_changed'
  | 'branched'
  | 'rewound'
  /** A picture was added, described, drawn or deleted. */
  | 'pictures_changed'
  /** The notice that a machine writes is now shown above the message, too. */
  | 'notice_added'
  /** The talk of a group chat has ended, because the user has too few rubies for its next turn. */
  | 'talk_denied'
  | 'chat_deleted'

/** Returns the event that notifies a user's open tabs of a changed chat. */
export const chatUserEvent = (sessionId: string, what: ChatChange, messageId?: string): UserEvent =>
  messageId === undefined ? { type: 'chat', sessionId, what } : { type: 'chat', sessionId, what, messageId }

/** The running reply, which GET …/stream joins. `messageId` is the message that it writes or changes. */
export interface ReplyUnderWay {
  id: string
  kind: ReplyKind
  messageId: string
}
