import { withoutCutMacro } from '#modules/kernel/macros'
import { MessageReader } from '#modules/kernel/message_text/parse_message'
import { textLines } from '#modules/kernel/message_text/plain_text'

const maxLength = 96

/** The first spoken sentences of the beginning of a first message, as many as fit on a card; null when none is short enough. */
export function spokenLine(opening: string): string | null {
  const spoken = textLines(new MessageReader().read(withoutCutMacro(opening), true))
    .flat()
    .filter((run) => !run.isAction)
    .map(({ text }) => text.trim())
  for (const part of spoken) {
    let line = ''
    for (const sentence of part.split(/(?<=[.!?…]["'”’]?)\s+/)) {
      if (`${line} ${sentence}`.length > maxLength) break
      line = `${line} ${sentence}`.trim()
    }
    if (/\p{L}/u.test(line)) return line
  }
  return null
}
