import { curlyQuotes } from '#modules/chat/api'
import { authorName, shownText, type ChatNames } from '../shown_text.ts'

export interface ExcerptLine {
  speaker: string
  isUser: boolean
  text: string
}

/** The maximum number of messages in one picture. */
const linesMax = 3

/** Returns a message and the messages before it that one picture can contain, oldest first. Leaves out empty messages. */
export function excerptLines(messageKey: string, names: ChatNames): ExcerptLine[] {
  const { store } = names
  const { keys } = store.snapshot()
  const end = keys.indexOf(messageKey) + 1
  return keys.slice(Math.max(0, end - linesMax), end).flatMap((key) => {
    const item = store.item(key)
    const text = item ? curlyQuotes(shownText(item, names)).trim() : ''
    if (!item || text === '') return []
    return [{ speaker: authorName(item, names), isUser: item.isUser, text }]
  })
}
