import { expect, test } from 'vitest'
import { anchorOf, visibleCells, positionOf, paddingAround, topFor, type GridGeometry } from './row_window.ts'

const grid: GridGeometry = { columns: 4, columnWidth: 200, rowHeight: 280, gap: 20 }
const view = { windowHeight: 900, overscan: 900, count: 5_000 }

test('returns the visible rows and one viewport below at the top', () => {
  expect(visibleCells(grid, { ...view, top: 300 })).toEqual({ start: 0, end: 20 })
})

test('returns whole rows above and below in the middle', () => {
  expect(visibleCells(grid, { ...view, top: -30_000 })).toEqual({ start: 97 * 4, end: 106 * 4 })
})

test('stops at the last cell and keeps the last row when scrolled past it', () => {
  const rows = 5_001 / 4
  expect(visibleCells(grid, { ...view, count: 5_001, top: -rows * 300 }).end).toBe(5_001)
  expect(visibleCells(grid, { ...view, count: 10, top: -99_000 })).toEqual({ start: 8, end: 10 })
  expect(visibleCells(grid, { ...view, count: 0, top: 0 })).toEqual({ start: 0, end: 0 })
})

test('keeps the total height at every scroll position', () => {
  for (const count of [1, 59, 4_999, 5_000]) {
    const rows = Math.ceil(count / 4)
    for (let top = 400; top > -rows * 300 - 2_000; top -= 777) {
      const range = visibleCells(grid, { ...view, count, top })
      const { before, after } = paddingAround(grid, range, count)
      const drawnRows = Math.ceil((range.end - range.start) / 4)
      expect(before + drawnRows * 300 + after).toBe(rows * 300)
      expect(before).toBe(positionOf(grid, range.start).top)
    }
  }
})

test('computes the position of a cell', () => {
  expect(positionOf(grid, 9)).toEqual({ top: 600, left: 220, width: 200 })
})

test('keeps the first visible cell when the columns change', () => {
  const narrow: GridGeometry = { columns: 3, columnWidth: 180, rowHeight: 250, gap: 10 }
  expect(anchorOf(grid, 10)).toBeNull()
  const anchor = anchorOf(grid, -300 * 37.5)!
  expect(anchor).toEqual({ index: 148, hiddenShare: 0.5 })
  expect(topFor(grid, anchor)).toBe(-300 * 37.5)
  expect(topFor(narrow, anchor)).toBe(-260 * 49.5)
})
