import { expect, test } from 'vitest'
import { lowestPlace } from './use_keep_clear.ts'

const toast = { top: 740, bottom: 800, left: 20, right: 370 }
const bar = { top: 740, bottom: 800, left: 0, right: 390 }

test.each([
  ['at the lower edge of the viewport', [], 12],
  ['above a bar there', [bar], 72],
  ['above form actions above the bar', [bar, { ...bar, top: 680, bottom: 739 }], 132],
  ['beside a narrow button', [{ top: 700, bottom: 790, left: 372, right: 390 }], 12],
  ['below a dialog in the middle', [{ top: 200, bottom: 600, left: 20, right: 370 }], 12],
  ['between two elements with room for it', [bar, { ...bar, top: 100, bottom: 640 }], 72],
  ['above two elements without room between them', [bar, { ...bar, top: 500, bottom: 700 }], 312],
  ['at the upper edge when a sheet fills the viewport', [{ ...bar, top: 30 }], 728],
])('places a toast %s', (_, others, distance) => {
  expect(lowestPlace(toast, others, 800)).toBe(distance)
})
