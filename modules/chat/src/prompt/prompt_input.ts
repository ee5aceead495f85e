import type { Script } from './estimate_tokens.ts'
import type { PromptLore } from './lore_parts.ts'

/** A text that may be shortened in a prompt. */
export type ShortenedText = ShortenableText | 'lore' | 'exampleDialogue'

/** A text that keeps a share of the room. */
export type ShortenableText =
  | 'description'
  | 'personality'
  | 'backstory'
  | 'scenario'
  | 'persona'
  | 'pins'
  | 'systemPrompt'
  | 'postHistoryInstructions'
  | 'depthNote'
  | 'authorsNote'
  | 'summary'
  | 'others'
  | 'nudge'

export interface PromptMessage {
  isUser: boolean
  content: string
  /** Seeds the dice of its macros. */
  id?: string
  /** When it was written, in milliseconds since 1970. */
  at?: number
  /** Its place in the chat. Without it, its index in the history. */
  position?: number
  /** The name of the character that wrote it, in a group chat. */
  speaker?: string | null
  /** The id of that character. */
  characterId?: string | null
}

/** What macros need to know about a reply. */
export interface PromptMacros {
  /** Seeds the dice in texts other than messages. */
  seed: string
  chatId: string
  /** The time, in milliseconds since 1970. */
  at: number
  timeZone: string
  /** The name of the tier. */
  model: string
}

export interface PromptInput<Message extends PromptMessage = PromptMessage> {
  sheet: {
    name: string
    /** What macros call the character instead of its name. */
    nickname?: string | null
    description: string
    personality: string
    backstory: string
    scenario: string
    /** Blocks of example messages, each after a line `<START>`. */
    exampleDialogue?: string | null
    /** The creator's instructions, after those of the platform. */
    systemPrompt?: string | null
    /** The creator's instructions after the history. */
    postHistoryInstructions?: string | null
    depthNote?: DepthNote | null
  }
  persona: { name: string; description: string; personality: string; background: string }
  /** Facts that the user added to every prompt. */
  pins: readonly string[]
  pinDepths?: PinDepths | null
  /** The entries of lorebooks for this prompt. */
  lore?: readonly PromptLore[]
  /** The user's note for this chat. Its `every` has been applied. */
  note?: DepthNote | null
  /** What happened before the history, in the model's words. `upTo`: the id of the last message that it covers. */
  summary?: { text: string; upTo: string | null } | null
  /** The other characters of a group chat. */
  others?: readonly { name: string; description: string }[]
  /** The user's wish for this answer, such as "shorter". */
  nudge?: string | null
  /** How long the answer should be. */
  length?: 'short' | 'medium' | 'long' | null
  /** Oldest first. The last message is the user's, or the answer to continue. */
  history: readonly Message[]
  contextTokens: number
  outputTokensMax: number
  /** Continues the last message instead of answering it. */
  isContinued?: boolean
  /** The model goes on with a message of its own, so the continued one comes last, and nothing asks for more of it. */
  isPrefilled?: boolean
  /** Writes the user's next message instead of an answer. */
  isImpersonated?: boolean
  /** The user's next message is still to come, so nothing stands in for it. */
  awaitsMessage?: boolean
  /** The factor to multiply estimates by for texts of a script. Defaults to 1. */
  ratioOf?: (script: Script) => number
  /** A lower limit, after the model refused a longer prompt. */
  tokensMax?: number
  /** Without it, dice and times are left out. */
  macros?: PromptMacros
}

/** How many messages stand behind a pin, by its text. Pins without one are in the system prompt. */
export type PinDepths = Readonly<Record<string, number>>

/** A text that stands `depth` messages before the end of the history. */
export interface DepthNote {
  text: string
  depth: number
  role: 'system' | 'user' | 'assistant'
}
