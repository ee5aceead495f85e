/* Words in the form in which lexicons of several languages are compared. */

const ascii = /^[\0-\x7f]*$/

/** Scripts whose lexicons have no spaces, because people set them freely. */
export const unspacedScript = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u

/** Brings a text and a lexicon into one form: lower case, without accents and apostrophes. */
export const foldText = (text: string): string => {
  const plain = text.replace(/['’ʼ`´]/g, '').toLowerCase()
  if (ascii.test(plain)) return plain
  return plain
    .normalize('NFKD')
    .replace(/[\u0300-\u036f]/g, '')
    .normalize('NFC')
    .replaceAll('ł', 'l')
    .replaceAll('ß', 'ss')
}

export const wordsOf = (folded: string): string[] =>
  folded.match(ascii.test(folded) ? /[a-z\d]+/g : /[\p{L}\p{N}]+/gu) ?? []
