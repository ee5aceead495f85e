import type { JsonValue } from '../json/json_node.ts'
import type { CharacterDraft as GalleryDraft, CharacterParts, RegexScript } from '#modules/gallery/api'
import type { Result } from '#modules/kernel/result'

export type CharacterFormat =
  'v1' | 'v2' | 'v3' | 'agnai' | 'pygmalion' | 'ooba_yaml' | 'backyard' | 'byaf' | 'facet_entry'

/**
 * A file that belongs to a card. `type` is defined by V3, or begins with `x_` or `x-`. `ext` is lower-case without a dot, or `unknown`.
 * Only the file's bytes determine its real format.
 */
export interface CardAsset {
  type: string
  uri: string
  name: string
  ext: string
}

/** The lorebook inside a card, as the card has it. Lists of entries, such as Backyard's, become a V3 book. */
export interface CardBook {
  /** The path of the value in the original. Empty for a converted book. */
  path: string[]
  value: JsonValue
  /** The exact JSON text of `value`, where it matters: parsing loses numbers beyond 2^53, duplicate keys and escapes. */
  text?: string
  entryCount: number
}

/**
 * The parts of a character that Facet keeps. A missing text is empty. All texts can be stored. `description` is the public teaser, the only
 * text of a card that visitors may read. `backstory` is the card's `description`: the secret definition.
 */
export interface CharacterDraft
  extends
    Pick<
      GalleryDraft,
      'description' | 'backstory' | 'personality' | 'scenario' | 'firstMessage' | 'category' | 'tags' | 'isNsfw'
    >,
    Omit<CharacterParts, 'lorebookIds' | 'assets' | 'allowForks' | 'definitionPublic' | 'descriptionIsTeaser'> {
  /** At most 80 code points. Empty if neither the card nor the file has a name: ask for one. */
  name: string
  /** Whether prompts leave out the description, because it is made of other texts of the card. */
  descriptionIsTeaser: boolean
  regexScripts: RegexScript[]
  book: CardBook | null
  assets: CardAsset[]
}

/** A chat inside a card's file. */
export interface CardChat {
  path: string
  title: string
  messageCount: number
}

/** A report for the owner: sentences and paths, at most `cardLimits.reportLinesMax` of each. */
export interface CardReport {
  format: CharacterFormat
  /** The specification or version that the card declares, such as `chara_card_v3 3.0`. Null if it declares none. */
  spec: string | null
  /** Paths that the original keeps and Facet doesn't use. */
  kept: string[]
  /** Deviations from the specification, and how Facet read them. */
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

/** The input that a reader needs in addition to the card. */
export interface ReadingOptions {
  /** The known categories. A tag that names one of them becomes the category. */
  categories: readonly string[]
  defaultCategory: string
  /** All characters in this category are adult. */
  adultCategory: string
  /** The fallback name for a card without a name. */
  fileName?: string | undefined
}

export const emptyDraft = (category: string): CharacterDraft => ({
  name: '',
  nickname: '',
  description: '',
  descriptionIsTeaser: true,
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
  regexScripts: [],
  book: null,
  assets: [],
})
