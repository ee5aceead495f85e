import { blankEntry, type EntryFields } from '../src/domain/entry.ts'
import { activate } from '../src/engine/activate.ts'
import { emptyState, type Activation, type LoreBook, type LoreEntry, type LoreMessage } from '../src/engine/types.ts'

/** Returns an entry whose text is its id, unless given. */
export const entry = (id: string, fields: Partial<EntryFields> = {}): LoreEntry => ({
  ...blankEntry,
  content: `Text of ${id}.`,
  ...fields,
  id,
})

export const book = (entries: LoreEntry[], fields: Partial<LoreBook> = {}): LoreBook => ({
  id: 'book',
  origin: 'character',
  scanDepth: null,
  tokenBudget: null,
  recursive: null,
  entries,
  ...fields,
})

/** Returns messages, oldest first, by the user and the character in turn. */
export const chat = (...texts: string[]): LoreMessage[] =>
  texts.map((text, at) => ({ name: at % 2 ? 'Mo' : 'Ann', text, isAnswer: at % 2 === 1 }))

/** Counts a word as a token. */
export const countWords = (text: string): number => text.split(/\s+/).filter(Boolean).length

export type Partly = Partial<Omit<Activation, 'books'>> & { books?: LoreBook[]; entries?: LoreEntry[] }

/** Returns an activation with a large budget. */
export const activation = ({ entries = [], books = [book(entries)], ...rest }: Partly): Activation => ({
  books,
  messages: [],
  state: emptyState,
  budget: { tokens: 1_000, countTokens: countWords },
  seed: { chat: 'a chat', message: 'a message' },
  ...rest,
})

export const run = (partly: Partly) => activate(activation(partly))

/** Returns the ids of the used entries, in the order of the prompt. */
export const usedIn = (partly: Partly): string[] => run(partly).used.map(({ entryId }) => entryId)

/** Returns why an entry was left out, or null if it was used. */
export const whyLeft = (partly: Partly, id: string) =>
  run(partly).left.find(({ entryId }) => entryId === id)?.because ?? null
