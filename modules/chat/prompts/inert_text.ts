/*
 * The system prompt marks its sections with `<<title>>` and `<<end>>`. The texts of users and characters in them must not contain marks.
 */

/** Separates double angle brackets in the text of a section. */
export const inertText = (text: string): string =>
  text.includes('<<') || text.includes('>>') ? text.replace(/<(?=<)|>(?=>)/g, '$& ') : text

/** Does the same for a name, and replaces line breaks and control characters with spaces. */
export const inertName = (name: string): string => inertText(name.replace(/[\s\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ').trim())

/** Separates the brackets of complete marks in a message. Leaves others, because messages may contain source code. */
export const inertMessage = (text: string): string =>
  text.includes('<<') ? text.replace(/<<(?=[^\s<>](?:[^<>\n]*[^\s<>])?>>)/g, '< <') : text
