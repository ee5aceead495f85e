/*
 * The system prompt marks its sections by `<<title>>` and `<<end>>`. The texts of users and characters in them must not contain marks.
 */

/** For a section: separates double angle brackets. */
export const inertText = (text: string): string =>
  text.includes('<<') || text.includes('>>') ? text.replace(/<(?=<)|>(?=>)/g, '$& ') : text

/** For a name: also removes line breaks and control characters. */
export const inertName = (name: string): string => inertText(name.replace(/[\s\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ').trim())

/** For a message: changes only complete marks, because messages may contain source code. */
export const inertMessage = (text: string): string =>
  text.includes('<<') ? text.replace(/<<(?=[^\s<>](?:[^<>\n]*[^\s<>])?>>)/g, '< <') : text
