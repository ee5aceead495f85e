/** Serializes a value as JSON. Escapes separators that JSON allows unescaped, because some readers treat them as line breaks. */
export const toJson = (value: unknown): string =>
  JSON.stringify(value).replace(
    /[\u0085\u2028\u2029]/g,
    (end) => `\\u${end.charCodeAt(0).toString(16).padStart(4, '0')}`
  )

/**
 * Whether a JSON text is nested deeper than `levelsMax`. Not recursive. The result may be wrong for text that isn't JSON, which is
 * harmless.
 */
export const isDeeper = (text: string, levelsMax: number): boolean => {
  let depth = 0
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (code === 0x22) at = endOfString(text, at) - 1
    else if (code === 0x7b || code === 0x5b) {
      if (++depth > levelsMax) return true
    } else if (code === 0x7d || code === 0x5d) depth--
  }
  return false
}

/** Whether a text has a whole object or list, and then another one. The result may be wrong for text that isn't JSON. */
export const hasSeveralDocuments = (text: string): boolean => {
  let depth = 0
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (code === 0x22) at = endOfString(text, at) - 1
    else if (code === 0x7b || code === 0x5b) depth++
    else if ((code === 0x7d || code === 0x5d) && --depth === 0) return /^\s*[{[]/.test(text.slice(at + 1, at + 100))
  }
  return false
}

/** Returns the position after the string that begins at `start`. */
const endOfString = (text: string, start: number): number => {
  for (let at = start + 1; ;) {
    const quote = text.indexOf('"', at)
    if (quote < 0) return text.length
    let slashes = 0
    while (text.charCodeAt(quote - 1 - slashes) === 0x5c) slashes++
    if (slashes % 2 === 0) return quote + 1
    at = quote + 1
  }
}
