import { isLonger } from '#modules/kernel/text'

/**
 * Returns the beginning of a text on one line, at most `max` code points long. It has the whole sentences that fit, else whole words and
 * an ellipsis.
 */
export const beginningOf = (text: string, max: number): string => {
  const line = text.replaceAll(/\s+/g, ' ').trim()
  if (!isLonger(line, max)) return line
  const start = [...line].slice(0, max).join('')
  const sentences = /^.*[.!?…]["'”’*)]*(?= )/.exec(start)?.[0]
  if (sentences && sentences.length > max / 3) return sentences
  return `${[...start].slice(0, -1).join('').replace(/ \S*$/, '')}…`
}
