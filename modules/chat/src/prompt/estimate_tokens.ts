/**
 * How many tokens a text is likely to be. An estimate, on the careful side: every model counts differently, and none of their
 * tokenizers is right for another. About 3.5 characters of Latin script a token, one token a character of any other script,
 * and four for the frame around a message.
 */
export const estimateTokens = (text: string): number => {
  let narrow = 0
  let wide = 0
  for (let index = 0; index < text.length; index++) {
    if (text.charCodeAt(index) < 0x250) narrow++
    else wide++
  }
  return Math.ceil(narrow / 3.5) + wide + 4
}
