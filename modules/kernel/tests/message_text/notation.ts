import type { Block, Inline } from '../../message_text/blocks.ts'

/** Writes a message as the corpus does: `kind[content]`, speech between ‹ and ›, items after •, rows after /, cells between ¦. */
export const notationOf = (blocks: readonly Block[]): string => blocks.map(blockNotation).join('\n')

const blockNotation = (block: Block): string => {
  switch (block.kind) {
    case 'paragraph':
      return `p[${inlineNotation(block.children)}]`
    case 'heading':
      return `h[${inlineNotation(block.children)}]`
    case 'rule':
      return 'rule'
    case 'quote':
      return `quote[${block.blocks.map(blockNotation).join('')}]`
    case 'list': {
      const items = block.items.map(
        ({ isDone, blocks }) => `•${isDone === null ? '' : isDone ? '☑' : '☐'}${blocks.map(blockNotation).join('')}`
      )
      return `${block.start === null ? 'list' : `list ${block.start}`}[${items.join('')}]`
    }
    case 'code':
      return `code ${block.language}[${block.text}]`
    case 'table':
      return `table[${[block.head, ...block.rows].map((cells) => cells.map(inlineNotation).join('¦')).join('/')}]`
    case 'plain':
      return `plain[${block.text}]`
  }
}

export const inlineNotation = (inlines: readonly Inline[]): string =>
  inlines
    .map((inline) => {
      switch (inline.kind) {
        case 'text':
          return inline.isSpeech ? `‹${inline.text}›` : inline.text
        case 'code':
          return `code[${inline.text}]`
        case 'link':
          return `link ${inline.address}[${inlineNotation(inline.children)}]`
        case 'picture':
          return `picture ${inline.address}[${inline.alt}]`
        default:
          return `${inline.kind}[${inlineNotation(inline.children)}]`
      }
    })
    .join('')
