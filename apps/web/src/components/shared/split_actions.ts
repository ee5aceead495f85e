export interface TextPart {
  text: string
  /** Between asterisks: what someone does, not says. */
  isAction: boolean
}

/**
 * Splits a message into what is said and what is done (*between asterisks*, within one line). Runs of asterisks such
 * as **bold** count as one mark; an asterisk without its partner stays as it is, except in the last line of a text that
 * is still growing: there the partner is yet to come.
 */
export function splitActions(text: string, isGrowing = false): TextPart[] {
  const parts: TextPart[] = []
  let end = 0
  for (const match of text.matchAll(/\*+([^*\n]+)\*+/g)) {
    if (match.index > end) parts.push({ text: text.slice(end, match.index), isAction: false })
    parts.push({ text: match[1] ?? '', isAction: true })
    end = match.index + match[0].length
  }
  const rest = text.slice(end)
  const open = isGrowing ? rest.search(/\*+[^*\n]*$/) : -1
  if (open === -1) return rest === '' ? parts : [...parts, { text: rest, isAction: false }]
  if (open > 0) parts.push({ text: rest.slice(0, open), isAction: false })
  parts.push({ text: rest.slice(open).replace(/^\*+/, ''), isAction: true })
  return parts
}
