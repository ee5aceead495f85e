import { isBlank } from '#modules/kernel/text'
import type { WholeDraft } from '../domain/character_rules.ts'
import type { RegexScript } from '../domain/regex_scripts.ts'

/** A text that others may read, with the field that it is from. */
export interface ReviewedText {
  field: string
  text: string
}

const single = [
  'name',
  'nickname',
  'description',
  'backstory',
  'personality',
  'scenario',
  'firstMessage',
  'greeting',
  'exampleDialogue',
  'systemPrompt',
  'postHistoryInstructions',
  'creatorName',
  'version',
] as const satisfies readonly (keyof WholeDraft)[]

const lists = [
  'tags',
  'alternateGreetings',
  'groupGreetings',
  'source',
] as const satisfies readonly (keyof WholeDraft)[]

/** Returns all texts of a character that others may read, in the order of the form. Scripts put their replacements into messages. */
export const textsOf = (draft: WholeDraft, scripts: readonly RegexScript[] = []): ReviewedText[] => {
  const { depthNote, creatorNotes, assets } = draft
  const texts = [
    ...single.map((field) => ({ field, text: draft[field] })),
    ...lists.flatMap((field) => draft[field].map((text) => ({ field, text }))),
    { field: 'depthNote', text: depthNote?.text ?? '' },
    ...[creatorNotes?.text ?? '', ...Object.values(creatorNotes?.translations ?? {})].map((text) => ({
      field: 'creatorNotes',
      text,
    })),
    ...assets.map(({ name }) => ({ field: 'assets', text: name })),
    ...scripts.flatMap(({ name, replace }) => [name, replace].map((text) => ({ field: 'regexScripts', text }))),
  ]
  return texts.filter(({ text }) => !isBlank(text))
}

/** Returns the addresses of all pictures of a character, each once. */
export const picturesOf = ({ avatar, background, assets }: WholeDraft): string[] => [
  ...new Set([avatar, background, ...assets.map(({ address }) => address)].filter((address) => address !== null)),
]

/** The columns that change nothing that others read. */
const unread: readonly string[] = [
  'allow_forks',
  'definition_public',
  'avatar_focus',
  'description_is_teaser',
  'lorebook_ids',
]

/** Whether a change of these columns has to be looked at. */
export const isReviewed = (columns: readonly string[]): boolean => columns.some((name) => !unread.includes(name))
