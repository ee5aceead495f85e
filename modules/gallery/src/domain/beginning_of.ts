import { isLonger } from '#modules/kernel/text'

/** The beginning of a text in one line: the whole sentences that fit, else whole words with an ellipsis. At most `max` code points. */
export const beginningOf = (text: string, max: number): string => {
  const line = text.replaceAll(/\s+/g, ' ').trim()
  if (!isLonger(line, max)) return line
  const start = [...line].slice(0, max).join('')
  const sentences = /^.*[.!?…]["'”’*)]*(?= )/.exec(start)?.[0]
  if (sentences && sentences.length > max / 3) return sentences
  return `${[...start].slice(0, -1).join('').replace(/ \S*$/, '')}…`
}
