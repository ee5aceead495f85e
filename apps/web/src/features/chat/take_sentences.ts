/**
 * Splits a growing text into its finished sentences and the rest, so that a screen reader announces a reply by sentence. A sentence ends
 * with . ! ? or …, closing quotes or brackets, and white space; or with a line break.
 */
export function takeSentences(text: string): [finished: string, rest: string] {
  let end = 0
  // The lookbehind keeps a long run of dots from being tried at each of them, which takes quadratic time.
  for (const match of text.matchAll(/(?<![.!?…])[.!?…]+["'”’»)\]*]*\s+|\n+/g)) end = match.index + match[0].length
  return [text.slice(0, end), text.slice(end)]
}
