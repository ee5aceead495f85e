import type { BookPart } from './read_book.ts'
import { escape } from './typeset.ts'

export const sceneBreak = '<hr class="scene"/>\n'

/** Writes a turn as XHTML, with the speaker's name before the first paragraph. */
export const writeTurn = ({ speaker, paragraphs }: Extract<BookPart, { kind: 'turn' }>): string => {
  let name = speaker === null ? '' : `<bdi class="speaker">${escape(speaker)}</bdi> `
  return paragraphs
    .map((paragraph) => {
      if (paragraph === null) return sceneBreak
      const html = `<p${name && ' class="turn"'} dir="auto">${name}${paragraph}</p>\n`
      name = ''
      return html
    })
    .join('')
}
