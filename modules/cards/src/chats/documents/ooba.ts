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
import { isObject, listOf, member, textOf } from '../values.ts'

/** A placeholder for the user's first text in a chat that the character begins. */
const begin = '<|BEGIN-VISIBLE-CHAT|>'

export const isOoba = (document: unknown): boolean =>
  Array.isArray(member(document, 'data_visible')) ||
  (Array.isArray(member(document, 'data')) && isPairs(member(document, 'data'))) ||
  (Array.isArray(member(document, 'internal')) && Array.isArray(member(document, 'visible')))

const isPairs = (value: unknown) => listOf(value).every((pair) => Array.isArray(pair) && pair.length === 2)

/** Reads pairs of a user's text and its answer. Prefers `internal`, because `visible` is the same text with escaped HTML. */
export function* readOoba(document: unknown, context: ReadContext): Generator<DraftChat> {
  const pairs = [
    member(document, 'internal'),
    member(document, 'data'),
    member(document, 'visible'),
    member(document, 'data_visible'),
  ]
  yield {
    header: draftHeader({ title: context.fileTitle }),
    messages: messages(listOf(pairs.find(Array.isArray)), member(document, 'metadata'), context),
  }
}

function* messages(pairs: unknown[], metadata: unknown, { now }: ReadContext): Generator<DraftMessage> {
  for (const [index, pair] of pairs.entries()) {
    const [said, answered] = listOf(pair).map(textOf)
    if (said && said !== begin)
      yield draftMessage({
        role: 'user',
        text: said,
        createdAt: readDate(member(member(metadata, `user_${index}`), 'timestamp'), now),
      })
    if (answered) yield answer(answered, member(metadata, `assistant_${index}`), now)
  }
}

const answer = (text: string, details: unknown, now: number): DraftMessage => {
  const createdAt = readDate(member(details, 'timestamp'), now)
  const versions = listOf(member(details, 'versions'))
    .filter(isObject)
    .map((version): DraftAnswer => ({ text: textOf(version.content), createdAt: readDate(version.timestamp, now) }))
    .filter((version) => !isBlank(version.text))
  const chosen = Number(member(details, 'current_version_index') ?? versions.length - 1)
  const message = draftMessage({ role: 'character', text, createdAt })
  const at = versions[chosen]?.text === text ? chosen : versions.findIndex((version) => version.text === text)
  return at >= 0
    ? withAnswers(message, versions, at)
    : withAnswers(message, [...versions, { text, createdAt }], versions.length)
}
