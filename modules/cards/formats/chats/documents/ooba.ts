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
import { keptOf, withParts } from '../kept_parts.ts'
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
  const read = pairs.find(Array.isArray)
  const shown = [member(document, 'visible'), member(document, 'data_visible')].find(Array.isArray)
  const metadata = member(document, 'metadata')
  const kept = keptOf(document, { stored: ['internal', 'visible', 'data', 'data_visible', 'metadata'] }, context.report)
  const ofMessages = Object.keys(isObject(metadata) ? metadata : {}).filter((key) => /^(user|assistant)_\d+$/.test(key))
  yield {
    header: draftHeader({
      title: context.fileTitle,
      kept: withParts(kept, { metadata: keptOf(metadata, { stored: ofMessages }, context.report) }),
    }),
    messages: messages(listOf(read), { metadata, shown: read === shown ? [] : listOf(shown) }, context),
  }
}

function* messages(
  pairs: unknown[],
  { metadata, shown }: { metadata: unknown; shown: unknown[] },
  { now, report }: ReadContext
): Generator<DraftMessage> {
  for (const [index, pair] of pairs.entries()) {
    const [said, answered] = listOf(pair).map(textOf)
    const [shownSaid, shownAnswer] = listOf(shown[index])
    if (said && said !== begin) {
      const details = member(metadata, `user_${index}`)
      yield draftMessage({
        role: 'user',
        text: said,
        createdAt: readDate(member(details, 'timestamp'), now),
        kept: withParts(keptOf(details, { stored: ['timestamp'] }, report), { visible: visibleOf(shownSaid, said) }),
      })
    }
    if (answered) {
      const details = member(metadata, `assistant_${index}`)
      const message = answer(answered, details, now)
      const stored = ['timestamp', 'current_version_index', ...(isStored(details, message) ? ['versions'] : [])]
      const kept = keptOf(details, { stored, used: ['versions'] }, report)
      yield { ...message, kept: withParts(kept, { visible: visibleOf(shownAnswer, answered) }) }
    }
  }
}

/** Returns the text that ooba shows, if it isn't the same text with escaped HTML. */
const visibleOf = (shown: unknown, text: string): unknown =>
  typeof shown !== 'string' || unescaped(shown) === text ? null : shown

const escapes: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', '#x27': "'", '#39': "'" }

const unescaped = (text: string) => text.replaceAll(/&(amp|lt|gt|quot|#x27|#39);/g, (_, name: string) => escapes[name]!)

/** Whether the answers of a message have everything that its versions have. */
const isStored = (details: unknown, { answers }: DraftMessage): boolean => {
  const versions = listOf(member(details, 'versions'))
  const isPlain = (version: unknown) =>
    isObject(version) && Object.keys(version).every((key) => ['content', 'timestamp'].includes(key))
  return versions.length === answers.length && versions.every(isPlain)
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
