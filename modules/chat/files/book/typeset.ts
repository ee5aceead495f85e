import type { Block, Inline } from '#modules/kernel/message_text/blocks'
import type { StoredPicture } from '../export_pictures.ts'
import { curlyMessage, curlyQuotes } from './curly_message.ts'
import type { Book, BookBlock, BookPart } from './book.ts'

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }

/** Escapes text for HTML and XML, in content and attributes. Drops what XML can't contain. */
export const escape = (text: string): string =>
  text
    .toWellFormed()
    .replace(/[^\P{Cc}\t\n]|[\ufffe\uffff]/gu, '')
    .replace(/[&<>"']/g, (character) => entities[character]!)

/** Returns a message as XHTML. Nothing in it is loaded: a picture is its description. Spoilers are shown. */
export const typeset = (text: string): BookBlock[] => curlyMessage(text).map(blockOf)

function blockOf(block: Block): BookBlock {
  switch (block.kind) {
    case 'paragraph':
      return { paragraph: inlinesOf(block.children) }
    case 'heading':
      return { paragraph: `<strong>${inlinesOf(block.children)}</strong>` }
    case 'plain':
      return { paragraph: lines(block.text) }
    case 'rule':
      return null
    default:
      return { element: elementOf(block) }
  }
}

function elementOf(block: Block): string {
  switch (block.kind) {
    case 'quote':
      return `<blockquote>\n${elements(block.blocks)}</blockquote>\n`
    case 'list': {
      const tag = block.start === null ? 'ul' : 'ol'
      const start = block.start === null || block.start === 1 ? '' : ` start="${block.start}"`
      const items = block.items.map(({ isDone, blocks }) => {
        const box = isDone === null ? '' : isDone ? '☑ ' : '☐ '
        return `<li>${box}${elements(blocks)}</li>\n`
      })
      return `<${tag}${start}>\n${items.join('')}</${tag}>\n`
    }
    case 'code':
      return `<pre dir="ltr"><code>${escape(block.text)}</code></pre>\n`
    case 'table': {
      const row = (cells: Inline[][], tag: 'th' | 'td') =>
        `<tr>${cells.map((cell) => `<${tag} dir="auto">${inlinesOf(cell)}</${tag}>`).join('')}</tr>\n`
      const rows = block.rows.map((cells) => row(cells, 'td')).join('')
      return `<table>\n<thead>${row(block.head, 'th')}</thead>\n<tbody>${rows}</tbody>\n</table>\n`
    }
    case 'rule':
      return '<hr/>\n'
    default: {
      const shown = blockOf(block)
      return shown && 'paragraph' in shown ? `<p dir="auto">${shown.paragraph}</p>\n` : ''
    }
  }
}

const elements = (blocks: readonly Block[]) => blocks.map(elementOf).join('')

const lines = (text: string) => escape(text).replaceAll('\n', '<br/>\n')

const tags = { action: 'em', emphasis: 'em', strong: 'strong', strike: 'del', aside: 'small', spoiler: 'span' } as const

const inlinesOf = (inlines: readonly Inline[]): string => inlines.map(inlineOf).join('')

function inlineOf(inline: Inline): string {
  switch (inline.kind) {
    case 'text':
      return lines(inline.text)
    case 'code':
      return `<code>${escape(inline.text)}</code>`
    case 'picture':
      return escape(inline.alt)
    case 'link':
      return `<a href="${escape(inline.address)}" rel="noopener noreferrer nofollow ugc">${inlinesOf(inline.children)}</a>`
    default: {
      const tag = tags[inline.kind]
      return `<${tag}>${inlinesOf(inline.children)}</${tag}>`
    }
  }
}

/** Returns the texts of the title page, as XHTML. */
export const titleWords = ({ title, names, beganAt, endedAt, timeZone }: Book) => {
  const format = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone })
  return {
    title: set(title ?? names.char),
    subtitle: title === null ? `in conversation with ${set(names.user)}` : `${set(names.char)} and ${set(names.user)}`,
    dates: format.formatRange(beganAt, endedAt),
  }
}

/** Returns the heading of a chapter. A book of one chapter has none. */
export const chapterWords = ({ chapters, timeZone }: Book, number: number) =>
  chapters.length > 1
    ? {
        label: `Chapter ${number}`,
        date: new Intl.DateTimeFormat('en-US', { dateStyle: 'full', timeZone }).format(chapters[number - 1]!.beganAt),
      }
    : null

const set = (text: string) => escape(curlyQuotes(text))

export const sceneBreak = '<hr class="scene"/>\n'

/**
 * Writes a turn as XHTML, with the speaker's name before the first paragraph, or in a paragraph of its own. `addressOf`: the address of a
 * picture.
 */
export const writeTurn = (
  { speaker, blocks, pictures = [] }: Extract<BookPart, { kind: 'turn' }>,
  addressOf: (picture: StoredPicture) => string
): string => {
  let name = speaker === null ? '' : `<bdi class="speaker">${escape(speaker)}</bdi> `
  const paragraph = (html: string) => {
    const written = `<p${name && ' class="turn"'} dir="auto">${name}${html}</p>\n`
    name = ''
    return written
  }
  const text = blocks.map((block) => {
    if (block === null) return sceneBreak
    if ('paragraph' in block) return paragraph(block.paragraph)
    return `${name && paragraph('')}${block.element}`
  })
  const figures = pictures.map(
    (picture) =>
      `${name && paragraph('')}<figure><img src="${escape(addressOf(picture))}" alt="${escape(picture.alt)}"/></figure>\n`
  )
  return [...text, ...figures].join('')
}
