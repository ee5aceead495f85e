import { fillMessage, type MacroMessage, type MacroScope } from '#modules/chat/api'
import { fillMacros } from '#modules/gallery/api'
import type { ChatItem, MessageStore } from './reply/message_store.ts'

/** What the texts of a chat call its character and its user, and what their macros give. */
export interface ChatNames {
  character: string
  user: string
  macros: MacroScope
  store: Pick<MessageStore, 'snapshot' | 'item'>
}

/** The text of a message as the reader sees it, or of one of its answers. */
export function shownText(item: ChatItem, { macros, store }: ChatNames, content = item.content): string {
  const scope = item.speaker === null ? macros : { ...macros, char: item.speaker }
  return fillMessage({ ...macroMessage(item), content }, scope, 'reader', () => messagesBefore(item.key, store))
}

/** A text of the character in a chat, without dice and times: they belong to messages. */
export const shownPart = (text: string, { macros }: Pick<ChatNames, 'macros'>): string =>
  fillMacros(text, { char: macros.char, user: macros.user, chatSeed: macros.chatId })

const macroMessage = ({ id, answerId, isUser, content, createdAt }: ChatItem): MacroMessage => ({
  id: id ?? answerId,
  isUser,
  content,
  at: createdAt === null ? null : Date.parse(createdAt),
})

/** Newest first. Those that aren't loaded are missing. */
function* messagesBefore(key: string, store: ChatNames['store']): Generator<MacroMessage> {
  const { keys } = store.snapshot()
  for (let index = keys.indexOf(key) - 1; index >= 0; index--) {
    const item = store.item(keys[index]!)
    if (item) yield macroMessage(item)
  }
}
