/**
 * Takes the finished sentences off a growing text: `[finished, rest]`. A sentence ends with . ! ? or … and what closes
 * it, followed by white space, or with a line break. So a screen reader hears a reply by sentence and not by token.
 */
export function takeSentences(text: string): [finished: string, rest: string] {
  let end = 0
  for (const match of text.matchAll(/[.!?…]+["'”’»)\]*]*\s+|\n+/g)) end = match.index + match[0].length
  return [text.slice(0, end), text.slice(end)]
}
