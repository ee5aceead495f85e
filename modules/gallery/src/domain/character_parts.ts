import { boolean, custom, nullable, pipe, transform } from 'valibot'
import { uuidPattern } from '#modules/kernel/path_segment'
import { isPictureAddress } from '#modules/kernel/picture_address'
import { hasHiddenCharacters, isBlank, isLonger, isStorable } from '#modules/kernel/text'
import {
  isObject,
  isTextList,
  mayFit,
  notStorable,
  oneLine,
  rule,
  textListSchema,
  textSchema,
  tooLong,
  tooMany,
} from './field_schemas.ts'
import { limits } from './limits.ts'

/*
 * The parts of a character that cards have and lists don't show. The browser runs this file, so it must not depend on the server.
 */

export const depthRoles = ['system', 'user', 'assistant'] as const
export type DepthRole = (typeof depthRoles)[number]

/** A text that every prompt contains, `depth` messages before the end of the chat. */
export interface DepthNote {
  text: string
  /** 0 is after the last message. */
  depth: number
  role: DepthRole
}

/** The creator's notes for readers. They are never in a prompt. */
export interface CreatorNotes {
  text: string
  /** The translations by language tag, such as `de` or `pt-BR`. */
  translations: Record<string, string>
}

/** A further picture of a character. */
export interface CharacterAsset {
  /** `icon`, `background`, `user_icon`, `emotion`, `other`, or a custom type that begins with `x_` or `x-`. */
  type: string
  /** A name such as `main` or `happy`. */
  name: string
  /** A picture address, with the same rules as an avatar's address. */
  address: string
  /** The expression that is shown without a mood. Only set by the owner; cards can't say it. */
  isDefault?: true
}

/** The parts of a character. Missing texts are empty. */
export interface CharacterParts {
  /** The name that replaces {{char}}. If it is empty, the character's name does. */
  nickname: string
  alternateGreetings: string[]
  /** Openings of chats with several characters. */
  groupGreetings: string[]
  exampleDialogue: string
  systemPrompt: string
  postHistoryInstructions: string
  depthNote: DepthNote | null
  creatorNotes: CreatorNotes | null
  creatorName: string
  /** The creator's own label for this state of the character, not the number of a version. */
  version: string
  source: string[]
  lorebookIds: string[]
  assets: CharacterAsset[]
  /** Whether other users may copy the character, which shows them all its texts. */
  allowForks: boolean
  /** Whether other users may read backstory, personality and scenario. */
  definitionPublic: boolean
  /** Whether the description is only a teaser for the gallery, which prompts leave out. Null: not known. */
  descriptionIsTeaser: boolean | null
}

export const blankParts: CharacterParts = {
  nickname: '',
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
  lorebookIds: [],
  assets: [],
  allowForks: false,
  definitionPublic: true,
  descriptionIsTeaser: false,
}

export const partFields = Object.keys(blankParts) as readonly (keyof CharacterParts)[]

/** Returns one schema per field. Null clears a field, but leaves a switch unchanged. */
export const partSchemas = (ownHosts: readonly string[] | undefined, before: CharacterParts) => ({
  nickname: pipe(
    textSchema('The nickname', limits.nameMax, oneLine),
    rule(
      'hidden',
      (name: string) => name === before.nickname || isBlank(name) || !hasHiddenCharacters(name),
      'The nickname has characters that can’t be seen. Please type it again without them.'
    ),
    transform((name) => (isBlank(name) ? '' : name))
  ),
  alternateGreetings: greetings('alternate greetings'),
  groupGreetings: greetings('group greetings'),
  exampleDialogue: textSchema('The example dialogue', limits.exampleDialogueMax),
  systemPrompt: textSchema('The system prompt', limits.systemPromptMax),
  postHistoryInstructions: textSchema('The post-history instructions', limits.postHistoryInstructionsMax),
  depthNote: depthNoteSchema,
  creatorNotes: creatorNotesSchema,
  creatorName: textSchema('The creator’s name', limits.creatorNameMax, oneLine),
  version: textSchema('The version', limits.cardVersionMax, oneLine),
  source: textListSchema(
    { label: 'sources', one: 'A source', countMax: limits.sourcesMax, max: limits.sourceMax },
    oneLine
  ),
  lorebookIds: pipe(
    nullable(custom<string[]>(isIdList, 'The lorebooks must be a list of their ids.'), []),
    rule('maxLength', (ids: string[]) => ids.length <= limits.lorebooksMax, tooMany('lorebooks', limits.lorebooksMax)),
    transform((ids) => [...new Set(ids.map((id) => id.toLowerCase()))])
  ),
  assets: pipe(
    nullable(custom<CharacterAsset[]>(isAssetList, assetsMessage), []),
    rule(
      'maxLength',
      (assets: CharacterAsset[]) => assets.length <= limits.assetsMax,
      tooMany('assets', limits.assetsMax)
    ),
    rule(
      'maxLength',
      (assets: CharacterAsset[]) => assets.every(({ name }) => mayFit(name, limits.assetNameMax)),
      tooLong('The name of an asset', limits.assetNameMax)
    ),
    transform((assets) =>
      assets.map(({ type, name, address, isDefault }) => ({
        type,
        name: oneLine(name),
        address: address.trim(),
        ...(isDefault && { isDefault }),
      }))
    ),
    rule(
      'type',
      (assets: CharacterAsset[]) => assets.every(({ name }) => isStorable(name)),
      `The name of an asset ${notStorable}`
    ),
    rule(
      'maxLength',
      (assets: CharacterAsset[]) => !assets.some(({ name }) => isLonger(name, limits.assetNameMax)),
      tooLong('The name of an asset', limits.assetNameMax)
    ),
    rule(
      'address',
      (assets: CharacterAsset[]) => assets.every(({ address }) => isPictureAddress(address, ownHosts)),
      'An asset must be the http or https address of a picture, or one of our own pictures.'
    )
  ),
  allowForks: nullable(boolean('allowForks must be true or false.'), before.allowForks),
  definitionPublic: nullable(boolean('definitionPublic must be true or false.'), before.definitionPublic),
  descriptionIsTeaser: nullable(boolean('descriptionIsTeaser must be true or false.'), before.descriptionIsTeaser),
})

export type PartSchemas = ReturnType<typeof partSchemas>

const greetings = (label: string) =>
  textListSchema({ label, one: 'A greeting', countMax: limits.greetingsMax, max: limits.firstMessageMax })

interface SentNote {
  text?: string | null
  depth?: number | null
  role?: DepthRole | null
}

const isSentNote = (value: unknown): value is SentNote =>
  isObject(value) &&
  isOptional(value.text, (text) => typeof text === 'string') &&
  isOptional(
    value.depth,
    (depth) => Number.isInteger(depth) && Number(depth) >= 0 && Number(depth) <= limits.depthMax
  ) &&
  isOptional(value.role, (role) => depthRoles.includes(role as DepthRole))

const isOptional = (value: unknown, isValid: (value: unknown) => boolean) =>
  value === undefined || value === null || isValid(value)

/** The default depth of the most common card format. */
const usualDepth = 4

const depthNoteSchema = nullable(
  pipe(
    custom<SentNote>(
      isSentNote,
      `The depth note must be {text, depth, role}: depth from 0 to ${limits.depthMax.toLocaleString('en')}, role one of ${depthRoles.join(', ')}.`
    ),
    rule('type', ({ text }: SentNote) => isStorable(text ?? ''), `The depth note ${notStorable}`),
    rule(
      'maxLength',
      ({ text }: SentNote) => !isLonger(text ?? '', limits.depthNoteMax),
      tooLong('The depth note', limits.depthNoteMax)
    ),
    transform(({ text, depth, role }): DepthNote | null =>
      isBlank(text ?? '') ? null : { text: text!, depth: depth ?? usualDepth, role: role ?? 'system' }
    )
  )
)

type SentNotes = string | { text?: string | null; translations?: Record<string, string> | null }

const language = /^[a-z]{2,3}(-[a-z0-9]{2,8}){0,3}$/i

const isSentNotes = (value: unknown): value is SentNotes =>
  typeof value === 'string' ||
  (isObject(value) &&
    isOptional(value.text, (text) => typeof text === 'string') &&
    isOptional(
      value.translations,
      (translations) =>
        isObject(translations) &&
        isTextList(Object.values(translations)) &&
        Object.keys(translations).every((tag) => language.test(tag))
    ))

const toNotes = (sent: SentNotes): CreatorNotes => {
  const { text, translations } = typeof sent === 'string' ? { text: sent, translations: null } : sent
  const kept = Object.entries(translations ?? {}).filter(([, translation]) => !isBlank(translation))
  return { text: isBlank(text ?? '') ? '' : text!, translations: Object.fromEntries(kept) }
}

const textsOf = ({ text, translations }: CreatorNotes) => [text, ...Object.values(translations)]

const creatorNotesSchema = nullable(
  pipe(
    custom<SentNotes>(
      isSentNotes,
      'The creator’s notes must be text, or {text, translations} with a text for each language, such as {"de": "…"}.'
    ),
    rule(
      'maxLength',
      (sent: SentNotes) =>
        typeof sent === 'string' || Object.keys(sent.translations ?? {}).length <= limits.translationsMax,
      `The creator’s notes may have at most ${limits.translationsMax} translations.`
    ),
    transform(toNotes),
    rule(
      'type',
      (notes: CreatorNotes) => textsOf(notes).every(isStorable),
      `A text of the creator’s notes ${notStorable}`
    ),
    rule(
      'maxLength',
      (notes: CreatorNotes) => !textsOf(notes).some((text) => isLonger(text, limits.creatorNotesMax)),
      tooLong('Each text of the creator’s notes', limits.creatorNotesMax)
    ),
    transform((notes): CreatorNotes | null => (textsOf(notes).every((text) => text === '') ? null : notes))
  )
)

const isIdList = (value: unknown): value is string[] => isTextList(value) && value.every((id) => uuidPattern.test(id))

const assetType = /^(icon|background|user_icon|emotion|other|x[_-][a-z0-9_-]{1,40})$/
const assetsMessage = `The assets must be a list of {type, name, address}, of the types icon, background, user_icon, emotion, other or x_….`

const isAssetList = (value: unknown): value is CharacterAsset[] =>
  Array.isArray(value) &&
  value.every(
    (asset) =>
      isObject(asset) &&
      typeof asset.type === 'string' &&
      assetType.test(asset.type) &&
      typeof asset.name === 'string' &&
      typeof asset.address === 'string' &&
      (asset.isDefault === undefined || asset.isDefault === true)
  )
