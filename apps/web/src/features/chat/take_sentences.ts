/*
 * A sentence ends with . ! ? or …, any closing quotes or brackets, and white space, or with 。！？ and closing brackets before anything else.
 * A line break also ends it. The lookbehinds prevent an attempt at each mark of a long run, which would take quadratic time.
 */
const sentenceEnd = /(?<![.!?…])[.!?…]+["'”’»)\]*]*\s+|(?<![。！？])[。！？]+[」』）”’]*(?=[^。！？」』）”’])|\n+/g

/** Returns the finished sentences at the beginning of a text, each with the white space after it. More text doesn't change them. */
export function finishedSentences(text: string): string[] {
  const sentences: string[] = []
  let from = 0
  for (const match of text.matchAll(sentenceEnd)) {
    const end = match.index + match[0].length
    sentences.push(text.slice(from, end))
    from = end
  }
  return sentences
}

/** Splits a growing text into its finished sentences and the rest, so that a screen reader announces a reply by sentence. */
export function takeSentences(text: string): [finished: string, rest: string] {
  const finished = finishedSentences(text).join('')
  return [finished, text.slice(finished.length)]
}
