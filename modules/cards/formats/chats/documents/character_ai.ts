import { isBlank } from '#modules/kernel/text'
import { readDate } from '../dates.ts'
import {
  draftHeader,
  draftMessage,
  withAnswers,
  type DraftAnswer,
  type DraftChat,
  type DraftMessage,
  type ReadContext,
} from '../draft_chat.ts'
import { chatFileLimits } from '../limits.ts'
import { keptOf, withParts } from '../kept_parts.ts'
import { isObject, listOf, member, nameOf, textOf, type JsonObject } from '../values.ts'

/**
 * Whether a document is a dump of the older site, `{histories: {histories: [{msgs}]}}`, or of the newer site, which has turns with
 * candidates.
 */
export const isCharacterAi = (document: unknown): boolean =>
  historiesOf(document).length > 0 || turnsOf(document).length > 0

const historiesOf = (document: unknown): unknown[][] => {
  const outer = member(document, 'histories')
  return listOf(Array.isArray(outer) ? outer : member(outer, 'histories'))
    .map((history) => listOf(member(history, 'msgs')))
    .filter((messages) => messages.length > 0)
}

const turnsOf = (document: unknown): JsonObject[][] => {
  const places = [
    document,
    member(document, 'chat'),
    ...listOf(document),
    ...listOf(member(document, 'chats')),
    ...listOf(member(document, 'histories')),
  ]
  const lists = [document, ...places.map((place) => member(place, 'turns'))]
  return lists
    .map((list) => listOf(list).filter((turn): turn is JsonObject => Array.isArray(member(turn, 'candidates'))))
    .filter((turns) => turns.length > 0)
}

export function* readCharacterAi(document: unknown, context: ReadContext): Generator<DraftChat> {
  const characterName = nameOf(
    member(member(member(document, 'info'), 'character'), 'name') ?? member(member(document, 'character'), 'name'),
    chatFileLimits.speakerMax
  )
  const histories = historiesOf(document)
  const chats =
    histories.length > 0
      ? histories.map((list) => olderMessages(list, context))
      : turnsOf(document).map((turns) => newerMessages(turns, context))
  const kept = keptOf(document, { stored: ['histories', 'turns', 'chats', 'chat'] }, context.report)
  for (const messages of chats)
    yield {
      header: draftHeader({ title: chats.length === 1 ? context.fileTitle : null, characterName, kept }),
      messages,
    }
}

const olderMessages = (list: unknown[], { now, report }: ReadContext): DraftMessage[] => {
  const messages: DraftMessage[] = []
  for (const entry of list) {
    const src = member(entry, 'src')
    const text = textOf(member(entry, 'text'))
    const createdAt = readDate(member(entry, 'created'), now)
    const isUser = member(src, 'is_human') === true
    const before = messages.at(-1)
    if (member(entry, 'is_alternative') === true && before?.role === 'character' && !isUser) {
      before.kept = withParts(before.kept, {
        alternatives: [
          ...listOf(before.kept?.alternatives),
          keptOf(entry, { stored: ['text', 'created', 'is_alternative'], used: ['src'] }, report),
        ],
      })
      if (isBlank(text)) continue
      const known: DraftAnswer[] =
        before.answers.length > 0 ? before.answers : [{ text: before.text, createdAt: before.createdAt }]
      messages[messages.length - 1] = withAnswers(before, [...known, { text, createdAt }], before.selected)
      continue
    }
    const speaker = isUser ? null : nameOf(member(src, 'name'), chatFileLimits.speakerMax)
    const kept = keptOf(entry, { stored: ['text', 'created'], used: ['src', 'is_alternative'] }, report)
    messages.push(draftMessage({ role: isUser ? 'user' : 'character', speaker, text, createdAt, kept }))
  }
  return messages
}

/** Sorts the turns by time if all have one, because the site lists the newest turn first. */
const newerMessages = (turns: JsonObject[], context: ReadContext): DraftMessage[] => {
  const dated = turns.map((turn) => ({ turn, createdAt: readDate(turn.create_time, context.now) }))
  if (dated.every(({ createdAt }) => createdAt !== null))
    dated.sort((a, b) => a.createdAt!.getTime() - b.createdAt!.getTime())
  return dated.map(({ turn, createdAt }) => newerMessage(turn, createdAt, context))
}

/** Reads a turn, and selects the primary candidate, else the last, which is the newest. */
const newerMessage = (turn: JsonObject, createdAt: Date | null, { now, report }: ReadContext): DraftMessage => {
  const author = member(turn, 'author')
  const isUser = member(author, 'is_human') === true
  const candidates = listOf(turn.candidates)
    .filter(isObject)
    .map((candidate) => ({
      id: candidate.candidate_id,
      text: textOf(candidate.raw_content),
      createdAt: readDate(candidate.create_time, now),
    }))
    .filter(({ text }) => !isBlank(text))
  const primary = candidates.findIndex(({ id }) => id !== undefined && id === turn.primary_candidate_id)
  const selected = primary >= 0 ? primary : candidates.length - 1
  const message = draftMessage({
    role: isUser ? 'user' : 'character',
    speaker: isUser ? null : nameOf(member(author, 'name'), chatFileLimits.speakerMax),
    text: candidates[selected]?.text ?? '',
    createdAt,
    kept: withParts(
      keptOf(turn, { stored: ['candidates', 'create_time'], used: ['author', 'primary_candidate_id'] }, report),
      {
        candidates: listOf(turn.candidates).map((candidate) =>
          keptOf(candidate, { stored: ['raw_content', 'create_time'], used: ['candidate_id'] }, report)
        ),
      }
    ),
  })
  const answers = candidates.map(({ text, createdAt: at }) => ({ text, createdAt: at }))
  return isUser ? message : withAnswers(message, answers, selected)
}
