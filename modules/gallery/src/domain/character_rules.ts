import { isPictureAddress } from '#modules/kernel/picture_address'
import { fail, ok, type Result } from '#modules/kernel/result'
import { codePoints, hasHiddenCharacters, isStorable } from '#modules/kernel/text'
import { limits } from './limits.ts'

/*
 * What a character may be: one piece of code for creating, editing and importing, and for the browser, which only says so
 * earlier. Nothing here needs the server.
 */

export { isOwnNonPicture, isPictureAddress } from '#modules/kernel/picture_address'

/** The data of `config/content_rules.ts`. */
export interface ContentRules {
  forbiddenWords: readonly string[]
  createCategories: readonly string[]
  editCategories: readonly string[]
  defaultCategory: string
  adultCategory: string
  /** The hosts of this server, with their ports: of what is there, only `/pictures/` may be shown as a picture. */
  ownHosts?: readonly string[]
}

/** What an author decides about a character. An absent text is empty, an absent picture null. */
export interface CharacterDraft {
  name: string
  description: string
  backstory: string
  personality: string
  firstMessage: string
  greeting: string
  scenario: string
  avatar: string | null
  background: string | null
  category: string
  tags: string[]
  isNsfw: boolean
  isPublic: boolean
}

/** `field` is a key of the draft, or `character` when it is none at all. */
export interface CharacterProblem {
  field: string
  rule: 'required' | 'forbidden' | 'type' | 'maxLength' | 'category' | 'address' | 'hidden'
  message: string
}

export type CheckedCharacter = Result<CharacterDraft, CharacterProblem[]>

/** Title of what is shown for a text with a forbidden word. */
export const notAllowedTitle = 'Content Not Allowed'

type TextField = 'name' | 'description' | 'backstory' | 'personality' | 'firstMessage' | 'greeting' | 'scenario'

const texts: Record<TextField, { label: string; max: number }> = {
  name: { label: 'The name', max: limits.nameMax },
  description: { label: 'The description', max: limits.descriptionMax },
  backstory: { label: 'The backstory', max: limits.backstoryMax },
  personality: { label: 'The personality', max: limits.personalityMax },
  firstMessage: { label: 'The first message', max: limits.firstMessageMax },
  greeting: { label: 'The greeting', max: limits.firstMessageMax },
  scenario: { label: 'The scenario', max: limits.scenarioMax },
}
const textFields = Object.keys(texts) as TextField[]

const doors = {
  create: {
    required: ['name', 'description', 'backstory', 'personality', 'avatar'],
    message: 'Please fill in all required fields including avatar',
  },
  edit: { required: ['name', 'description'], message: 'Please fill in at least the name and description' },
  import: { required: ['name', 'backstory', 'personality'], message: 'Needs a name, a backstory and a personality.' },
} as const

/** A new character, as a form or a client sends it. */
export const checkNewCharacter = (rules: ContentRules, sent: unknown): CheckedCharacter =>
  check(rules, sent, blankDraft(rules), 'create')

/**
 * A change: an absent key leaves what is stored. The whole character must keep the rules then, though it may keep a category
 * that is offered no longer.
 */
export const checkEditedCharacter = (rules: ContentRules, sent: unknown, stored: CharacterDraft): CheckedCharacter =>
  check(rules, sent, stored, 'edit')

/**
 * An entry of an import. It needs no avatar; a missing description is the backstory's first sentence, a missing first message
 * the greeting; an unknown category becomes a tag.
 */
export const checkImportedCharacter = (rules: ContentRules, entry: unknown): CheckedCharacter => {
  if (!isObject(entry)) return check(rules, entry, blankDraft(rules), 'import')
  const { description, backstory, firstMessage, greeting, category, tags } = entry
  const filled = { ...entry }
  if (isAbsent(description) && typeof backstory === 'string') filled.description = firstSentence(backstory)
  if (isAbsent(firstMessage)) filled.firstMessage = greeting
  if (typeof category === 'string' && !isBlank(category) && !categoryOf(rules, category)) {
    filled.category = rules.defaultCategory
    if (isAbsent(tags) || Array.isArray(tags)) filled.tags = [...((tags as unknown[] | null) ?? []), category]
  }
  return check(rules, filled, blankDraft(rules), 'import')
}

/** One field alone, as an admin changes it: what else may be wrong is its author's to mend. Blank is empty. */
export const checkField = (
  rules: ContentRules,
  field: 'avatar' | 'firstMessage',
  sent: unknown
): Result<string, CharacterProblem> => {
  const problems: CharacterProblem[] = []
  const add: Add = (named, rule, message) => problems.push({ field: named, rule, message })
  const draft = blankDraft(rules)
  if (field === 'avatar') readPicture(rules, field, sent, draft, add)
  else readText(field, sent, draft, add)
  return problems[0] ? fail(problems[0]) : ok(draft[field] ?? '')
}

/** The forbidden words in a description, backstory, personality or tag, in the rules' order. */
export const forbiddenWordsIn = (
  { forbiddenWords }: Pick<ContentRules, 'forbiddenWords'>,
  draft: Pick<CharacterDraft, 'description' | 'backstory' | 'personality' | 'tags'>
): string[] => {
  const read = [draft.description, draft.backstory, draft.personality, ...draft.tags].map((text) => text.toLowerCase())
  return forbiddenWords.filter((word) => read.some((text) => text.includes(word.toLowerCase())))
}

/** Trimmed, without blanks and doubles ignoring case; the first spelling is kept. */
export const tidyTags = (tags: readonly string[]): string[] => {
  const kept = new Map<string, string>()
  for (const tag of tags.map(oneLine)) {
    const key = tag.toLowerCase()
    if (!isBlank(tag) && !kept.has(key)) kept.set(key, tag)
  }
  return [...kept.values()]
}

/** What every write takes: the categories of both forms. */
export const allCategories = ({ createCategories, editCategories }: ContentRules): string[] => [
  ...new Set([...createCategories, ...editCategories]),
]

/** The same rules for a request that came by this host, which need not be the configured one. */
export const rulesAt = (rules: ContentRules, host: string | null | undefined): ContentRules =>
  host ? { ...rules, ownHosts: [...(rules.ownHosts ?? []), host] } : rules

const blankDraft = ({ defaultCategory }: ContentRules): CharacterDraft => ({
  name: '',
  description: '',
  backstory: '',
  personality: '',
  firstMessage: '',
  greeting: '',
  scenario: '',
  avatar: null,
  background: null,
  category: defaultCategory,
  tags: [],
  isNsfw: false,
  isPublic: true,
})

const check = (
  rules: ContentRules,
  sent: unknown,
  before: CharacterDraft,
  door: keyof typeof doors
): CheckedCharacter => {
  const problems: CharacterProblem[] = []
  const add: Add = (field, rule, message) => problems.push({ field, rule, message })
  if (!isObject(sent)) {
    add('character', 'type', 'A character must be an object with its fields.')
    return fail(problems)
  }
  const draft = { ...before }
  for (const field of textFields) readText(field, sent[field], draft, add)
  for (const field of ['avatar', 'background'] as const) readPicture(rules, field, sent[field], draft, add)
  for (const field of ['isNsfw', 'isPublic'] as const) readSwitch(field, sent[field], draft, add)
  readCategory(rules, sent.category, draft, add)
  readTags(sent.tags, draft, add)

  if (draft.category === rules.adultCategory) draft.isNsfw = true
  draft.background ??= draft.avatar

  const { required, message } = doors[door]
  const missing = required.filter(
    (field) => !problems.some((one) => one.field === field) && isBlank(draft[field] ?? '')
  )
  const words = forbiddenWordsIn(rules, draft)
  // What is missing is said first, then what is not allowed: in that order people are told in the form.
  const first: CharacterProblem[] = missing.map((field) => ({ field, rule: 'required', message }))
  if (words.length > 0)
    first.push({
      field: forbiddenField(rules, draft),
      rule: 'forbidden',
      message: `Characters cannot contain: ${words.join(', ')}`,
    })
  problems.unshift(...first)
  return problems.length > 0 ? fail(problems) : ok(draft)
}

type Add = (field: string, rule: CharacterProblem['rule'], message: string) => void

const readText = (field: TextField, value: unknown, draft: CharacterDraft, add: Add) => {
  if (value === undefined) return
  const { label, max } = texts[field]
  if (value !== null && typeof value !== 'string') return add(field, 'type', `${label} must be a text.`)
  const text = field === 'name' ? oneLine(value ?? '') : isBlank(value ?? '') ? '' : value!
  if (!isStorable(text)) return add(field, 'type', `${label} ${notStorable}`)
  if (isLonger(text, max))
    return add(field, 'maxLength', `${label} may have at most ${max.toLocaleString('en')} characters.`)
  if (field === 'name' && text !== draft.name && !isBlank(text) && hasHiddenCharacters(text))
    return add(field, 'hidden', `${label} has characters that can’t be seen. Please type it again without them.`)
  draft[field] = text
}

const readPicture = (
  { ownHosts }: ContentRules,
  field: 'avatar' | 'background',
  value: unknown,
  draft: CharacterDraft,
  add: Add
) => {
  if (value === undefined) return
  const label = `The ${field}`
  if (value !== null && typeof value !== 'string') return add(field, 'type', `${label} must be a text.`)
  const address = value?.trim() ?? ''
  if (address === '') draft[field] = null
  else if (isPictureAddress(address, ownHosts)) draft[field] = address
  else add(field, 'address', `${label} must be the http or https address of a picture, or one of our own pictures.`)
}

const readSwitch = (field: 'isNsfw' | 'isPublic', value: unknown, draft: CharacterDraft, add: Add) => {
  if (value === undefined || value === null) return
  if (typeof value !== 'boolean') return add(field, 'type', `${field} must be true or false.`)
  draft[field] = value
}

const readCategory = (rules: ContentRules, value: unknown, draft: CharacterDraft, add: Add) => {
  if (isAbsent(value) || (typeof value === 'string' && isBlank(value))) return
  if (typeof value !== 'string') return add('category', 'type', 'The category must be a text.')
  const category = value === draft.category ? value : categoryOf(rules, value)
  if (category) draft.category = category
  else add('category', 'category', `The category must be one of ${allCategories(rules).join(', ')}.`)
}

const readTags = (value: unknown, draft: CharacterDraft, add: Add) => {
  if (value === undefined) return
  if (value !== null && !(Array.isArray(value) && value.every((tag) => typeof tag === 'string')))
    return add('tags', 'type', 'The tags must be a list of texts.')
  const tags = tidyTags((value as string[] | null) ?? [])
  if (!tags.every(isStorable)) return add('tags', 'type', `A tag ${notStorable}`)
  if (tags.length > limits.tagsMax)
    return add('tags', 'maxLength', `A character may have at most ${limits.tagsMax} tags.`)
  if (tags.some((tag) => isLonger(tag, limits.tagMax)))
    return add('tags', 'maxLength', `A tag may have at most ${limits.tagMax} characters.`)
  draft.tags = tags
}

const forbiddenField = (rules: ContentRules, draft: CharacterDraft) =>
  (['description', 'backstory', 'personality'] as const).find((field) => {
    const only = { description: '', backstory: '', personality: '', tags: [], [field]: draft[field] }
    return forbiddenWordsIn(rules, only).length > 0
  }) ?? 'tags'

const notStorable = 'has characters that can’t be stored: NUL, or half of a surrogate pair.'

/** The category as we spell it, or undefined when it is none of ours. */
const categoryOf = (rules: ContentRules, given: string): string | undefined =>
  allCategories(rules).find((category) => category.toLowerCase() === given.trim().toLowerCase())

let sentences: Intl.Segmenter | null = null

/** At most as long as a description may be, and never half a surrogate pair. */
const firstSentence = (text: string): string => {
  const beginning = text
    .trimStart()
    .slice(0, limits.descriptionMax)
    .replace(/[\ud800-\udbff]$/, '')
  // made once, and only when it is needed: it costs more than a sentence does
  sentences ??= new Intl.Segmenter('en', { granularity: 'sentence' })
  const [first] = sentences.segment(beginning)
  return first?.segment.trim() ?? ''
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Without a character that one could see: a name of zero-width spaces is none. */
export const isBlank = (text: string) => /^[\s\p{Cc}\p{Cf}]*$/u.test(text)

const isAbsent = (value: unknown) => value === undefined || value === null || value === ''

/** Control characters have no place in a name or a tag: one of them marks an adult character's chips (see gallery_chips). */
const oneLine = (text: string) => text.replace(/[\s\p{Cc}]+/gu, ' ').trim()

/** The cheap question first: a text has at least as many units as characters. */
export const isLonger = (text: string, max: number) => text.length > max && codePoints(text) > max
