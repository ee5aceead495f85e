import type { BookPart } from './read_book.ts'
import { escape } from './typeset.ts'

export const sceneBreak = '<hr class="scene"/>\n'

/** Writes a turn as XHTML, with the speaker's name before the first paragraph, or in a paragraph of its own. */
export const writeTurn = ({ speaker, blocks }: Extract<BookPart, { kind: 'turn' }>): string => {
  let name = speaker === null ? '' : `<bdi class="speaker">${escape(speaker)}</bdi> `
  const paragraph = (html: string) => {
    const written = `<p${name && ' class="turn"'} dir="auto">${name}${html}</p>\n`
    name = ''
    return written
  }
  return blocks
    .map((block) => {
      if (block === null) return sceneBreak
      if ('paragraph' in block) return paragraph(block.paragraph)
      return `${name && paragraph('')}${block.element}`
    })
    .join('')
}
