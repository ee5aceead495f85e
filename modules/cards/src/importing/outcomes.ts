import type { CardContents, CardFileOutcome, CardFileReport } from '../../api.ts'
import type { CardChat, CharacterFormat } from '../../formats/index.ts'
import type { CardEvent, ReadBook, ReadCard } from './reading/card_event.ts'

type Card = ReadCard & Pick<CardEvent, 'file'>

/** The parts that most outcomes lack. */
const nothing = { character: null, match: null, lorebook: null, contents: null }
const emptyReport = { format: null, spec: null, kept: [], warnings: [], refusedBecause: null }

export const cardOutcome = (
  { file, format, spec, kept, warnings, chats }: Card,
  outcome: Omit<CardFileOutcome, 'file' | 'report'>
): CardFileOutcome => {
  const forbidden = outcome.contents?.forbiddenWords ?? []
  return {
    file,
    ...outcome,
    report: {
      format,
      spec,
      kept: [...kept, ...chats.map(chatLine)],
      warnings: forbidden.length > 0 ? [forbiddenWarning(forbidden), ...warnings] : warnings,
      refusedBecause: null,
    },
  }
}

const forbiddenWarning = (words: readonly string[]) =>
  `The character can’t be public as long as it has: ${words.join(', ')}.`

/** Returns the outcome of a known file, which wasn't read again. */
export const knownOutcome = (file: string, format: CharacterFormat, character: { id: string; name: string }) =>
  ({ file, ...nothing, outcome: 'double', character, report: { ...emptyReport, format } }) satisfies CardFileOutcome

export const bookOutcome = (
  { file, format, kept, warnings }: ReadBook & Pick<CardEvent, 'file'>,
  outcome: Pick<CardFileOutcome, 'outcome' | 'lorebook' | 'match'>
): CardFileOutcome => ({
  file,
  ...nothing,
  ...outcome,
  report: { ...emptyReport, format, kept, warnings },
})

export const refusedOutcome = (
  { file, format = null, spec = null, kept = [], warnings = [] }: { file: string } & Partial<CardFileReport>,
  refusedBecause: string
): CardFileOutcome => ({
  file,
  ...nothing,
  outcome: 'refused',
  report: { format, spec, kept, warnings, refusedBecause },
})

export const contentsOf = (
  { draft, book, pictures, chats }: ReadCard,
  forbiddenWords: string[],
  picture: string | null
): CardContents => ({
  teaser: draft.description,
  category: draft.category,
  tags: draft.tags,
  isNsfw: draft.isNsfw,
  greetings: (draft.firstMessage === '' ? 0 : 1) + draft.alternateGreetings.length + draft.groupGreetings.length,
  lorebookEntries: book?.entries.length ?? 0,
  assets: pictures.length,
  chats: chats.length,
  forbiddenWords,
  picture,
})

const chatLine = ({ path, messageCount }: CardChat) =>
  `${path}: ${messageCount === 1 ? '1 message' : `${messageCount} messages`} of a chat`
