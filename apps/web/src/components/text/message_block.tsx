import type { Block, Inline, ListItem } from '#modules/gallery/api'
import { Fragment, memo, type ReactNode } from 'react'
import { classNames } from '#web/lib/class_names'
import { CodeBlock } from './code_block.tsx'
import { InkOffset, Inlines } from './inlines.tsx'
import { lengthOfInlines, lengthOfItem, lengthOfRow } from './text_length.ts'

interface MessageBlockProps {
  block: Block
  /** The offsets of the chunks that fade in, as numbers between spaces. */
  starts: string
  isGrowing: boolean
}

export const MessageBlock = memo(function MessageBlock({ block, starts, isGrowing }: MessageBlockProps) {
  const ink = new InkOffset(starts)
  return <BlockView block={block} ink={ink} cursor={isGrowing ? <Cursor /> : null} />
})

interface BlockViewProps {
  block: Block
  ink: InkOffset
  /** Follows the last letter. */
  cursor: ReactNode
}

const gap = 'not-first:mt-[0.85em]'

/** One block. Its siblings are blocks. */
function BlockView({ block, ink, cursor }: BlockViewProps) {
  switch (block.kind) {
    case 'paragraph':
      return (
        <p className={gap}>
          <Inlines inlines={block.children} ink={ink} />
          {cursor}
        </p>
      )
    case 'heading':
      return (
        // Not a heading of the page.
        <p className={classNames(gap, 'font-semibold text-balance', block.level < 3 && 'text-[1.15em] leading-snug')}>
          <Inlines inlines={block.children} ink={ink} />
          {cursor}
        </p>
      )
    case 'rule':
      return <hr className="mx-auto my-[1.4em] w-16 border-line-strong" />
    case 'quote':
      return (
        <blockquote dir="auto" className={classNames(gap, 'border-s-2 border-line-strong ps-[0.9em] text-soft')}>
          <Blocks blocks={block.blocks} ink={ink} cursor={cursor} />
        </blockquote>
      )
    case 'list':
      return <ListBlock block={block} ink={ink} cursor={cursor} />
    case 'code':
      return (
        <div className={gap}>
          <CodeBlock code={block.text} language={block.language} isOpen={block.isOpen} />
          {cursor}
        </div>
      )
    case 'table':
      return <TableBlock block={block} ink={ink} cursor={cursor} />
    case 'plain':
      return (
        <p className={gap}>
          {block.text}
          {cursor}
        </p>
      )
  }
}

interface BlocksProps {
  blocks: readonly Block[]
  ink: InkOffset
  cursor: ReactNode
}

const Blocks = ({ blocks, ink, cursor }: BlocksProps) =>
  blocks.length === 0
    ? cursor
    : blocks.map((block, index) => (
        <BlockView key={index} block={block} ink={ink} cursor={index === blocks.length - 1 ? cursor : null} />
      ))

interface ListBlockProps extends Omit<BlockViewProps, 'block'> {
  block: Extract<Block, { kind: 'list' }>
}

function ListBlock({ block: { start, items }, ink, cursor }: ListBlockProps) {
  const List = start === null ? 'ul' : 'ol'
  return (
    <List
      // The markers are on the side where the words begin.
      dir="auto"
      start={start ?? undefined}
      className={classNames(
        gap,
        'grid grid-cols-[minmax(0,1fr)] gap-y-[0.3em] ps-[1.5em] marker:text-soft',
        start === null ? 'list-disc' : 'list-decimal'
      )}
    >
      {items.map((item, index) => (
        <ItemView
          key={index}
          item={item}
          starts={ink.take(lengthOfItem(item))}
          cursor={index === items.length - 1 ? cursor : null}
        />
      ))}
    </List>
  )
}

interface ItemViewProps {
  item: ListItem
  starts: string
  cursor: ReactNode
}

const ItemView = memo(function ItemView({ item: { isDone, blocks }, starts, cursor }: ItemViewProps) {
  return (
    <li className={classNames('[&>p+:is(ul,ol)]:mt-[0.3em]! [&>span+*]:mt-0!', isDone !== null && 'list-none')}>
      {isDone !== null && (
        <span className="absolute -ms-[1.4em] text-soft">
          <span aria-hidden>{isDone ? '☑' : '☐'}</span>
          <span className="sr-only">{isDone ? 'Done:' : 'To do:'}</span>
        </span>
      )}
      <Blocks blocks={blocks} ink={new InkOffset(starts)} cursor={cursor} />
    </li>
  )
})

interface TableBlockProps extends Omit<BlockViewProps, 'block'> {
  block: Extract<Block, { kind: 'table' }>
}

const aligned = { start: 'text-start', left: 'text-left', center: 'text-center', right: 'text-right' } as const

/** Cells with more letters keep a width, so that a wide table scrolls. Otherwise, their columns would shrink to single words. */
const shortCellMax = 20

function TableBlock({ block: { align, head, rows }, ink, cursor }: TableBlockProps) {
  // Equal in each frame while the table grows.
  const alignment = align.map((side) => side ?? 'start').join(' ')
  const row = (cells: Inline[][], isHead: boolean, isLast: boolean) => (
    <RowView
      cells={cells}
      isHead={isHead}
      alignment={alignment}
      starts={ink.take(lengthOfRow(cells))}
      cursor={isLast && cursor}
    />
  )
  return (
    // Focusable, so that the keyboard can scroll it.
    <div
      role="group"
      aria-label="Table"
      tabIndex={0}
      className={classNames(gap, 'overflow-x-auto focus-visible:-outline-offset-2')}
    >
      <table dir="auto" className="min-w-full text-[0.94em] break-normal wrap-normal">
        <thead>{row(head, true, rows.length === 0)}</thead>
        <tbody>
          {rows.map((cells, index) => (
            <Fragment key={index}>{row(cells, false, index === rows.length - 1)}</Fragment>
          ))}
        </tbody>
      </table>
    </div>
  )
}

interface RowViewProps {
  cells: readonly Inline[][]
  isHead: boolean
  /** The sides of the columns, between spaces. */
  alignment: string
  starts: string
  cursor: ReactNode
}

const RowView = memo(function RowView({ cells, isHead, alignment, starts, cursor }: RowViewProps) {
  const Cell = isHead ? 'th' : 'td'
  const ink = new InkOffset(starts)
  const sides = alignment.split(' ') as (keyof typeof aligned)[]
  return (
    <tr>
      {cells.map((inlines, index) => (
        <Cell
          key={index}
          className={classNames(
            'border-b border-line px-3 py-1.5 align-top first:ps-0 last:pe-0',
            aligned[sides[index] ?? 'start'],
            isHead && 'font-semibold',
            lengthOfInlines(inlines) > shortCellMax && 'min-w-[10em]'
          )}
        >
          <Inlines inlines={inlines} ink={ink} />
          {index === cells.length - 1 && cursor}
        </Cell>
      ))}
    </tr>
  )
})

/** The cursor has no width, so that its removal moves no words. */
const Cursor = () => (
  <span aria-hidden className="relative">
    <span
      data-testid="reply-cursor"
      className="cursor-blink absolute bottom-[0.05em] left-[0.2em] h-[1.05em] w-[0.42em] rounded-[2px] bg-accent-text"
    />
  </span>
)
