import { expect, test } from 'vitest'
import { chartScale, fractionOf } from './chart_scale.ts'

test.each([
  [[], [0, 1]],
  [
    [0, 0],
    [0, 1],
  ],
  [[1], [0, 1]],
  [
    [3, 1],
    [0, 1, 2, 3],
  ],
  [[7], [0, 2, 4, 6, 8]],
  [[34], [0, 10, 20, 30, 40]],
  [[999], [0, 500, 1_000]],
  [
    [40, -90],
    [-100, -50, 0, 50],
  ],
  [[-3], [-3, -2, -1, 0]],
])('scales %j to the axis %j', (values, scale) => {
  expect(chartScale(values)).toEqual(scale)
})

test('covers every maximum in at most five steps', () => {
  for (let power = 0; power < 12; power++)
    for (const factor of [1, 1.01, 1.99, 2, 2.01, 4.99, 5, 5.01, 9.99]) {
      const most = Math.ceil(factor * 10 ** power)
      const scale = chartScale([most, 0])
      expect(scale.length, `${most}`).toBeLessThanOrEqual(5)
      expect(scale.at(-1)).toBeGreaterThanOrEqual(most)
      expect(scale.at(-1)! / most, `${most} fills at least half of the axis`).toBeLessThanOrEqual(2)
    }
})

test('maps values to fractions of the axis', () => {
  expect(fractionOf(0, [-100, -50, 0, 50])).toBeCloseTo(2 / 3)
  expect(fractionOf(20, [0, 10, 20, 30, 40])).toBe(0.5)
})
