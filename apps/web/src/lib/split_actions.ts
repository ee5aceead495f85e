export interface TextPart {
  text: string
  /** Between asterisks: what someone does, not says. */
  isAction: boolean
}

/**
 * Splits a message into what is said and what is done (*between asterisks*, within one line). Runs of asterisks such
 * as **bold** count as one mark; an asterisk without its partner stays as it is.
 */
export function splitActions(text: string): TextPart[] {
  const parts: TextPart[] = []
  let end = 0
  for (const match of text.matchAll(/\*+([^*\n]+)\*+/g)) {
    if (match.index > end) parts.push({ text: text.slice(end, match.index), isAction: false })
    parts.push({ text: match[1] ?? '', isAction: true })
    end = match.index + match[0].length
  }
  if (end < text.length) parts.push({ text: text.slice(end), isAction: false })
  return parts
}
