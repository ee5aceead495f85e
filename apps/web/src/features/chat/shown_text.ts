import { fillMessage, type MacroMessage, type MacroScope } from '#modules/chat/api'
import { fillMacros } from '#modules/gallery/api'
import { gapKey, type ChatItem, type MessageStore } from './reply/message_store.ts'

/** The names of the character and the user in the texts of a chat, and the values of the macros in them. */
export interface ChatNames {
  character: string
  user: string
  macros: MacroScope
  store: Pick<MessageStore, 'snapshot' | 'item'>
}

/** Returns the name of the author of a message. In a group chat, each character has its own. */
export const authorName = (
  { isUser, speaker }: Pick<ChatItem, 'isUser' | 'speaker'>,
  { user, character }: ChatNames
) => (isUser ? user : (speaker ?? character))

/** Returns the text of a message, or of one of its answers, as the reader sees it. */
export function shownText(item: ChatItem, { macros, store }: ChatNames, content = item.content): string {
  const scope = item.speaker === null ? macros : { ...macros, char: item.speaker }
  return fillMessage({ ...macroMessage(item), content }, scope, 'reader', () => messagesBefore(item.key, store))
}

/** Fills the macros in a text of the character. Macros with dice and times stay unfilled, because they belong to messages. */
export const shownPart = (text: string, { macros }: Pick<ChatNames, 'macros'>): string =>
  fillMacros(text, { char: macros.char, user: macros.user, chatSeed: macros.chatId })

const macroMessage = ({ id, answerId, isUser, content, createdAt }: ChatItem): MacroMessage => ({
  id: id ?? answerId,
  isUser,
  content,
  at: createdAt === null ? null : Date.parse(createdAt),
})

/** Yields the messages before a message, newest first. Messages that aren't loaded are missing. */
function* messagesBefore(key: string, store: ChatNames['store']): Generator<MacroMessage> {
  const { keys } = store.snapshot()
  for (let index = keys.indexOf(key) - 1; index >= 0; index--) {
    // Messages before the gap are too old for macros, which name the last ones.
    if (keys[index] === gapKey) return
    const item = store.item(keys[index]!)
    // Prompts don't fill macros with hidden messages either.
    if (item && !item.isHidden) yield macroMessage(item)
  }
}
