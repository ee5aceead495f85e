/** Wire shapes of prompts, and what the browser computes of them. Runs in a browser. */
import type { PromptPartKind } from './prompt_plan.ts'
import type { ShortenedText } from './prompt_input.ts'

export { planPrompt } from './plan_prompt.ts'
export { isLikelyDefinition } from './prompt_description.ts'
export { estimateTokens } from './estimate_tokens.ts'
export { fillMessage, scopeTexts, type MacroMessage, type MacroScope } from './chat_macros.ts'
export { type FilledScript, fillScript, runScripts, type ScriptedText, scriptsFor } from './run_scripts.ts'
export type { PromptPartKind, ShortenedText }

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
  /** The names of regex scripts that were skipped, because they failed or took too long. Missing without any. */
  failedScripts?: string[]
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
