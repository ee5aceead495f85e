import { endsSentence } from '../prompt/clip_text.ts'

/** The largest share of an answer that is left out. */
const leftOutMax = 0.5

/** Without the unfinished sentence at its end, unless little would be left. */
export const wholeSentences = (text: string): string => {
  const kept = text.trimEnd()
  for (let end = kept.length; end > kept.length * (1 - leftOutMax); end--)
    if (endsSentence(kept, end)) return kept.slice(0, end)
  return text
}
