/** Wire shapes, paths and limits of chat. Runs in a browser. */
import type { Character, VersionChange } from '#modules/gallery/api'
import { pathSegment } from '#modules/kernel/path_segment'
import { paths as realtime } from '#modules/realtime/api'
import type { Sampling } from '#plugins/contract/model'
import type { SamplingChoice } from '#plugins/contract/sampling'
import type { PromptPartKind } from './prompts/prompt_plan.ts'
import type { ShortenedText } from './prompts/prompt_input.ts'

export { uuidPattern as idShape } from '#modules/kernel/path_segment'

export { planPrompt } from './prompts/plan_prompt.ts'
export { isLikelyDefinition } from './prompts/prompt_description.ts'
export { estimateTokens } from './prompts/estimate_tokens.ts'
export { fillMessage, scopeTexts, type MacroMessage, type MacroScope } from './prompts/chat_macros.ts'
export { curlyMessage } from './files/book/curly_message.ts'
export type { PromptPartKind, ShortenedText }
export { isBlankMessage } from '#modules/kernel/macros'
export { zoneOrUtc } from '#modules/kernel/time_zone'
export { samplingPresets } from '#plugins/contract/sampling'

export const limits = {
  contentMax: 8_000,
  /** The length of an edited answer. A longer answer can't be continued. */
  answerMax: 32_000,
  titleMax: 120,
  /** The first messages of a character that a chat begins with, and their total letters. */
  greetingsMax: 50,
  greetingsLetters: 200_000,
  pinsMax: 20,
  pinMax: 500,
  pinDepthMax: 100,
  nudgeMax: 500,
  lorebooksMax: 20,
  noteMax: 4_000,
  scenarioMax: 8_000,
  systemPromptMax: 8_000,
  noteDepthMax: 100,
  /** The largest interval of a note, in messages of the user. */
  noteEveryMax: 100,
  summaryMax: 8_000,
  /** The versions of a summary, including the current one. Older versions are deleted. */
  summaryVersionsMax: 50,
  /** Facts that wait for the user's answer. */
  factsProposedMax: 9,
  searchMax: 100,
  /** How long a deleted message can be restored. */
  restoreMinutes: 30,
  messagesPage: 200,
  /** The end of a chat, for its first screen. */
  endMessages: 20,
  endLetters: 20_000,
  endAlternatesBytes: 60_000,
  chatsMax: 500,
  groupMembersMin: 2,
  groupMembersMax: 8,
  /** Present and former characters of a group. */
  groupMembersEverMax: 40,
  groupsMax: 200,
  /** Chats and groups that a user opens without a message. */
  chatsPerHour: 300,
  /** The turns of a talk, which the server takes by itself. */
  talkTurnsMax: 10,
  repliesPerMinute: 60,
  /** Views of next prompts. */
  contextViewsPerMinute: 60,
  /** Pages and EPUBs of chats as books. */
  booksPerHour: 30,
  /** Free replies that a user may cause within `unpaidStartsMinutes`: stopped, empty, refused or broken off (`docs/endings.md`). */
  unpaidStarts: 10,
  unpaidStartsMinutes: 10,
  /** Replies that the provider failed within the same time. Higher, because an outage is no user's fault. */
  providerFailures: 30,
  /** Open reply streams per user and process. */
  replyReadersPerUser: 100,
  /** The length of a visitor's message in the demo. */
  demoContentMax: 1_000,
  /** The length at which an answer of the demo is stopped, in UTF-16 units. */
  demoAnswerMax: 8_000,
  /** Replies in one demo chat. */
  demoReplies: 2,
  /** How long a transcript can be continued and adopted. */
  demoHours: 24,
  /** Demo replies that a process generates at once. */
  demoRepliesAtOnce: 4,
  /** The size of the texts and original lines of a user's imported chats. */
  importedBytesMax: 2 * 1_073_741_824,
  /** The branches of one chat. */
  branchesMax: 100,
  branchesPerHour: 60,
  /** The size of the texts and original lines of a user's branches. */
  branchedBytesMax: 512 * 1_048_576,
} as const

export type MessageState = 'complete' | 'stopped' | 'broken_off'

/** Why the model or its vendor declined to finish a reply, for its user. The text so far is charged. */
export const declines = {
  content_filtered: 'The model’s content filter stopped this reply. Please put your message another way.',
  model_refused: 'The model declined to write this reply. Please put your message another way.',
} as const
export type Decline = keyof typeof declines

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

/** The version of its character that a chat uses. A newer one exists if the numbers differ. */
export interface ChatCharacterVersion {
  number: number
  newest: number
  /** The value of {{char}} in this version. */
  char: string
}

/** The changes that an update to the newest version would make. Texts that the caller may not read are named, but not shown. */
export type ChatVersionDifference = Pick<ChatCharacterVersion, 'number' | 'newest'> & { changes: VersionChange[] }

/**
 * A chat whose last messages were deleted. `rewindId` restores them within `restoreMinutes`. It is null if there were no messages to
 * delete.
 */
export interface RewoundChat {
  rewindId: string | null
  count: number
}

export interface ChatSession {
  id: string
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

/** A line that a model wrote for the user. `id` is the id of its reply. */
export interface ChatDraft {
  id: string
  text: string
}
/** A fact to pin. Without a depth, it comes before all messages. */
export type PinInput = string | { text: string; depth?: number | null }

/** A branch: a chat that was copied from another chat, up to a message. */
export interface ChatBranch {
  sessionId: string
  /** The message of the parent. It may have been deleted. */
  messageId: string
  title: string | null
}

/** The user's note to the model, placed among the last messages of a prompt. */
export interface AuthorsNote {
  text: string
  /** The number of messages after the note. */
  depth: number
  role: 'system' | 'user' | 'assistant'
  /** The note is in every prompt (1), or only in the prompt for every nth message of the user. */
  every: number
}

/** How long answers should be, or their limit in tokens. */
export type ReplyLength = 'short' | 'medium' | 'long' | number

/** The settings of a single chat. A change leaves absent keys as they are. */
export interface ChatSettings {
  note: AuthorsNote | null
  /** Replaces the scenario of the chat's characters. Null: their own. */
  scenario: string | null
  /** Replaces the instructions of the characters' creators. Null: their own. */
  systemPrompt: string | null
  /** The user's own lorebooks whose entries are used in the prompts of this chat. */
  lorebookIds: string[]
  /** The user's persona in this chat. Null: the default persona. */
  personaId: string | null
  /** Null: the model decides, within the tier's limit. */
  length: ReplyLength | null
  /** Overrides of the user's own and the tier's sampling. Null: no overrides. */
  sampling: SamplingChoice | null
  /** Leaves out an unfinished sentence at the end of an answer that reached its maximum length. */
  endsWhole: boolean
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
 * the user's next message as a draft; its `messageId` is the id of the session.
 */
export type ReplyKind = 'reply' | 'reroll' | 'continue' | 'impersonate'

/** How a reply ends: complete, stopped by the user, broken off after some text, or failed without any. */
export type ReplyEnding = 'written' | 'stopped' | 'broken_off' | 'failed'
export type ReplyState = 'running' | ReplyEnding

/** The user's persona in a chat. The texts of the chat call the user by the name of the persona. */
export interface ChatPersona {
  id: string
  name: string
  avatar: string | null
  description: string
  personality: string
  background: string
}

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

export interface ModelChangeBody {
  id: number
  isAccepted: boolean
}

/** The notice that a machine writes, shown at the beginning of a chat, and again above these messages of the page. */
export interface ChatNotice {
  text: string
  messageIds: string[]
}

/** `character` is null when it was deleted, or the caller may no longer see it. */
export interface ChatData {
  session: ChatSession
  /** Null: the user's default persona. */
  persona: ChatPersona | null
  character: Character | null
  /** Null without a character. */
  characterVersion: ChatCharacterVersion | null
  /** A page of messages, oldest first. */
  messages: Message[]
  /** Whether there are messages before and after this page. */
  hasOlder: boolean
  hasNewer: boolean
  /** The running reply, which GET …/stream joins. `messageId` is the message that it writes or changes. */
  replyUnderWay: { id: string; kind: ReplyKind; messageId: string } | null
  /** The branches of this chat, oldest first. Missing if it has none. */
  branches?: ChatBranch[]
  /** The line that a model wrote for the user, unless the user has sent a message since. */
  draft?: ChatDraft
  /** Suggested messages to begin the chat. Missing for characters without written starters, and where another greeting begins the chat. */
  starters?: readonly string[]
  /** Missing in responses of older servers. */
  notice?: ChatNotice
  /** Missing without a change that the user has neither seen nor accepted. */
  modelChange?: ModelChange
}

/** How a group chat chooses the next speaker: by mentions and chance, in turn, or by the request of the user. */
export const groupModes = ['natural', 'in_turn', 'manual'] as const
export type GroupMode = (typeof groupModes)[number]

export interface GroupMember {
  id: string
  /** The value of {{char}} in its messages. Null when the character was deleted, or the caller may no longer see it. */
  char: string | null
  character: Character | null
  isMuted: boolean
  /** How often the character speaks by itself, from 0 to 1. */
  talkativeness: number
  /** The version that the group uses. Null without a character. */
  version: Pick<ChatCharacterVersion, 'number' | 'newest'> | null
}

/** A chat with several characters. Its messages name their speakers. */
export interface GroupChatData extends Omit<ChatData, 'character' | 'characterVersion' | 'replyUnderWay' | 'starters'> {
  mode: GroupMode
  /** The characters, in the order of their turns. */
  characters: GroupMember[]
  /** The characters that left the group, as far as the caller can see them. Their messages stay. */
  former?: Character[]
  /** Present while the server takes several turns by itself. `turnsLeft`: the turns after the running one. */
  talk?: { turns: number; turnsLeft: number }
  replyUnderWay: (NonNullable<ChatData['replyUnderWay']> & { characterId: string }) | null
}

export interface ChatListItem {
  id: string
  /** Null for a group chat. */
  characterId: string | null
  lastMessageAt: string
  createdAt: string
  /** The beginning of the last message as plain text on one line, with macros filled in. */
  lastMessage: string | null
  title: string | null
  /** The chat was copied from another one. */
  isBranch?: true
  character: ChatListCharacter | null
  /** The characters of a group chat that the caller can see. */
  characters?: ChatListCharacter[]
}

type ChatListCharacter = Pick<
  Character,
  'id' | 'name' | 'avatar' | 'avatarFocus' | 'category' | 'description' | 'isPublic'
>

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
  /** The model is configured to reason. Other models may reason, too. */
  thinks?: true
  /** The built-in writer answers, not an AI model. */
  isDemo?: true
}

/**
 * The events of a reply stream, in order. Each is one `data:` line. Rerolls and continuations have no `userMessage`. The chunks of a
 * continuation are appended to the message. An `error` contains the message if there is any text.
 */
export type ReplyEvent =
  | { type: 'resumed'; kind: ReplyKind; messageId: string }
  /** The author of a new message in a group chat, sent before its first text. */
  | { type: 'speaker'; characterId: string; speaker: string; messageId: string }
  /** `answerId`: the id that the answer's message will have. Missing in events of older servers. */
  | { type: 'userMessage'; message: Message; answerId?: string }
  /** The model's reasoning, sent to listeners while the model thinks. It isn't stored. */
  | { type: 'aiThinking'; content: string }
  | { type: 'aiChunk'; content: string }
  | { type: 'aiComplete'; message: Message }
  /** The finished or stopped line for the user. If the reply breaks off, the `error` contains the line as `draft`. */
  | { type: 'draft'; draft: ChatDraft }
  | { type: 'error'; error: string; code: string; message?: Message; draft?: ChatDraft }
  | { type: 'access_denied'; error: string; upgradeUrl: string }

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

/** Asks a model for the user's next message. */
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

/** A part of a prompt that isn't a message of the chat. A part of the system prompt has the role `system`. */
export interface PromptViewPart {
  /** `provider`: the model's provider added it. */
  kind: PromptPartKind | 'provider'
  title: string | null
  tokens: number
  role: 'system' | 'user' | 'assistant'
  /** Null: the caller may not read it. */
  text: string | null
}

/** A part, by its index in `parts`, or a message of the chat. `text` is null if it no longer exists, or the caller may not read it. */
export type PromptViewPiece =
  { part: number } | { messageId: string | null; tokens: number; cutTokens?: number; text: string | null }

/** An entry of a lorebook that the caller may read. */
export interface PromptViewLore {
  lorebookId: string
  /** Null for a whole lorebook that is left out. */
  entryId: string | null
  name: string
  isUsed: boolean
  /** As in `LoreTest`. */
  reason: string
  because: string
  key?: string
  /** The newest message that contains the key. */
  messageId?: string
  tokens?: number
}

/**
 * A whole prompt. The system prompt consists of the texts of the parts with the role `system`, joined by blank lines. Each message consists
 * of the texts of its pieces, joined in the same way. Together they are exactly the request that the model gets.
 */
export interface PromptView {
  parts: PromptViewPart[]
  messages: { role: 'user' | 'assistant'; pieces: PromptViewPiece[] }[]
  /** The entries that are used, and some that aren't. Unused entries that the caller may not read are left out. */
  lore: PromptViewLore[]
  cut: { text: ShortenedText; tokens: number }[]
  /** How many messages of the chat are left out. */
  cutMessages: number
  /** How many further messages were left out because the user had hidden them. Missing if there are none. */
  hiddenMessages?: number
  tokens: number
  /**
   * How the messages are written, if the model gets them as one text: the text for a system prompt and three messages, each with the content
   * `…`.
   */
  template?: string
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
  | 'title_changed'
  | 'pins_changed'
  | 'settings_changed'
  | 'memory_changed'
  | 'version_changed'
  | 'branched'
  | 'rewound'
  /** The notice that a machine writes is now shown above the message, too. */
  | 'notice_added'
  /** The talk of a group chat has ended, because the user has too few rubies for its next turn. */
  | 'talk_denied'
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
  impersonate: (characterId: string) => `/api/chats/${pathSegment(characterId)}/impersonate`,
  alternate: (messageId: string) => `/api/messages/${pathSegment(messageId)}/alternate`,
  message: (messageId: string) => `/api/messages/${pathSegment(messageId)}`,
  hideMessage: (messageId: string) => `/api/messages/${pathSegment(messageId)}/hidden`,
  restoreMessage: (messageId: string) => `/api/messages/${pathSegment(messageId)}/restore`,
  title: (sessionId: string) => `/api/chats/${pathSegment(sessionId)}/title`,
  pins: (sessionId: string) => `/api/chats/${pathSegment(sessionId)}/pins`,
  settings: (sessionId: string) => `/api/chats/${pathSegment(sessionId)}/settings`,
  branches: (sessionId: string) => `/api/chats/${pathSegment(sessionId)}/branches`,
  rewind: (sessionId: string) => `/api/chats/${pathSegment(sessionId)}/rewind`,
  undoRewind: (sessionId: string) => `/api/chats/${pathSegment(sessionId)}/rewind/undo`,
  summary: (sessionId: string) => `/api/chats/${pathSegment(sessionId)}/summary`,
  fact: (sessionId: string, factId: string) => `/api/chats/${pathSegment(sessionId)}/facts/${pathSegment(factId)}`,
  modelChange: (sessionId: string) => `/api/chats/${pathSegment(sessionId)}/model-change`,
  version: (sessionId: string) => `/api/chats/${pathSegment(sessionId)}/version`,
  context: (sessionId: string) => `/api/chats/${pathSegment(sessionId)}/context`,
  answerDetails: (messageId: string) => `/api/messages/${pathSegment(messageId)}/details`,
  prompt: (messageId: string) => `/api/messages/${pathSegment(messageId)}/prompt`,
  export: (sessionId: string) => `/api/chats/${pathSegment(sessionId)}/export`,
  book: (sessionId: string) => `/api/chats/${pathSegment(sessionId)}/book`,
  groups: '/api/group-chats',
  group: (sessionId: string) => `/api/group-chats/${pathSegment(sessionId)}`,
  groupStream: (sessionId: string) => `/api/group-chats/${pathSegment(sessionId)}/stream`,
  groupTalk: (sessionId: string) => `/api/group-chats/${pathSegment(sessionId)}/talk`,
  groupStop: (sessionId: string) => `/api/group-chats/${pathSegment(sessionId)}/stop`,
  groupReroll: (sessionId: string) => `/api/group-chats/${pathSegment(sessionId)}/reroll`,
  groupImpersonate: (sessionId: string) => `/api/group-chats/${pathSegment(sessionId)}/impersonate`,
  groupContinue: (sessionId: string) => `/api/group-chats/${pathSegment(sessionId)}/continue`,
  events: realtime.events,
  demo: '/api/demo',
  demoStream: '/api/demo/stream',
  adoptDemo: '/api/demo/adopt',
} as const
