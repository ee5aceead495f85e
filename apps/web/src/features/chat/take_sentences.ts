/**
 * Splits a growing text into its finished sentences and the rest, so that a screen reader announces a reply by sentence. A sentence ends
 * with . ! ? or …, any closing quotes or brackets, and white space. A line break also ends a sentence.
 */
export function takeSentences(text: string): [finished: string, rest: string] {
  let end = 0
  // The lookbehind prevents an attempt at each dot of a long run, which would take quadratic time.
  for (const match of text.matchAll(/(?<![.!?…])[.!?…]+["'”’»)\]*]*\s+|\n+/g)) end = match.index + match[0].length
  return [text.slice(0, end), text.slice(end)]
}
