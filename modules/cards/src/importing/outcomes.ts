import type { CardContents, CardFileOutcome } from '../../api.ts'
import type { CardChat, CharacterFormat } from '../../formats/index.ts'
import type { CardEvent, ReadBook, ReadCard, RefusedFile } from './reading/card_event.ts'

type Card = ReadCard & Pick<CardEvent, 'file'>

export const cardOutcome = (
  { file, format, spec, kept, warnings, chats }: Card,
  outcome: Pick<CardFileOutcome, 'outcome' | 'character' | 'match' | 'lorebook' | 'contents'>
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
export const knownOutcome = (
  file: string,
  { characterId, cardFormat }: { characterId: string; cardFormat: CharacterFormat },
  name: string
): CardFileOutcome => ({
  file,
  outcome: 'double',
  character: { id: characterId, name },
  match: null,
  lorebook: null,
  contents: null,
  report: { format: cardFormat, spec: null, kept: [], warnings: [], refusedBecause: null },
})

export const bookOutcome = (
  { file, format, kept, warnings }: ReadBook & Pick<CardEvent, 'file'>,
  outcome: 'imported' | 'double',
  lorebook: NonNullable<CardFileOutcome['lorebook']>,
  match: CardFileOutcome['match']
): CardFileOutcome => ({
  file,
  outcome,
  character: null,
  match,
  lorebook,
  contents: null,
  report: { format, spec: null, kept, warnings, refusedBecause: null },
})

export const refusedOutcome = (event: CardEvent, refusedBecause: string): CardFileOutcome => ({
  file: event.file,
  outcome: 'refused',
  character: null,
  match: null,
  lorebook: null,
  contents: null,
  report: { format: event.format, spec: specOf(event), kept: event.kept, warnings: event.warnings, refusedBecause },
})

const specOf = (event: ReadCard | ReadBook | RefusedFile) => (event.kind === 'card' ? event.spec : null)

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
