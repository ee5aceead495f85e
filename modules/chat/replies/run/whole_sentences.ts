import { endsSentence } from '../../prompts/index.ts'

/** The largest share of an answer that is left out. */
const leftOutMax = 0.5

/** Removes an unfinished sentence at the end of a text, unless too much would be left out. */
export const wholeSentences = (text: string): string => {
  const kept = text.trimEnd()
  for (let end = kept.length; end > kept.length * (1 - leftOutMax); end--)
    if (endsSentence(kept, end)) return kept.slice(0, end)
  return text
}
