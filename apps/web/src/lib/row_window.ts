/** A grid of equal cells, as it lies on the page. */
export interface GridGeometry {
  columns: number
  columnWidth: number
  rowHeight: number
  gap: number
}

/** From which cell to which (not included) are worth drawing. */
export interface CellRange {
  start: number
  end: number
}

/** The rows in view and as much above and below as `reach` says, in whole rows. `top` is the grid's, from the window's. */
export function cellsInView(
  { columns, rowHeight, gap }: GridGeometry,
  { top, windowHeight, reach, count }: { top: number; windowHeight: number; reach: number; count: number }
): CellRange {
  const pitch = rowHeight + gap
  const rows = Math.ceil(count / columns)
  const first = clamp(Math.floor((-top - reach) / pitch), 0, Math.max(0, rows - 1))
  const last = clamp(Math.ceil((windowHeight - top + reach) / pitch), first + 1, Math.max(rows, 1))
  return { start: first * columns, end: Math.min(count, last * columns) }
}

/** The room that the rows before and after the range take. */
export function roomAround(
  { columns, rowHeight, gap }: GridGeometry,
  { start, end }: CellRange,
  count: number
): { before: number; after: number } {
  const pitch = rowHeight + gap
  return {
    before: (start / columns) * pitch,
    after: (Math.ceil(count / columns) - Math.ceil(end / columns)) * pitch,
  }
}

/** Where a cell lies in its grid. */
export function placeOf({ columns, columnWidth, rowHeight, gap }: GridGeometry, index: number) {
  return {
    top: Math.floor(index / columns) * (rowHeight + gap),
    left: (index % columns) * (columnWidth + gap),
    width: columnWidth,
  }
}

/** Which cell is first in view, and how much of its row is past, from 0 to 1. Null while the grid's beginning is in view. */
export interface Anchor {
  index: number
  past: number
}

export function anchorOf({ columns, rowHeight, gap }: GridGeometry, top: number): Anchor | null {
  if (top >= 0) return null
  const rows = -top / (rowHeight + gap)
  return { index: Math.floor(rows) * columns, past: rows % 1 }
}

/** Where the grid's beginning is when this cell is first in view. */
export function topFor({ columns, rowHeight, gap }: GridGeometry, { index, past }: Anchor): number {
  return -(Math.floor(index / columns) + past) * (rowHeight + gap)
}

const clamp = (value: number, least: number, most: number) => Math.min(Math.max(value, least), most)
