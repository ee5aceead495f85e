import { expect, test } from 'vitest'
import { anchorOf, cellsInView, placeOf, roomAround, topFor, type GridGeometry } from './row_window.ts'

const grid: GridGeometry = { columns: 4, columnWidth: 200, rowHeight: 280, gap: 20 }
const view = { windowHeight: 900, reach: 900, count: 5_000 }

test('at the beginning the rows in view and a window below are drawn', () => {
  expect(cellsInView(grid, { ...view, top: 300 })).toEqual({ start: 0, end: 20 })
})

test('in the middle as much above as below, in whole rows', () => {
  expect(cellsInView(grid, { ...view, top: -30_000 })).toEqual({ start: 97 * 4, end: 106 * 4 })
})

test('at the end there is no more than there is, and past it the last row is still drawn', () => {
  const rows = 5_001 / 4
  expect(cellsInView(grid, { ...view, count: 5_001, top: -rows * 300 }).end).toBe(5_001)
  expect(cellsInView(grid, { ...view, count: 10, top: -99_000 })).toEqual({ start: 8, end: 10 })
  expect(cellsInView(grid, { ...view, count: 0, top: 0 })).toEqual({ start: 0, end: 0 })
})

test('what is drawn and the room around it are as high as all the rows, wherever it is scrolled to', () => {
  for (const count of [1, 59, 4_999, 5_000]) {
    const rows = Math.ceil(count / 4)
    for (let top = 400; top > -rows * 300 - 2_000; top -= 777) {
      const range = cellsInView(grid, { ...view, count, top })
      const { before, after } = roomAround(grid, range, count)
      const drawnRows = Math.ceil((range.end - range.start) / 4)
      expect(before + drawnRows * 300 + after).toBe(rows * 300)
      expect(before).toBe(placeOf(grid, range.start).top)
    }
  }
})

test('a cell has its place in the grid', () => {
  expect(placeOf(grid, 9)).toEqual({ top: 600, left: 220, width: 200 })
})

test('whoever is first in view is so in another geometry', () => {
  const narrow: GridGeometry = { columns: 3, columnWidth: 180, rowHeight: 250, gap: 10 }
  expect(anchorOf(grid, 10)).toBeNull()
  const anchor = anchorOf(grid, -300 * 37.5)!
  expect(anchor).toEqual({ index: 148, past: 0.5 })
  expect(topFor(grid, anchor)).toBe(-300 * 37.5)
  expect(topFor(narrow, anchor)).toBe(-260 * 49.5)
})
