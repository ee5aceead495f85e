export type Point = readonly [x: number, y: number]

/** Short, because a picture has hundreds: as fine as what is small needs it, and near the middle that is a face. */
export const n = (value: number): string => {
  const far = Math.abs(value)
  const steps = far < 16 ? 10 : far < 60 ? 2 : 1
  return String(Math.round(value * steps) / steps)
}

const at = ([x, y]: Point) => `${n(x)} ${n(y)}`

/** Straight from point to point, and closed. */
export const polygon = (points: readonly Point[]): string => `M${points.map(at).join('L')}z`

/** A soft line through all points (Catmull-Rom); closed, it comes back to the first. */
export const smooth = (points: readonly Point[], closed = false, tension = 1 / 6): string => {
  const last = points.length - 1
  const point = (index: number): Point =>
    closed ? points[(index + points.length) % points.length]! : points[Math.min(last, Math.max(0, index))]!
  let d = `M${at(points[0]!)}`
  for (let index = 0; index < (closed ? points.length : last); index++) {
    const [before, from, to, after] = [point(index - 1), point(index), point(index + 1), point(index + 2)]
    d += `C${at([from[0] + (to[0] - before[0]) * tension, from[1] + (to[1] - before[1]) * tension])} ${at([
      to[0] - (after[0] - from[0]) * tension,
      to[1] - (after[1] - from[1]) * tension,
    ])} ${at(to)}`
  }
  return closed ? `${d}z` : d
}

/** The same on the other side, from the last point back to the first. */
export const mirrored = (points: readonly Point[]): Point[] => points.map(([x, y]): Point => [-x, y]).toReversed()

/** A half from top to bottom, made whole. Its first and last point lie on the middle. */
export const whole = (half: readonly Point[]): Point[] => [...half, ...mirrored(half).slice(1, -1)]
