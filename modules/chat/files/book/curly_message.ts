import type { Block, Inline } from '#modules/kernel/message_text/blocks'
import { parseMessage } from '#modules/kernel/message_text/parse_message'

/** Stands between the texts of two spans, where a quote may open. */
const spanBorder = '\ue000'

/** Replaces straight quotes and apostrophes with typographic ones, and two hyphens with a dash. Other quotes stay as written. */
export const curlyQuotes = (text: string): string =>
  text
    .replace(/(^|[\s([{*\ue000—–-])"(?=\S)/gm, '$1“')
    .replaceAll('"', '”')
    .replace(/(^|[\s([{*\ue000—–“-])'(?=[^\s\d])/gm, '$1‘')
    .replaceAll("'", '’')
    .replace(/(?<=[^\s-])--(?!-)|(?<=\s)--(?=\s)/g, '—')

/** Parses a message for print: with curly quotes, but not in code. */
export function curlyMessage(text: string): Block[] {
  const blocks = parseMessage(text)
  for (const texts of textsOf(blocks)) curl(texts)
  return blocks
}

type Text = Extract<Inline, { kind: 'text' }>

/** A quote may stand beside the border of a span, so the texts of a paragraph are read as one. */
function curl(texts: readonly Text[]): void {
  const curled = curlyQuotes(texts.map(({ text }) => text).join(spanBorder)).split(spanBorder)
  // The text itself contains the border.
  if (curled.length !== texts.length) return
  texts.forEach((leaf, index) => (leaf.text = curled[index]!))
}

function textsOf(blocks: readonly Block[]): Text[][] {
  return blocks.flatMap((block): Text[][] => {
    switch (block.kind) {
      case 'paragraph':
      case 'heading':
        return [leaves(block.children)]
      case 'quote':
        return textsOf(block.blocks)
      case 'list':
        return block.items.flatMap((item) => textsOf(item.blocks))
      case 'table':
        return [block.head, ...block.rows].flat().map(leaves)
      default:
        return []
    }
  })
}

const leaves = (inlines: readonly Inline[]): Text[] =>
  inlines.flatMap((inline) => (inline.kind === 'text' ? inline : 'children' in inline ? leaves(inline.children) : []))
