import { curlyMessage } from '#modules/chat/api'
import { textLines, type TextRun } from '#modules/gallery/api'
import { gapKey } from '../reply/message_store.ts'
import { authorName, shownText, type ChatNames } from '../shown_text.ts'

export interface ExcerptLine {
  speaker: string
  isUser: boolean
  /** The lines of the message. */
  text: TextRun[][]
}

/** The maximum number of messages in one picture. */
const linesMax = 3

/** Returns a message and the messages before it that one picture can contain, oldest first. Leaves out empty messages. */
export function excerptLines(messageKey: string, names: ChatNames): ExcerptLine[] {
  const { store } = names
  const { keys } = store.snapshot()
  const end = keys.indexOf(messageKey) + 1
  const shown = keys.slice(Math.max(0, end - linesMax), end)
  return shown.slice(shown.indexOf(gapKey) + 1).flatMap((key) => {
    const item = store.item(key)
    const text = item ? textLines(curlyMessage(shownText(item, names))).filter((runs) => runs.length > 0) : []
    if (!item || text.length === 0) return []
    return [{ speaker: authorName(item, names), isUser: item.isUser, text }]
  })
}
