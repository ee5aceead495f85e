import type { Block, Inline, ListItem } from '#modules/gallery/api'

const known = new WeakMap<object, number>()

/** Counts once per object. Only the last parts of a growing message are new each time. */
const counted = <Part extends object>(part: Part, measure: (part: Part) => number): number => {
  let length = known.get(part)
  if (length === undefined) known.set(part, (length = measure(part)))
  return length
}

/** Returns the number of letters that a block shows. */
export const lengthOf = (block: Block): number => counted(block, count)

export const lengthOfItem = (item: ListItem): number => counted(item, ({ blocks }) => sum(blocks, lengthOf))

export const lengthOfRow = (row: Inline[][]): number => counted(row, (cells) => sum(cells, lengthOfInlines))

const sum = <Item>(items: readonly Item[], measure: (item: Item) => number) =>
  items.reduce((total, item) => total + measure(item), 0)

function count(block: Block): number {
  switch (block.kind) {
    case 'paragraph':
    case 'heading':
      return lengthOfInlines(block.children)
    case 'quote':
      return sum(block.blocks, lengthOf)
    case 'list':
      return sum(block.items, lengthOfItem)
    case 'table':
      return sum([block.head, ...block.rows], lengthOfRow)
    case 'rule':
      return 0
    default:
      return block.text.length
  }
}

export const lengthOfInlines = (inlines: readonly Inline[]): number =>
  sum(inlines, (inline) =>
    'children' in inline ? lengthOfInlines(inline.children) : inline.kind === 'text' ? inline.text.length : 0
  )
