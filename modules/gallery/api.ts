/** Wire types, limits and rules of the gallery. Shared with the browser. */

import type { CharacterAsset, CreatorNotes, DepthNote, PictureFocus } from './src/domain/character_rules.ts'
import type { VersionField } from './src/domain/version_fields.ts'

export * from './src/domain/character_rules.ts'
export { fillMacros } from '#modules/kernel/macros'
export type { Block, Inline, ListItem } from '#modules/kernel/message_text/blocks'
export { MessageReader, parseMessage } from '#modules/kernel/message_text/parse_message'
export { plainExcerpt, plainMessage, plainText, textLines, type TextRun } from '#modules/kernel/message_text/plain_text'
export { hostOf } from '#modules/kernel/message_text/safe_address'
export { isBlank } from '#modules/kernel/text'
export { expressionName, expressionsOf, isExpression, neutralNames, type Expression } from './src/domain/expressions.ts'
export { limits } from './src/domain/limits.ts'
export { messageSeed } from './src/domain/message_seed.ts'
export { type RegexScript, scriptLimits } from './src/domain/regex_scripts.ts'
export { pictureSizes } from './src/domain/picture_sizes.ts'
export { pictureSources, pictureWidths } from './src/domain/picture_sources.ts'

/** A character. Texts and pictures of a gated adult character are null. A definition that the caller may not read is null, too. */
export interface Character {
  id: string
  name: string
  description: string | null
  avatar: string | null
  /** Null for a picture without a focus. */
  avatarFocus: PictureFocus | null
  category: string
  tags: string[]
  isNsfw: boolean
  isPublic: boolean
  /** Only set for a private character that its owner wants to be public. */
  review?: ReviewState
  likes: number
  messageCount: number
  createdBy: string
  backstory: string | null
  personality: string | null
  firstMessage: string | null
  greeting: string | null
  scenario: string | null
  background: string | null
  createdAt: string
  /** Whether the caller likes the character. False for visitors. */
  liked: boolean
}

/** `waiting` for a judgment, `held` for a moderator, or `refused` by one. */
export type ReviewState = 'waiting' | 'held' | 'refused'

/** Content that a moderator has to decide about. */
export interface HeldReview {
  id: string
  /** Changes when the content changes. A decision names the round that the moderator has read. */
  round: number
  /** `profile`: the names and the picture of a user. They are public meanwhile. */
  kind: 'character' | 'comment' | 'profile'
  /** Categories of moderation, `first_characters`, `changed_after_review` or `unchecked`. */
  causes: string[]
  /** It can't be approved. */
  isEscalated: boolean
  heldAt: string
  /** The character, or the one that the comment is about. */
  characterName: string | null
  /** The beginning of the text. */
  excerpt: string
  author: Comment['user']
}

export interface HeldReviewDetails extends HeldReview {
  isAdult: boolean
  /** All texts that others may read, with the field that each is from. */
  texts: { field: string; text: string }[]
  pictures: string[]
}

/** A character with all its parts, for its own page. Texts that the caller may not read are null, and lists are empty. */
export interface CharacterDetails extends Character {
  nickname: string | null
  alternateGreetings: string[]
  groupGreetings: string[]
  exampleDialogue: string | null
  systemPrompt: string | null
  postHistoryInstructions: string | null
  depthNote: DepthNote | null
  creatorNotes: CreatorNotes | null
  creatorName: string | null
  version: string | null
  source: string[]
  lorebookIds: string[]
  assets: CharacterAsset[]
  allowForks: boolean
  definitionPublic: boolean
  /** Null when the account is deleted. */
  creator: Creator | null
  /** Whether the caller can download the file that the character was imported from. Only for the owner of such a character. */
  hasOriginal?: true
  /** Whether the description is only a teaser for the gallery, which prompts leave out. Null: not known. */
  descriptionIsTeaser: boolean | null
  /** The character from which this one was copied. */
  forkedFrom: ForkCredit | null
  /** Why a moderator refused to publish the character. */
  reviewReason?: string
  /** The ancestors, from the first one to `forkedFrom`. A long list keeps only the first one and the latest ones. */
  credits: ForkCredit[]
}

/** An ancestor of a fork. The name is null if the caller may not see the character. */
export interface ForkCredit {
  id: string
  name: string | null
  /** Null when the account is deleted. */
  creator: Creator | null
}

/** A state of a character's texts. A save that changes one of the texts creates a new version. */
export interface CharacterVersion {
  /** The first version has the number 1. */
  number: number
  createdAt: string
  isPresent: boolean
}

/** The texts that prompts may contain. */
export type VersionTexts = Pick<CharacterDetails, VersionField>

export interface CharacterVersionDetails extends CharacterVersion {
  texts: VersionTexts
}

type VersionText = string | string[] | DepthNote | null

/** A text that changed between two versions. `before` and `after` are null if the caller may not read the text. */
export interface VersionChange {
  field: keyof VersionTexts
  before: VersionText
  after: VersionText
  isHidden?: true
}

/** The author of a character. `name` is the author's public name, as in comments. */
export interface Creator {
  id: string
  name: string
  username: string | null
  /** Whether `/u/{username}` shows the author. */
  hasPage?: true
}

/** The field that a search matched. `text` is the name, the tag or category, or a part of the description around the match. */
export interface SearchMatch {
  field: 'name' | 'tag' | 'description'
  text: string
}

/** A character as admins see it. */
export type AdminCharacter = Character & {
  /** Whether the landing page shows the character, unless it is private or adult. */
  onLanding: boolean
  /** The owner. Null when the account is deleted. Only set in lists. */
  creator?: Creator | null
}

/** A character in a list, without long texts. */
export interface CharacterSummary extends Omit<
  Character,
  'backstory' | 'personality' | 'firstMessage' | 'greeting' | 'scenario'
> {
  /** Null when the account is deleted. Missing on the landing page. */
  creator?: Creator | null
  /**
   * The beginning of the first message or greeting as plain text, at most `limits.openingLineMax` characters. Macros are not filled. Null
   * without both, when gated, and on the landing page.
   */
  openingLine: string | null
  /** Only set on the landing page: the first spoken sentences of the first message. Null when none is short enough. */
  spokenLine?: string | null
  /** Only set in searches. */
  match?: SearchMatch
}

export const sorts = ['popular', 'new', 'name', 'trending'] as const
export type Sort = (typeof sorts)[number]

/** A row of the front page. Each has at least `limits.shelfMin` characters. */
export interface Shelf {
  kind: 'continue' | 'trending' | 'new' | 'because' | 'mood'
  /** Unique within a response, and stable between responses. */
  id: string
  title: string
  /** The character that the shelf `because` refers to. */
  about: { id: string; name: string } | null
  /** The query string of the list that begins with these characters, such as `tags=cozy`. Null if there is no such list. */
  query: string | null
  characters: CharacterSummary[]
  /** The caller's newest chat with each character, by the character's id. Only set in the shelf `continue`. */
  chats?: Record<string, string>
}

/** A suggestion of a search box. `match` tells whether the name, a later word of the name, or a tag or category matches the text. */
export interface CharacterSuggestion extends Pick<
  CharacterSummary,
  'id' | 'name' | 'avatar' | 'avatarFocus' | 'category'
> {
  match: 'name' | 'word' | 'tag'
}

/** `creator` hides a user's characters, and `person` also stops comments between the two users, who no longer see each other's. */
export const hidingKinds = ['character', 'creator', 'person'] as const
export type HidingKind = (typeof hidingKinds)[number]

/** `name` is null for what is gone or private. */
export interface HiddenThing {
  kind: HidingKind
  id: string
  name: string | null
}

/** Tags and categories. The user's lists leave out characters that have one of them, except the user's own characters. */
export interface BlockedTags {
  tags: string[]
}

/** The preview of a public character that isn't adult, for its share page. Its texts call the reader 'stranger'. */
export interface SharedCharacter extends Pick<
  Character,
  'id' | 'name' | 'avatar' | 'avatarFocus' | 'background' | 'category' | 'tags' | 'likes' | 'messageCount'
> {
  /** The beginning of the description, at most `limits.teaserMax` characters. */
  teaser: string
  /** The beginning of the first message or greeting, at most `limits.openingLineMax` characters. Null without both. */
  openingLine: string | null
  /** The public name of the author. Null when the account is deleted. Missing in responses of older servers. */
  creatorName?: string | null
  /** The username of an author with a page. */
  creatorPage?: string
  /** The notice that a machine writes. Missing in responses of older servers. */
  notice?: string
}

/** The moods that a new user may choose for a first chat. */
export const moods = ['laugh', 'adventure', 'talk'] as const
export type Mood = (typeof moods)[number]

/** A character that suits a mood. */
export interface Starter {
  mood: Mood
  character: CharacterSummary
}

export interface Comment {
  id: string
  content: string
  createdAt: string
  editedAt: string | null
  /** The comment that a reply answers. */
  parentId: string | null
  /** The number of its replies that the caller sees. */
  replies: number
  user: {
    id: string
    firstName: string | null
    username: string | null
    profileImageUrl: string | null
    /** Whether `/u/{username}` shows the author. */
    hasPage?: true
  }
  /** Only set for the caller's own comment that isn't published. */
  review?: ReviewState
}

/** Newest or oldest first. Replies are always oldest first. */
export const commentSorts = ['new', 'old'] as const
export type CommentSort = (typeof commentSorts)[number]

export interface ImportRefusal {
  /** Zero-based position in the file. */
  index: number
  name: string | null
  message: string
}

/** The outcome of an import. Only `total` includes duplicates. */
export interface ImportAnswer {
  imported: number
  total: number
  errors: ImportRefusal[]
}

/** The built-in sets and their sizes. */
export const builtInSetSizes = { eight: 8, fifty: 50 } as const
export type BuiltInSet = keyof typeof builtInSetSizes

/** `value` is the value of `?category=`. */
export interface Chip {
  label: string
  value: string
  /** No character that the caller may see has it. */
  isEmpty?: true
}

/** The chips in the order of the screen. They are shown even without characters. */
export const chips: readonly Chip[] = [
  { label: 'All', value: '' },
  { label: 'Limitless', value: 'Limitless' },
  { label: 'Anime', value: 'Anime' },
  { label: 'Fantasy', value: 'Fantasy' },
  { label: 'Romance', value: 'Romance' },
  { label: 'Adventure', value: 'Adventure' },
  { label: 'Sci-Fi', value: 'Sci-Fi' },
  { label: 'Mystery', value: 'Mystery' },
  { label: 'Furry', value: 'Furry' },
  { label: 'Gay', value: 'Gay' },
  { label: 'Lesbian', value: 'Lesbian' },
  { label: 'Femboy', value: 'Femboy' },
  { label: 'Dominant', value: 'Dominant' },
  { label: 'Submissive', value: 'Submissive' },
]

/** The chips of the remaining categories. They follow where they have characters. */
export const furtherChips: readonly Chip[] = [
  { label: 'Comedy', value: 'Comedy' },
  { label: 'Drama', value: 'Drama' },
  { label: 'General', value: 'General' },
]
