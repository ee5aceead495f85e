import type { JsonValue } from '../json/json_node.ts'
import type { Result } from '#modules/kernel/result'

export type CharacterFormat =
  'v1' | 'v2' | 'v3' | 'agnai' | 'pygmalion' | 'ooba_yaml' | 'backyard' | 'byaf' | 'facet_entry'

export type DepthNoteRole = 'system' | 'user' | 'assistant'

/** A text that stands `depth` messages before the end of the chat in the prompt. */
export interface DepthNote {
  text: string
  depth: number
  role: DepthNoteRole
}

/** What the creator tells readers. Never in a prompt. */
export interface CreatorNotes {
  text: string
  /** By language tag, such as `de` or `pt-BR`. */
  translations: Record<string, string>
}

/**
 * A file that belongs to a card. `type` is one of V3's, or begins with `x_` or `x-`. `ext` is lower-case without a dot, or `unknown`. Only
 * the file's bytes tell what it is.
 */
export interface CardAsset {
  type: string
  uri: string
  name: string
  ext: string
}

/** The lorebook inside a card, as the card has it. Lists of entries, such as Backyard's, become a V3 book. */
export interface CardBook {
  /** Where the value is in the original. Empty for a converted one. */
  path: string[]
  value: JsonValue
  /** `value` as it is written, where that matters: with numbers beyond 2^53, doubled keys and escapes. */
  text?: string
  entryCount: number
}

/** What Facet keeps of a character. A missing text is empty. All texts can be stored. */
export interface CharacterDraft {
  /** At most 80 code points. Empty if neither the card nor the file has a name: ask for one. */
  name: string
  /** What {{char}} stands for, if it isn't empty. At most 80 code points. */
  nickname: string
  /** The public teaser, the only text of a card that visitors may read. */
  description: string
  /** The card's `description`: the secret definition. */
  backstory: string
  personality: string
  scenario: string
  firstMessage: string
  alternateGreetings: string[]
  groupGreetings: string[]
  exampleDialogue: string
  systemPrompt: string
  postHistoryInstructions: string
  depthNote: DepthNote | null
  creatorNotes: CreatorNotes | null
  creatorName: string
  version: string
  source: string[]
  category: string
  tags: string[]
  isNsfw: boolean
  book: CardBook | null
  assets: CardAsset[]
}

/** A chat inside a card's file. */
export interface CardChat {
  path: string
  title: string
  messageCount: number
}

/** For the owner: sentences and paths, at most `cardLimits.reportLinesMax` of each. */
export interface CardReport {
  format: CharacterFormat
  /** What the card says of itself, such as `chara_card_v3 3.0`. Null if it says nothing. */
  spec: string | null
  /** Paths that the original keeps and Facet doesn't use. */
  kept: string[]
  /** What differs from the specification, and how it was read. */
  warnings: string[]
}

export interface ReadCharacter {
  draft: CharacterDraft
  report: CardReport
  chats: CardChat[]
}

/** `because` has one sentence per reason. */
export interface CardRefusal {
  because: string
}

export type CharacterReading = Result<ReadCharacter, CardRefusal>

/** What a reader needs from outside. */
export interface ReadingOptions {
  /** A tag that names one of them becomes the category. */
  categories: readonly string[]
  defaultCategory: string
  /** Its characters are adult. */
  adultCategory: string
  /** Becomes the name of a card without one. */
  fileName?: string | undefined
}

export const emptyDraft = (category: string): CharacterDraft => ({
  name: '',
  nickname: '',
  description: '',
  backstory: '',
  personality: '',
  scenario: '',
  firstMessage: '',
  alternateGreetings: [],
  groupGreetings: [],
  exampleDialogue: '',
  systemPrompt: '',
  postHistoryInstructions: '',
  depthNote: null,
  creatorNotes: null,
  creatorName: '',
  version: '',
  source: [],
  category,
  tags: [],
  isNsfw: false,
  book: null,
  assets: [],
})
