/**
 * Parses a PostgreSQL array of texts, such as `{a,"b c",NULL}`. Searches for the ends of elements, because the parser of `pg` reads each
 * character by itself, and takes a third of a second for a character with long greetings.
 */
export const parseTextArray = (literal: string): (string | null)[] => {
  const items: (string | null)[] = []
  if (literal === '{}') return items
  for (let at = 1; at < literal.length;) {
    const isQuoted = literal[at] === '"'
    const end = isQuoted ? endOfQuoted(literal, at + 1) : endOfPlain(literal, at)
    const text = literal.slice(isQuoted ? at + 1 : at, end)
    if (!isQuoted) items.push(text === 'NULL' ? null : text)
    else items.push(text.includes('\\') ? text.replaceAll(/\\(.)/gs, '$1') : text)
    // Skips the closing quotation mark, and the comma or the closing brace.
    at = end + (isQuoted ? 2 : 1)
  }
  return items
}

const endOfQuoted = (literal: string, start: number): number => {
  for (let end = literal.indexOf('"', start); end !== -1; end = literal.indexOf('"', end + 1)) {
    let backslashes = 0
    while (literal[end - 1 - backslashes] === '\\') backslashes++
    if (backslashes % 2 === 0) return end
  }
  return literal.length
}

const endOfPlain = (literal: string, start: number): number => {
  const comma = literal.indexOf(',', start)
  return comma === -1 ? literal.length - 1 : comma
}
