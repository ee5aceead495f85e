export { chance } from '../../../src/portraits/dice.ts'

/** Points and directions in space, x to the right, y up, z towards the one who looks. */
export type Vec = readonly [number, number, number]

export const add = (a: Vec, b: Vec): Vec => [a[0] + b[0], a[1] + b[1], a[2] + b[2]]
export const sub = (a: Vec, b: Vec): Vec => [a[0] - b[0], a[1] - b[1], a[2] - b[2]]
export const times = (a: Vec, n: number): Vec => [a[0] * n, a[1] * n, a[2] * n]
export const mix = (a: Vec, b: Vec, t: number): Vec => add(times(a, 1 - t), times(b, t))
export const dot = (a: Vec, b: Vec) => a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
export const cross = (a: Vec, b: Vec): Vec => [
  a[1] * b[2] - a[2] * b[1],
  a[2] * b[0] - a[0] * b[2],
  a[0] * b[1] - a[1] * b[0],
]
export const length = (a: Vec) => Math.hypot(a[0], a[1], a[2])
export const unit = (a: Vec): Vec => times(a, 1 / (length(a) || 1))

/** A point on a soft curve through all the points, t from 0 to 1. */
export const along = (points: readonly Vec[], t: number): Vec => {
  const at = Math.min(Math.max(t, 0), 1) * (points.length - 1)
  const i = Math.min(Math.floor(at), points.length - 2)
  const u = at - i
  const p = (n: number) => points[Math.min(Math.max(n, 0), points.length - 1)]!
  const [a, b, c, d] = [p(i - 1), p(i), p(i + 1), p(i + 2)]
  const one = (k: 0 | 1 | 2) =>
    0.5 *
    (2 * b[k] +
      (c[k] - a[k]) * u +
      (2 * a[k] - 5 * b[k] + 4 * c[k] - d[k]) * u * u +
      (3 * b[k] - a[k] - 3 * c[k] + d[k]) * u * u * u)
  return [one(0), one(1), one(2)]
}

/** A number on the broken line through evenly spaced values. */
export const between = (values: readonly number[], t: number) => {
  const at = Math.min(Math.max(t, 0), 1) * (values.length - 1)
  const i = Math.min(Math.floor(at), values.length - 2)
  return values.length === 1 ? values[0]! : values[i]! + (values[i + 1]! - values[i]!) * (at - i)
}

/** Turns about x (a nod), y (a look aside) and z (a tilt), in degrees, in that order. */
export const turned = ([x, y, z]: Vec, [nod, aside, tilt]: Vec): Vec => {
  const [a, b, c] = [(nod * Math.PI) / 180, (aside * Math.PI) / 180, (tilt * Math.PI) / 180]
  const [y1, z1] = [y * Math.cos(a) - z * Math.sin(a), y * Math.sin(a) + z * Math.cos(a)]
  const [x2, z2] = [x * Math.cos(b) + z1 * Math.sin(b), -x * Math.sin(b) + z1 * Math.cos(b)]
  return [x2 * Math.cos(c) - y1 * Math.sin(c), x2 * Math.sin(c) + y1 * Math.cos(c), z2]
}

export const smooth = (from: number, to: number, value: number) => {
  const t = Math.min(Math.max((value - from) / (to - from), 0), 1)
  return t * t * (3 - 2 * t)
}
/** A soft bump: 1 at 0, nearly nothing beyond the width. */
export const bump = (value: number, width: number) => Math.exp(-((value / width) ** 2))

/** '#rrggbb' as light, which can be added up. */
export const light = (hex: string): Vec => {
  const n = Number.parseInt(hex.slice(1), 16)
  return [((n >> 16) & 255) / 255, ((n >> 8) & 255) / 255, (n & 255) / 255].map((v) => v ** 2.2) as unknown as Vec
}
