import type { Block, Inline } from '#modules/kernel/message_text/blocks'
import { curlyMessage } from './curly_message.ts'

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }

/** Escapes text for HTML and XML, in content and attributes. Drops what XML can't contain. */
export const escape = (text: string): string =>
  text
    .toWellFormed()
    .replace(/[^\P{Cc}\t\n]|[\ufffe\uffff]/gu, '')
    .replace(/[&<>"']/g, (character) => entities[character]!)

/** A part of a turn as XHTML: the content of a paragraph, or an element of its own. Null is a scene break. */
export type BookBlock = { paragraph: string } | { element: string } | null

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
