/*
 * The system prompt marks its sections by `<<title>>` and `<<end>>`. Texts of users and characters stand in them and must neither close
 * one nor open another.
 */

/** A text for a section: no two angle brackets stand side by side. */
export const inertText = (text: string): string =>
  text.includes('<<') || text.includes('>>') ? text.replace(/<(?=<)|>(?=>)/g, '$& ') : text

/** A name for a line of the prompt: of one line, and no mark either. */
export const inertName = (name: string): string => inertText(name.replace(/[\s\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ').trim())

/** A message: only what looks like a mark is changed, for people also send programs. */
export const inertMessage = (text: string): string =>
  text.includes('<<') ? text.replace(/<<(?=[^\s<>](?:[^<>\n]*[^\s<>])?>>)/g, '< <') : text
