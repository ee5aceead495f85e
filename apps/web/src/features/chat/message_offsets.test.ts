import { beforeEach, expect, test } from 'vitest'
import { MessageOffsets } from './message_offsets.ts'

let heights: Map<string, number>
beforeEach(() => {
  heights = new Map([
    ['a', 100],
    ['b', 50],
    ['c', 200],
  ])
})
const offsets = () => new MessageOffsets(['a', 'b', 'c'], (key) => heights.get(key) ?? 0)

test('adds up the heights', () => {
  const list = offsets()
  expect([0, 1, 2, 3].map((index) => list.offsetOf(index))).toEqual([0, 100, 150, 350])
})

test('finds the message at an offset, and the last one past the end', () => {
  const list = offsets()
  expect([-10, 0, 99, 100, 149, 150, 9_999].map((offset) => list.indexAt(offset))).toEqual([0, 0, 0, 1, 1, 2, 2])
})

test('computes later offsets again when a height changes', () => {
  const list = offsets()
  expect(list.offsetOf(3)).toBe(350)
  heights.set('b', 80)
  list.invalidate('b')
  expect([1, 2, 3].map((index) => list.offsetOf(index))).toEqual([100, 180, 380])
})

test('has no height without messages', () => {
  const list = new MessageOffsets([], () => 10)
  expect(list.indexAt(50)).toBe(0)
  expect(list.offsetOf(0)).toBe(0)
})
