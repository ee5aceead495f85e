import { splitActions } from '#web/components/shared/split_actions'

const maxLength = 96

/** The first spoken sentences of an opening message, as many as fit on a card; null when none is short enough. */
export function spokenLine(opening: string): string | null {
  const spoken = splitActions(opening)
    .filter((part) => !part.isAction)
    .flatMap((part) => part.text.split('\n'))
    .map((line) => line.trim())
  for (const paragraph of spoken) {
    let line = ''
    for (const sentence of paragraph.split(/(?<=[.!?…]["'”’]?)\s+/)) {
      if (`${line} ${sentence}`.length > maxLength) break
      line = `${line} ${sentence}`.trim()
    }
    if (/\p{L}/u.test(line)) return line
  }
  return null
}
