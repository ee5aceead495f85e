/*
 * Creators may hide texts of a character. A chat uses them, but nothing that its user can observe depends on their contents: texts that the
 * user may read are filled with readable texts only, and hidden texts count in steps. Independent of the server, like `planPrompt`.
 */

/** The access of a chat's user to the texts of a character. */
export interface Readable {
  /** All texts except lorebooks are readable, because the character is the user's own, or may be copied. */
  all: boolean
  definitionPublic: boolean
  /** The texts that the chat has instead of the character's. */
  own?: readonly OwnText[]
}

export type OwnText = 'scenario' | 'systemPrompt'

export const readsAll: Readable = { all: true, definitionPublic: true }
export const readsNothing: Readable = { all: false, definitionPublic: false }

/** `userId`: null for a visitor. */
export const readableBy = (
  userId: string | null,
  { ownerId, allowForks, definitionPublic }: { ownerId: string; allowForks: boolean; definitionPublic: boolean }
): Readable => ({ all: ownerId === userId || allowForks, definitionPublic })

const instructions = ['systemPrompt', 'postHistoryInstructions', 'depthNote', 'exampleDialogue'] as const
const definition = ['backstory', 'personality', 'scenario'] as const

type HideableText = (typeof instructions | typeof definition)[number]

/** Returns the texts of a character that the user may not read. */
export const hiddenTextsOf = ({ all, definitionPublic, own = [] }: Readable): ReadonlySet<HideableText> => {
  const hidden = new Set<HideableText>(all ? [] : definitionPublic ? instructions : [...instructions, ...definition])
  for (const text of own) hidden.delete(text)
  return hidden
}

/** Returns a sheet without the texts that the user may not read. */
export const readableSheet = <Sheet extends Partial<Record<HideableText, unknown>>>(
  sheet: Sheet,
  readable: Readable
): Sheet => {
  const hidden = hiddenTextsOf(readable)
  if (hidden.size === 0) return sheet
  return { ...sheet, ...Object.fromEntries([...hidden].map((name) => [name, name === 'depthNote' ? null : ''])) }
}

/** No count of hidden texts is more precise than this. */
export const hiddenStepTokens = 256

export const roundUpHidden = (tokens: number): number => Math.ceil(tokens / hiddenStepTokens) * hiddenStepTokens
export const roundDownHidden = (tokens: number): number =>
  Math.max(0, Math.floor(tokens / hiddenStepTokens)) * hiddenStepTokens
