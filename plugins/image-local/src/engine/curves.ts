export type Point = readonly [x: number, y: number]

/** Formats a coordinate. Rounds large values to save bytes. Small values, as in faces, keep more digits. */
export const n = (value: number): string => {
  const far = Math.abs(value)
  const steps = far < 16 ? 10 : far < 60 ? 2 : 1
  return String(Math.round(value * steps) / steps)
}

const at = ([x, y]: Point) => `${n(x)} ${n(y)}`

/** Creates the path data of a closed polygon. */
export const polygon = (points: readonly Point[]): string => `M${points.map(at).join('L')}z`

/** Creates the path data of a Catmull-Rom curve through all points. */
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

/** Mirrors points at x = 0 and reverses their order. */
export const mirrored = (points: readonly Point[]): Point[] => points.map(([x, y]): Point => [-x, y]).toReversed()

/** Completes an outline from its right half, whose first and last points are at x = 0. */
export const whole = (half: readonly Point[]): Point[] => [...half, ...mirrored(half).slice(1, -1)]

/** Mirrors path data at x = 0. Supports absolute commands except arcs. */
export const flip = (d: string): string =>
  d.replaceAll(/([MLQCTSHV])([^MLQCTSHVz]*)/g, (_, command: string, list: string) => {
    if (command === 'V') return command + list
    const numbers = (list.match(/-?[\d.]+/g) ?? []).map(Number)
    return command + numbers.map((value, index) => (command === 'H' || index % 2 === 0 ? -value : value)).join(' ')
  })

/** Returns path data of the right side, mirrored if `s` is negative. */
export const sided = (s: number, d: string): string => (s > 0 ? d : flip(d))
