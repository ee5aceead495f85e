export interface TextPart {
  text: string
  /** Text between asterisks, which describes an action. */
  isAction: boolean
}

/**
 * Splits a message into speech and actions, which stand *between asterisks* within one line. A run of asterisks, as in **bold**, counts
 * as one. A single asterisk stays as text, except in the last line of a growing text, where its partner may follow.
 */
export function splitActions(text: string, isGrowing = false): TextPart[] {
  const parts: TextPart[] = []
  let end = 0
  // The lookbehinds keep a long run of asterisks from being tried at each of them, which takes quadratic time.
  for (const match of text.matchAll(/(?<!\*)\*+([^*\n]+)\*+/g)) {
    if (match.index > end) parts.push({ text: text.slice(end, match.index), isAction: false })
    parts.push({ text: match[1] ?? '', isAction: true })
    end = match.index + match[0].length
  }
  const rest = text.slice(end)
  const open = isGrowing ? rest.search(/(?<!\*)\*+[^*\n]*$/) : -1
  if (open === -1) return rest === '' ? parts : [...parts, { text: rest, isAction: false }]
  if (open > 0) parts.push({ text: rest.slice(0, open), isAction: false })
  parts.push({ text: rest.slice(open).replace(/^\*+/, ''), isAction: true })
  return parts
}
