import type { PromptCounter } from './prompt_counter.ts'
import type { PromptInput, PromptMessage } from './prompt_input.ts'
import type { PromptMaterials } from './prompt_materials.ts'

/** The values that the steps of a plan share. */
export interface Planning<Message extends PromptMessage = PromptMessage> {
  input: PromptInput<Message>
  materials: PromptMaterials<Message>
  counter: PromptCounter
  /** The tokens that the prompt may have. */
  room: number
  /** The number of messages in the chat. */
  messages: number
}

/** Shares of the room of a prompt. */
export const shares = {
  /** The share that the fixed texts leave to the chat. */
  chat: 0.3,
  /** The largest share for entries of lorebooks. */
  lore: 0.3,
  /** The share that lorebook entries and fixed texts leave to older messages, if the newest is long. */
  older: 0.1,
  /** The share that the fixed texts keep, however long the newest message is. */
  textsMin: 0.1,
  /** The largest share of an answer that is continued. Its end is kept. */
  continued: 0.5,
  /** The share that is removed from the history at once, so that the beginning of prompts stays the same for many turns. */
  block: 0.2,
}
