/** A grid of cells of equal size, in pixels. */
export interface GridGeometry {
  columns: number
  columnWidth: number
  rowHeight: number
  gap: number
}

/** Cells from `start` up to but not including `end`. */
export interface CellRange {
  start: number
  end: number
}

/** The whole rows in view, plus `reach` pixels above and below. `top` is the grid's offset from the viewport. */
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

/** The height of the rows before and after the range. */
export function paddingAround(
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

/** The position of a cell in its grid. */
export function placeOf({ columns, columnWidth, rowHeight, gap }: GridGeometry, index: number) {
  return {
    top: Math.floor(index / columns) * (rowHeight + gap),
    left: (index % columns) * (columnWidth + gap),
    width: columnWidth,
  }
}

/** The first cell in view, and the share of its row above the viewport, from 0 to 1. */
export interface Anchor {
  index: number
  past: number
}

/** Null while the start of the grid is in view. */
export function anchorOf({ columns, rowHeight, gap }: GridGeometry, top: number): Anchor | null {
  if (top >= 0) return null
  const rows = -top / (rowHeight + gap)
  return { index: Math.floor(rows) * columns, past: rows % 1 }
}

/** The grid's offset from the viewport that puts the anchor first in view. */
export function topFor({ columns, rowHeight, gap }: GridGeometry, { index, past }: Anchor): number {
  return -(Math.floor(index / columns) + past) * (rowHeight + gap)
}

const clamp = (value: number, least: number, most: number) => Math.min(Math.max(value, least), most)
