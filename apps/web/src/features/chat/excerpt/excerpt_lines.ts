import { curlyQuotes } from '#modules/chat/api'
import { shownText, type ChatNames } from '../shown_text.ts'

export interface ExcerptLine {
  speaker: string
  isUser: boolean
  text: string
}

/** The most messages in one picture. */
const linesMax = 3

/** A message and those before it that fit into a picture with it, oldest first. */
export function excerptLines(messageKey: string, names: ChatNames): ExcerptLine[] {
  const { store } = names
  const { keys } = store.snapshot()
  const end = keys.indexOf(messageKey) + 1
  return keys.slice(Math.max(0, end - linesMax), end).flatMap((key) => {
    const item = store.item(key)
    const text = item ? curlyQuotes(shownText(item, names)).trim() : ''
    if (!item || text === '') return []
    return [{ speaker: item.isUser ? names.user : names.character, isUser: item.isUser, text }]
  })
}
