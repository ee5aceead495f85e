/** Length as people count it: Unicode code points, not UTF-16 units. */
export const codePoints = (text: string): number => {
  let count = 0
  for (const _ of text) count++
  return count
}

/** True for a text PostgreSQL and UTF-8 can hold: no NUL, no lone surrogate. */
export const isStorable = (text: string): boolean => text.isWellFormed() && !text.includes('\0')

/** A text from a provider made storable: NUL removed, lone surrogates replaced by U+FFFD. */
export const storable = (text: string): string => (isStorable(text) ? text : text.replaceAll('\0', '').toWellFormed())
