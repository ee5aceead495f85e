import type { Cast, ModelMessage } from '#plugins/contract/model'
import type { Script } from './estimate_tokens.ts'
import type { HistoryItem } from './fit_history.ts'
import type { PromptMessage, ShortenedText } from './prompt_input.ts'

/**
 * `note`, `authorsNote`, `reminder`, `request` and pins with a depth are placed among the messages: at a depth, or after the last one. The
 * entries of `lore` set their own places. `request` contains the wishes for this answer: its length, the user's nudge, or a continuation.
 */
export type PromptPartKind =
  | 'instructions'
  | 'creator'
  /** The chat's own instructions, instead of the creator's. */
  | 'chatInstructions'
  | 'lore'
  | 'character'
  | 'scenario'
  /** The chat's own scenario, instead of the character's. */
  | 'chatScenario'
  | 'persona'
  | 'others'
  | 'pins'
  | 'summary'
  | 'examples'
  | 'note'
  | 'authorsNote'
  | 'reminder'
  | 'request'

export interface PromptPart {
  kind: PromptPartKind
  /** The title of its section. Null: the part has none. */
  title: string | null
  /** The text, with the marks of its section. A text in the assistant's role has no marks. */
  text: string
  /** For a hidden part, the reserved tokens. Its text may be shorter, and even empty. */
  tokens: number
  /** The user may not read the part. */
  isHidden?: true
  /** The place of a text among the messages. Missing for a text in the system prompt. */
  place?: MessagePosition
}

export interface MessagePosition {
  depth: number
  role: ModelMessage['role']
}

export interface AnswerNames {
  /** The author's name. It is removed from the beginning of the answer. */
  own: string
  /** The names of the other participants. A line that begins with one of them ends the answer. */
  others: readonly string[]
}

export interface CutText {
  text: ShortenedText
  tokens: number
}

/** The contents of a prompt, with estimated tokens. */
export interface PromptPlan<Message extends PromptMessage = PromptMessage> {
  cast: Cast
  names: AnswerNames
  parts: PromptPart[]
  /**
   * The part of the history that fits: the first message, the newest, and a run of messages between them. Messages without visible text
   * have an empty content. The prompt leaves them out.
   */
  kept: HistoryItem<Message>[]
  /** The texts that were shortened or left out, apart from the history, and by how many tokens. */
  cut: CutText[]
  /** The tokens of the whole prompt. */
  tokens: number
  /** False when the newest message alone is too long. */
  fits: boolean
  /** The model continues the last message, so the texts that follow it in other prompts precede it. */
  isPrefilled: boolean
  script: Script
  /** The factor that the estimates were multiplied by. */
  ratio: number
}

export const sumOf = (counted: readonly { tokens: number }[]): number =>
  counted.reduce((sum, { tokens }) => sum + tokens, 0)
