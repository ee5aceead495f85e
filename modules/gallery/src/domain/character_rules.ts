import { boolean, custom, nullable, pipe, safeParse, string, transform } from 'valibot'
import { fail, ok, type Result } from '#modules/kernel/result'
import { hasHiddenCharacters, isBlank, isLonger, isStorable } from '#modules/kernel/text'
import { blankParts, partSchemas, type CharacterParts } from './character_parts.ts'
import { expressionProblem } from './expressions.ts'
import {
  isObject,
  isTextList,
  mayFit,
  notStorable,
  oneLine,
  pictureSchema,
  rule,
  tooMany,
  textSchema,
  type CharacterProblem,
} from './field_schemas.ts'
import { limits } from './limits.ts'
import type { RegexScript } from './regex_scripts.ts'

/*
 * The rules for characters, shared by create, edit and import. The browser's form runs the same code, so this file must not
 * depend on the server.
 */

export { isOwnNonPicture, isPictureAddress } from '#modules/kernel/picture_address'
export * from './character_parts.ts'
export type { CharacterProblem }

/** The data of `config/content_rules.ts`. */
export abstract class ContentRules {
  abstract readonly forbiddenWords: readonly string[]
  abstract readonly createCategories: readonly string[]
  abstract readonly editCategories: readonly string[]
  abstract readonly defaultCategory: string
  abstract readonly adultCategory: string
  /** This server's hosts with their ports. Only their `/pictures/` addresses are allowed as pictures. */
  abstract readonly ownHosts?: readonly string[]
}

/** The point of a picture that crops keep in view, such as a face. `x` and `y` are fractions of width and height, from 0 to 1. */
export interface PictureFocus {
  x: number
  y: number
}

/** The fields that an author sets, without the parts. Missing texts are empty, missing pictures are null. */
export interface CharacterDraft {
  name: string
  description: string
  backstory: string
  personality: string
  firstMessage: string
  greeting: string
  scenario: string
  avatar: string | null
  avatarFocus: PictureFocus | null
  background: string | null
  category: string
  tags: string[]
  isNsfw: boolean
  isPublic: boolean
}

/** All fields that an author sets, with the parts. */
export interface WholeDraft extends CharacterDraft, CharacterParts {}

export type CheckedCharacter = Result<WholeDraft, CharacterProblem[]>

/** Title of the notice about forbidden words. */
export const notAllowedTitle = 'Content Not Allowed'

const requirementsBySource: Record<
  'create' | 'edit' | 'restore' | 'import' | 'card',
  { required: readonly (keyof CharacterDraft)[]; message: string }
> = {
  create: {
    required: ['name', 'description', 'backstory', 'personality', 'avatar'],
    message: 'Please fill in all required fields including avatar',
  },
  edit: { required: ['name', 'description'], message: 'Please fill in at least the name and description' },
  restore: { required: ['name', 'description'], message: 'This version has no description, so it can’t be public.' },
  import: { required: ['name', 'backstory', 'personality'], message: 'Needs a name, a backstory and a personality.' },
  card: { required: ['name'], message: 'The card has no name, and neither has its file.' },
}

type Source = keyof typeof requirementsBySource

/** Checks a new character. */
export const checkNewCharacter = (rules: ContentRules, sent: unknown): CheckedCharacter =>
  checkDraft(rules, sent, blankCharacter(rules), 'create')

/**
 * Checks an edit. Missing keys keep their stored values. A stored category stays valid even if it is no longer offered. A new avatar
 * doesn't keep the focus of the previous one. Parts that `stored` lacks count as blank. A private character may keep stored forbidden words
 * and an empty description, because cards may have both.
 */
export const checkEditedCharacter = (
  rules: ContentRules,
  sent: unknown,
  stored: CharacterDraft & Partial<CharacterParts>
): CheckedCharacter => checkDraft(rules, sent, baseOf(rules, stored), 'edit')

/**
 * Checks an earlier version of a character. A private character may have forbidden words and no description, because the version may have
 * come from a card.
 */
export const checkRestoredCharacter = (rules: ContentRules, version: unknown, stored: WholeDraft): CheckedCharacter =>
  checkDraft(rules, version, baseOf(rules, stored), 'restore')

/** The fields of a character that a card may set. A card can't decide the others. */
export type CardCharacter = Partial<
  Omit<WholeDraft, 'isPublic' | 'allowForks' | 'definitionPublic' | 'avatarFocus'>
> & { regexScripts?: readonly RegexScript[] }

/**
 * Checks the character of a card. Only a name is required. The character is private, and its definition is hidden from others. Forbidden
 * words are accepted, but the character can't be published with them.
 */
export const checkCardCharacter = (rules: ContentRules, card: CardCharacter): CheckedCharacter => {
  const sent = { ...card, isPublic: false, allowForks: false, definitionPublic: false }
  return checkDraft(rules, sent, blankCharacter(rules), 'card')
}

/** Checks a card as a new version of a character. The character keeps its visibility, and stays adult if it is. */
export const checkCardVersion = (rules: ContentRules, card: CardCharacter, stored: WholeDraft): CheckedCharacter =>
  checkDraft(rules, { ...card, isNsfw: stored.isNsfw || card.isNsfw }, baseOf(rules, stored), 'card')

/**
 * Checks an entry of an import. The avatar is optional. The description defaults to the backstory's first sentence, the first
 * message to the greeting. An unknown category becomes a tag, which may contain forbidden words, because the author didn't write it as
 * a tag: Weird Category contains gory. The definition is hidden from others unless the entry says otherwise.
 */
export const checkImportedCharacter = (rules: ContentRules, entry: unknown): CheckedCharacter => {
  if (!isObject(entry)) return checkDraft(rules, entry, blankCharacter(rules), 'import')
  const { description, backstory, firstMessage, greeting, category, tags } = entry
  const filled = { ...entry }
  filled.definitionPublic ??= false
  if (isAbsent(description) && typeof backstory === 'string') filled.description = firstSentence(backstory)
  if (isAbsent(firstMessage)) filled.firstMessage = greeting
  let derivedTag: string | null = null
  if (typeof category === 'string' && !isBlank(category) && !categoryOf(rules, category)) {
    filled.category = rules.defaultCategory
    if (isAbsent(tags) || Array.isArray(tags)) {
      const written = (tags as unknown[] | null) ?? []
      filled.tags = [...written, category]
      if (!written.includes(category)) derivedTag = oneLine(category.slice(0, 2 * limits.tagMax))
    }
  }
  return checkDraft(rules, filled, blankCharacter(rules), 'import', derivedTag)
}

/** Checks a single field and ignores the rest of the character. A blank value becomes an empty text. */
export const checkField = (
  rules: ContentRules,
  field: 'avatar' | 'firstMessage',
  sent: unknown
): Result<string, CharacterProblem> => {
  const parsed = parseField(blankCharacter(rules).schemas, field, sent)
  return parsed.ok ? ok(parsed.value ?? '') : parsed
}

/** Returns the forbidden words in a description, backstory, personality or tag, in the order of the rules. */
export const forbiddenWordsIn = (
  { forbiddenWords }: Pick<ContentRules, 'forbiddenWords'>,
  draft: Pick<CharacterDraft, 'description' | 'backstory' | 'personality' | 'tags'>
): string[] => {
  const texts = [draft.description, draft.backstory, draft.personality, ...draft.tags].map((text) => text.toLowerCase())
  return forbiddenWords.filter((word) => texts.some((text) => text.includes(word.toLowerCase())))
}

/** Returns the first text with one of these words, and the text around the word. */
export const placeOfWords = (
  words: readonly string[],
  draft: Pick<CharacterDraft, 'description' | 'backstory' | 'personality' | 'tags'>
): { field: 'description' | 'backstory' | 'personality' | 'tags'; excerpt: string } | null => {
  // The description may be a copy of the backstory's first sentence.
  for (const field of ['backstory', 'personality', 'description', 'tags'] as const)
    for (const text of [draft[field]].flat()) {
      const found = words.map((word) => text.toLowerCase().indexOf(word.toLowerCase())).filter((at) => at !== -1)
      if (found.length > 0) return { field, excerpt: excerptAt(text, Math.min(...found)) }
    }
  return null
}

/** The length of the text around a forbidden word, before and from its beginning. */
const excerptRadius = 30

const excerptAt = (text: string, at: number): string => {
  const [start, end] = [Math.max(0, at - excerptRadius), Math.min(text.length, at + excerptRadius)]
  const excerpt = oneLine(text.slice(start, end).toWellFormed())
  return `“${start > 0 ? '…' : ''}${excerpt}${end < text.length ? '…' : ''}”`
}

/** Trims tags, and removes blank and duplicate ones. Duplicates differ at most in case, and the first spelling wins. */
export const tidyTags = (tags: readonly string[]): string[] => {
  const kept = new Map<string, string>()
  for (const tag of tags.map(oneLine)) {
    const key = tag.toLowerCase()
    if (!isBlank(tag) && !kept.has(key)) kept.set(key, tag)
  }
  return [...kept.values()]
}

/** Returns the categories of both forms, which every write accepts. */
export const allCategories = ({ createCategories, editCategories }: ContentRules): string[] => [
  ...new Set([...createCategories, ...editCategories]),
]

/** Whether an unchecked value is a `PictureFocus`. */
export const isPictureFocus = (value: unknown): value is PictureFocus =>
  isObject(value) && isFraction(value.x) && isFraction(value.y)

/** Adds the request's host to the server's own hosts. It may differ from the configured one. */
export const rulesAt = (rules: ContentRules, host: string | null | undefined): ContentRules =>
  host ? { ...rules, ownHosts: [...(rules.ownHosts ?? []), host] } : rules

const blankDraft = ({ defaultCategory }: ContentRules): WholeDraft => ({
  ...blankParts,
  name: '',
  description: '',
  backstory: '',
  personality: '',
  firstMessage: '',
  greeting: '',
  scenario: '',
  avatar: null,
  avatarFocus: null,
  background: null,
  category: defaultCategory,
  tags: [],
  isNsfw: false,
  isPublic: true,
})

/** Returns one schema per field. Null clears a text, a picture or the tags, but leaves a switch or the category unchanged. */
const fieldSchemas = (rules: ContentRules, before: WholeDraft) => ({
  name: pipe(
    textSchema('The name', limits.nameMax, oneLine),
    rule(
      'hidden',
      (name: string) => name === before.name || isBlank(name) || !hasHiddenCharacters(name),
      'The name has characters that can’t be seen. Please type it again without them.'
    )
  ),
  description: textSchema('The description', limits.descriptionMax),
  backstory: textSchema('The backstory', limits.backstoryMax),
  personality: textSchema('The personality', limits.personalityMax),
  firstMessage: textSchema('The first message', limits.firstMessageMax),
  greeting: textSchema('The greeting', limits.firstMessageMax),
  scenario: textSchema('The scenario', limits.scenarioMax),
  avatar: pictureSchema('The avatar', rules.ownHosts),
  avatarFocus: nullable(
    pipe(
      custom<PictureFocus>(isPictureFocus, 'The focus of the avatar must be {x, y} with numbers from 0 to 1.'),
      transform(({ x, y }) => ({ x: toThousandths(x), y: toThousandths(y) }))
    )
  ),
  background: pictureSchema('The background', rules.ownHosts),
  isNsfw: nullable(boolean('isNsfw must be true or false.'), before.isNsfw),
  isPublic: nullable(boolean('isPublic must be true or false.'), before.isPublic),
  category: pipe(
    nullable(string('The category must be text.'), ''),
    transform((text) =>
      isBlank(text) || text === before.category ? before.category : (categoryOf(rules, text) ?? '')
    ),
    rule(
      'category',
      (category: string) => category !== '',
      `The category must be one of ${allCategories(rules).join(', ')}.`
    )
  ),
  tags: pipe(
    nullable(custom<string[]>(isTextList, 'The tags must be a list of strings.'), []),
    rule(
      'maxLength',
      (tags: string[]) => tags.length <= 10 * limits.tagsMax && tags.every((tag) => mayFit(tag, limits.tagMax)),
      `A character may have at most ${limits.tagsMax} tags of ${limits.tagMax} characters.`
    ),
    transform((tags) => tidyTags(tags)),
    rule('type', (tags: string[]) => tags.every(isStorable), `A tag ${notStorable}`),
    rule('maxLength', (tags: string[]) => tags.length <= limits.tagsMax, tooMany('tags', limits.tagsMax)),
    rule(
      'maxLength',
      (tags: string[]) => !tags.some((tag) => isLonger(tag, limits.tagMax)),
      `A tag may have at most ${limits.tagMax} characters.`
    )
  ),
  ...partSchemas(rules.ownHosts, before),
})

type FieldSchemas = ReturnType<typeof fieldSchemas>

/** A draft with the schemas for changing it. */
interface Base {
  draft: WholeDraft
  schemas: FieldSchemas
}

const baseOf = (rules: ContentRules, stored: CharacterDraft & Partial<CharacterParts>): Base => {
  const draft = { ...blankParts, ...stored }
  return { draft, schemas: fieldSchemas(rules, draft) }
}

const blankCharacters = new WeakMap<ContentRules, Base>()

/** Cached, because an import checks thousands of entries by the same rules. */
const blankCharacter = (rules: ContentRules): Base => {
  const known = blankCharacters.get(rules)
  if (known) return known
  const draft = blankDraft(rules)
  const base = { draft, schemas: fieldSchemas(rules, draft) }
  blankCharacters.set(rules, base)
  return base
}

const parseField = <Field extends keyof FieldSchemas>(
  schemas: FieldSchemas,
  field: Field,
  sent: unknown
): Result<WholeDraft[Field], CharacterProblem> => {
  const parsed = safeParse(schemas[field], sent, { abortPipeEarly: true })
  if (parsed.success) return ok(parsed.output as WholeDraft[Field])
  const { kind, type, message } = parsed.issues[0]
  return fail({ field, rule: kind === 'schema' ? 'type' : (type as CharacterProblem['rule']), message })
}

/** `derivedTag`: a tag that the author didn't write. */
const checkDraft = (
  rules: ContentRules,
  sent: unknown,
  base: Base,
  source: Source,
  derivedTag: string | null = null
): CheckedCharacter => {
  if (!isObject(sent))
    return fail([{ field: 'character', rule: 'type', message: 'A character must be an object with its fields.' }])
  const { schemas } = base
  const draft: WholeDraft = { ...base.draft }
  const problems: CharacterProblem[] = []
  for (const field of Object.keys(schemas) as (keyof FieldSchemas)[]) {
    if (sent[field] === undefined) continue
    const parsed = parseField(schemas, field, sent[field])
    if (parsed.ok) Object.assign(draft, { [field]: parsed.value })
    else problems.push(parsed.failure)
  }
  const unfit = source === 'create' || source === 'edit' ? expressionProblem(draft.assets, base.draft.assets) : null
  if (unfit) problems.push({ field: 'assets', rule: 'maxLength', message: unfit })
  if (draft.category === rules.adultCategory) draft.isNsfw = true
  draft.background ??= draft.avatar
  const isNewAvatar = draft.avatar !== base.draft.avatar && sent.avatarFocus === undefined
  if (draft.avatar === null || isNewAvatar) draft.avatarFocus = null

  const { required, message } = requirementsBySource[source]
  const missing = required.filter(
    (field) =>
      !problems.some((problem) => problem.field === field) &&
      isBlank(String(draft[field] ?? '')) &&
      !(field === 'description' && mayLack(draft, base.draft, source))
  )
  const written = { ...draft, tags: writtenTags(draft, base.draft, derivedTag) }
  const words = refusedWordsIn(rules, written, base.draft, source)
  // The form reports missing fields first, then forbidden words, then everything else.
  const first: CharacterProblem[] = missing.map((field) => ({ field, rule: 'required', message }))
  const place = placeOfWords(words, written)
  if (place)
    first.push({
      field: place.field,
      rule: 'forbidden',
      message: `Characters cannot contain: ${words.join(', ')} (${place.field}: ${place.excerpt})`,
    })
  problems.unshift(...first)
  return problems.length > 0 ? fail(problems) : ok(draft)
}

/** Whether a required description may be missing. Private characters may lack it, because cards may have none. */
const mayLack = (draft: WholeDraft, before: WholeDraft, source: Source) =>
  !draft.isPublic && (source === 'restore' || (source === 'edit' && isBlank(before.description)))

/** Returns the forbidden words to refuse. Words that came with a card may stay as long as the character is private. */
const refusedWordsIn = (rules: ContentRules, draft: WholeDraft, before: WholeDraft, source: Source): string[] => {
  const words = forbiddenWordsIn(rules, draft)
  if (words.length === 0 || draft.isPublic || source === 'create' || source === 'import') return words
  if (source !== 'edit') return []
  const kept = forbiddenWordsIn(rules, before)
  return words.filter((word) => !kept.includes(word))
}

/** Returns the tags to check. Tags of a public character were checked before, or derived from its category. */
const writtenTags = (draft: WholeDraft, before: WholeDraft, derivedTag: string | null): string[] =>
  draft.tags.filter((tag) => tag !== derivedTag && !(before.isPublic && before.tags.includes(tag)))

/** Returns the configured spelling of a category, or undefined for an unknown category. */
const categoryOf = (rules: ContentRules, given: string): string | undefined => {
  const sought = given.trim().toLowerCase()
  return allCategories(rules).find((category) => category.toLowerCase() === sought)
}

let sentences: Intl.Segmenter | null = null

/** Returns the first sentence, cut at the maximum length of a description, but never inside a surrogate pair. */
export const firstSentence = (text: string): string => {
  const beginning = text
    .trimStart()
    .slice(0, limits.descriptionMax)
    .replace(/[\ud800-\udbff]$/, '')
  // Creating a segmenter costs more than using it.
  sentences ??= new Intl.Segmenter('en', { granularity: 'sentence' })
  const [first] = sentences.segment(beginning)
  return first?.segment.trim() ?? ''
}

const isFraction = (value: unknown) => typeof value === 'number' && value >= 0 && value <= 1

/** Rounds to thousandths, which are finer than a pixel of any picture that is cropped. */
const toThousandths = (fraction: number) => Math.round(fraction * 1_000) / 1_000

const isAbsent = (value: unknown) => value === undefined || value === null || value === ''
