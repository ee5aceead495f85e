import { splitActions } from '../../lib/split_actions.ts'

const maxLength = 96

/**
 * One line in a character's own voice, from what they say first: the first sentences that are spoken, as many as a card
 * holds; null when none is short enough.
 */
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
