/** A grid of equally large cells, in pixels. */
export interface GridGeometry {
  columns: number
  columnWidth: number
  rowHeight: number
  gap: number
}

/** The cells to render. `end` is excluded. */
export interface CellRange {
  start: number
  end: number
}

/** The rows in the viewport and within `overscan` pixels of it. `top` is the grid's distance from the viewport's top. */
export function visibleCells(
  { columns, rowHeight, gap }: GridGeometry,
  { top, windowHeight, overscan, count }: { top: number; windowHeight: number; overscan: number; count: number }
): CellRange {
  const pitch = rowHeight + gap
  const rows = Math.ceil(count / columns)
  const first = clamp(Math.floor((-top - overscan) / pitch), 0, Math.max(0, rows - 1))
  const last = clamp(Math.ceil((windowHeight - top + overscan) / pitch), first + 1, Math.max(rows, 1))
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
export function positionOf({ columns, columnWidth, rowHeight, gap }: GridGeometry, index: number) {
  return {
    top: Math.floor(index / columns) * (rowHeight + gap),
    left: (index % columns) * (columnWidth + gap),
    width: columnWidth,
  }
}

/** The first visible cell, and the share of its row above the viewport. */
export interface Anchor {
  index: number
  hiddenShare: number
}

/** Null while the grid's first row is in the viewport. */
export function anchorOf({ columns, rowHeight, gap }: GridGeometry, top: number): Anchor | null {
  if (top >= 0) return null
  const rows = -top / (rowHeight + gap)
  return { index: Math.floor(rows) * columns, hiddenShare: rows % 1 }
}

/** The grid's top at which the anchor is the first visible cell. */
export function topFor({ columns, rowHeight, gap }: GridGeometry, { index, hiddenShare }: Anchor): number {
  return -(Math.floor(index / columns) + hiddenShare) * (rowHeight + gap)
}

const clamp = (value: number, min: number, max: number) => Math.min(Math.max(value, min), max)
