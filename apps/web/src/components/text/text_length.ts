import type { Block, Inline } from '#modules/gallery/api'

const known = new WeakMap<Block, number>()

/** Returns the number of letters that a block shows. Only the last block of a growing message is new each time. */
export function lengthOf(block: Block): number {
  let length = known.get(block)
  if (length === undefined) known.set(block, (length = count(block)))
  return length
}

const sum = <Item>(items: readonly Item[], measure: (item: Item) => number) =>
  items.reduce((total, item) => total + measure(item), 0)

function count(block: Block): number {
  switch (block.kind) {
    case 'paragraph':
    case 'heading':
      return lengthOfInlines(block.children)
    case 'quote':
      return sum(block.blocks, count)
    case 'list':
      return sum(block.items, ({ blocks }) => sum(blocks, count))
    case 'table':
      return sum([block.head, ...block.rows], (row) => sum(row, lengthOfInlines))
    case 'rule':
      return 0
    default:
      return block.text.length
  }
}

const lengthOfInlines = (inlines: readonly Inline[]): number =>
  sum(inlines, (inline) =>
    'children' in inline ? lengthOfInlines(inline.children) : inline.kind === 'text' ? inline.text.length : 0
  )
