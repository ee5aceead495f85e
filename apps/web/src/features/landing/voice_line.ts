import { splitActions } from '../../components/shared/split_actions.ts'

const lineMax = 96

/**
 * One line in a character's own voice, from what they say first: the first sentences that are spoken, as many as a card
 * holds; null when none is short enough.
 */
export function voiceLine(opening: string): string | null {
  const spoken = splitActions(opening)
    .filter((part) => !part.isAction)
    .flatMap((part) => part.text.split('\n'))
    .map((line) => line.trim())
  for (const paragraph of spoken) {
    let line = ''
    for (const sentence of paragraph.split(/(?<=[.!?…]["'”’]?)\s+/)) {
      if (`${line} ${sentence}`.length > lineMax) break
      line = `${line} ${sentence}`.trim()
    }
    if (/\p{L}/u.test(line)) return line
  }
  return null
}
