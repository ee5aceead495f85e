import { limits as chatLimits } from '#modules/chat/api'
import { readDate } from '../dates.ts'
import { draftHeader, draftMessage, type DraftChat, type DraftMessage, type ReadContext } from '../draft_chat.ts'
import { chatFileLimits } from '../limits.ts'
import { keptOf } from '../kept_parts.ts'
import { readNote, settingsOf } from '../settings.ts'
import { isObject, listOf, member, nameOf, textOf } from '../values.ts'

export const isRisu = (document: unknown): boolean => {
  const type = member(document, 'type')
  return type === 'risuChat' || type === 'risuAllChats'
}

/** Reads one chat, or all chats of a character. */
export function* readRisu(document: unknown, context: ReadContext): Generator<DraftChat> {
  const data = member(document, 'data')
  const ofFile = keptOf(document, { stored: ['data'], used: ['type', 'ver'] }, context.report)
  const several = Array.isArray(data)
  for (const chat of several ? data : [data]) {
    if (!isObject(chat)) continue
    const ofChat = keptOf(chat, { stored: ['message'], used: ['name', 'note', 'fmIndex'] }, context.report)
    yield {
      header: draftHeader({
        settings: settingsOf({ note: readNote({ text: chat.note }, context) }, context),
        title: nameOf(chat.name, chatLimits.titleMax) ?? (several ? null : context.fileTitle),
        kept: { ...ofFile, ...ofChat },
      }),
      messages: messages(chat, context),
    }
  }
}

/** Reads the messages. The file doesn't contain the greeting. Its `fmIndex` is the index of an alternate, or -1 for the first message. */
function* messages(chat: Record<string, unknown>, { now, greetings, report }: ReadContext): Generator<DraftMessage> {
  const greeting = greetings[typeof chat.fmIndex === 'number' ? chat.fmIndex + 1 : 0] ?? greetings[0]
  if (greeting) {
    yield draftMessage({ role: 'character', text: greeting })
    report.note('The file doesn’t contain the greeting, so the character’s own was taken.')
  }
  for (const message of listOf(chat.message)) {
    if (!isObject(message)) {
      report.count('unreadableLine')
      continue
    }
    const stored = [
      'role',
      'data',
      'time',
      'name',
      'isComment',
      ...(message.disabled === 'allBefore' ? [] : ['disabled']),
    ]
    if (message.disabled === 'allBefore')
      report.note('Messages before one that disables them all are shown, and part of prompts.')
    yield draftMessage({
      role: message.role === 'user' ? 'user' : 'character',
      speaker: nameOf(message.name, chatFileLimits.speakerMax),
      text: textOf(message.data),
      createdAt: readDate(message.time, now),
      hidden: message.isComment === true,
      isHiddenFromPrompts: message.disabled === true || message.disabled === 'allBefore',
      kept: keptOf(message, { stored, used: ['disabled'] }, report),
    })
  }
}
