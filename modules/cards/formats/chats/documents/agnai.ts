import { readDate } from '../dates.ts'
import {
  draftHeader,
  draftMessage,
  withAnswers,
  type DraftChat,
  type DraftMessage,
  type ReadContext,
} from '../draft_chat.ts'
import { chatFileLimits } from '../limits.ts'
import { keptOf, withParts } from '../kept_parts.ts'
import { readText, settingsOf } from '../settings.ts'
import { isObject, listOf, member, nameOf, textOf, type JsonObject } from '../values.ts'
import { limits as chatLimits } from '#modules/chat/api'
import { isBlank } from '#modules/kernel/text'

export const isAgnai = (document: unknown): boolean =>
  listOf(member(document, 'messages')).some((message) => isObject(message) && Object.hasOwn(message, 'msg'))

/**
 * Reads an Agnai chat. Messages with a `userId` and no `characterId` are the user's. In a tree of messages, reads only the branch of the
 * selected leaf.
 */
export function* readAgnai(document: unknown, context: ReadContext): Generator<DraftChat> {
  const { report } = context
  const { branch, others } = branchOf(document)
  for (let left = others.length; left > 0; left--) report.count('otherBranches')
  const kept = keptOf(document, { stored: ['messages'], used: ['name', 'scenario'] }, report)
  const name = nameOf(member(document, 'name'), chatLimits.titleMax)
  yield {
    header: draftHeader({
      settings: settingsOf({ scenario: readText('scenario', member(document, 'scenario'), context) }, context),
      title: name === null || name === 'Exported' ? context.fileTitle : name,
      kept: withParts(kept, { otherBranches: others }),
    }),
    messages: messages(branch, context),
  }
}

function* messages(list: JsonObject[], { now, report }: ReadContext): Generator<DraftMessage> {
  for (const message of list) {
    const createdAt = readDate(message.createdAt, now)
    const isUser = Boolean(member(message, 'userId')) && !member(message, 'characterId')
    const draft = draftMessage({
      role: isUser ? 'user' : 'character',
      speaker: nameOf(message.handle ?? message.name, chatFileLimits.speakerMax),
      text: textOf(message.msg),
      createdAt,
      hidden: message.ooc === true || message.system === true,
    })
    const retries = listOf(message.retries).map(textOf)
    const others = retries.filter((text) => !isBlank(text) && text !== draft.text)
    const isWhole = Array.isArray(message.retries) && !isUser && others.length === retries.length
    const stored = ['msg', 'createdAt', 'handle', 'name', 'ooc', 'system', ...(isWhole ? ['retries'] : [])]
    draft.kept = keptOf(message, { stored, used: ['userId', 'characterId', 'retries', '_id', 'parent'] }, report)
    const answers = [...others.map((text) => ({ text, createdAt: null })), { text: draft.text, createdAt }]
    yield isUser ? draft : withAnswers(draft, answers, answers.length - 1)
  }
}

/** Returns the branch of the selected leaf. Returns all messages if the file has no such leaf, or if no message has a parent. */
const branchOf = (document: unknown): { branch: JsonObject[]; others: JsonObject[] } => {
  const all = listOf(member(document, 'messages')).filter(isObject)
  const byId = new Map(
    all.flatMap((message) => (typeof message._id === 'string' ? [[message._id, message] as const] : []))
  )
  const find = (id: unknown): JsonObject | undefined => (typeof id === 'string' ? byId.get(id) : undefined)
  let message = find(member(document, 'treeLeafId'))
  if (!message || !all.some(({ parent }) => find(parent))) return { branch: all, others: [] }
  const branch: JsonObject[] = []
  for (; message && branch.length <= all.length; message = find(message.parent)) branch.push(message)
  const taken = new Set(branch)
  return { branch: branch.reverse(), others: all.filter((one) => !taken.has(one)) }
}
