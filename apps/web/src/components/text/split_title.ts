/** Quotes, such as a note about the text, then the heading and the rest. */
const beginning = /^((?:>[^\n]*\n+)*)# ([^\n]+)\n*([^]*)$/

/** Splits a document into the heading that it begins with and the rest. A heading with Markdown inside stays in the text. */
export function splitTitle(text: string): { title: string | null; text: string } {
  const [, quotes = '', title = '', rest = ''] = beginning.exec(text) ?? []
  return title === '' || /[*_`~[\]]/.test(title) ? { title: null, text } : { title, text: quotes + rest }
}
