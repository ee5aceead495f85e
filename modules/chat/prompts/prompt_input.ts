import type { DroppedPrompt } from '#modules/lore/api'
import type { ModelPicture } from '#plugins/contract/model'
import type { Script } from './estimate_tokens.ts'
import type { Readable } from './hidden_texts.ts'
import type { DescribedSheet } from './prompt_description.ts'
import type { PromptLore } from './lore_parts.ts'

/** A text that may be shortened in a prompt. */
export type ShortenedText = Exclude<ShortenableText, 'hiddenOthers'> | 'lore' | 'exampleDialogue'

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
  /** The definitions of other characters that the user may not read. */
  | 'hiddenOthers'
  | 'nudge'

export interface PromptMessage {
  isUser: boolean
  content: string
  /** The text as it is stored, if scripts have changed it for the prompt. */
  stored?: string
  /** Seeds the dice of its macros. */
  id?: string
  /** When it was written, in milliseconds since 1970. */
  at?: number
  /** The position in the chat. Defaults to the index in the history. */
  position?: number
  /** The name of the character that wrote it, in a group chat or an imported one. */
  speaker?: string | null
  /** The id of that character. Null for an imported message. */
  characterId?: string | null
  /** The pictures that the user has shown with it. */
  pictures?: readonly PromptPicture[]
}

export interface PromptPicture {
  /** The description, by the user or by a model. May be empty. */
  alt: string
  /** Estimated. 0: the model gets the description instead of the picture. */
  tokens: number
  /** Missing in previews. */
  file?: ModelPicture
}

/** The values of a reply that macros use. */
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
    /** The name of the character in macros, instead of `name`. */
    nickname?: string | null
    /** The public teaser. Only in prompts as `promptDescription` says. */
    description: string
    teaser?: 'written' | 'notes' | null
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
    /** The texts of the character alone, if the chat has replaced some. They decide whether the prompt needs the description. */
    ofCharacter?: DescribedSheet
  }
  /** The user's access to the texts of the sheet. By default, all of them are readable. */
  readable?: Readable
  persona: { name: string; description: string; personality: string; background: string }
  /** Facts that the user added to every prompt. */
  pins: readonly string[]
  pinDepths?: PinDepths | null
  /** The entries of lorebooks for this prompt. */
  lore?: readonly PromptLore[]
  /** The estimated tokens that are reserved for entries that the user may not read, however many of them this prompt uses. */
  hiddenLoreTokens?: number
  /** The creator's instructions that entries of the character's lorebooks replace. */
  dropped?: readonly DroppedPrompt[]
  /** The user's note for this chat. Its `every` has been applied. */
  note?: DepthNote | null
  /** The running summary of the events before the history. `upTo`: the id of the last message that it covers. */
  summary?: { text: string; upTo: string | null } | null
  /** The other characters of a group chat. */
  others?: readonly OtherCharacter[]
  /** The user's wish for this answer, such as "shorter". */
  nudge?: string | null
  /** How long the answer should be. */
  length?: 'short' | 'medium' | 'long' | null
  /** The messages, oldest first. The last one is the user's, or the answer to continue. */
  history: readonly Message[]
  contextTokens: number
  outputTokensMax: number
  /** Continues the last message instead of answering it. */
  isContinued?: boolean
  /** The continued message isn't cut. */
  isWhole?: boolean
  /** The model continues a message of its own. So the continued message comes last, and no instruction asks for more of it. */
  isPrefilled?: boolean
  /** Writes the user's next message instead of an answer. */
  isImpersonated?: boolean
  /** With `isImpersonated`: writes several messages to choose from. */
  suggests?: boolean
  /** The user has written that they want to harm themselves. */
  isCareful?: boolean
  /** The user's next message is still to come, so no request replaces it. */
  awaitsMessage?: boolean
  /** The factor to multiply estimates by for texts of a script. Defaults to 1. */
  ratioOf?: (script: Script) => number
  /** A smaller limit for the tokens of the prompt, after the model refused a longer one. */
  tokensMax?: number
  /** Without these values, dice and times stay as written. */
  macros?: PromptMacros
}

export interface OtherCharacter {
  name: string
  /** A part of its definition, with macros. */
  description: string
  /** The user may not read the description. */
  isHidden?: boolean
}

/** The number of messages after a pin, by the text of the pin. Pins without an entry are in the system prompt. */
export type PinDepths = Readonly<Record<string, number>>

/** A text that is placed `depth` messages before the end of the history. */
export interface DepthNote {
  text: string
  depth: number
  role: 'system' | 'user' | 'assistant'
}
