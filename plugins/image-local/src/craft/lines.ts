import type { Dice } from './dice.ts'

export type Point = readonly [x: number, y: number]

export const n = (value: number): string => String(Math.round(value * 10) / 10)

/** Straight from point to point. */
export const straight = (points: readonly Point[], isClosed = true): string =>
  `M${points.map(([x, y]) => `${n(x)} ${n(y)}`).join('L')}${isClosed ? 'z' : ''}`

/** A soft line through all points (Catmull-Rom as Béziers). */
export function soft(points: readonly Point[], isClosed = true): string {
  const count = points.length
  const at = (index: number): Point =>
    isClosed ? points[(index + count) % count]! : points[Math.min(count - 1, Math.max(0, index))]!
  let d = `M${n(points[0]![0])} ${n(points[0]![1])}`
  for (let i = 0; i < (isClosed ? count : count - 1); i++) {
    const [p0, p1, p2, p3] = [at(i - 1), at(i), at(i + 1), at(i + 2)]
    const [x1, y1] = [p1[0] + (p2[0] - p0[0]) / 6, p1[1] + (p2[1] - p0[1]) / 6]
    const [x2, y2] = [p2[0] - (p3[0] - p1[0]) / 6, p2[1] - (p3[1] - p1[1]) / 6]
    d += `C${n(x1)} ${n(y1)} ${n(x2)} ${n(y2)} ${n(p2[0])} ${n(p2[1])}`
  }
  return isClosed ? `${d}z` : d
}

/** A line across that breaks into ever smaller pieces; `rough` from 0.3 (hills) to 0.65 (crags). Heights up to 1.15 from 0. */
export function broken(dice: Dice, depth: number, rough: number): number[] {
  let line = [dice.between(-1, 1), dice.between(-1, 1)]
  let reach = 1
  for (let level = 0; level < depth; level++) {
    const finer: number[] = []
    for (let i = 0; i + 1 < line.length; i++) {
      finer.push(line[i]!, (line[i]! + line[i + 1]!) / 2 + dice.between(-reach, reach))
    }
    finer.push(line.at(-1)!)
    line = finer
    reach *= rough
  }
  const most = Math.max(...line.map(Math.abs)) / 1.15
  return line.map((height) => height / most)
}

/** The height of a line of `broken` or any other list, at a share of the way. */
export function along(line: readonly number[], share: number): number {
  const at = Math.min(line.length - 1.001, Math.max(0, share * (line.length - 1)))
  const i = Math.floor(at)
  return line[i]! + (line[i + 1]! - line[i]!) * (at - i)
}

export const shape = (d: string, fill: string, more = ''): string =>
  `<path d="${d}" fill="${fill}"${more && ` ${more}`}/>`

export const line = (d: string, colour: string, width: number, more = ''): string =>
  `<path d="${d}" fill="none" stroke="${colour}" stroke-width="${n(width)}" stroke-linecap="round" stroke-linejoin="round"${more && ` ${more}`}/>`

export const disc = (x: number, y: number, r: number, fill: string, more = ''): string =>
  `<circle cx="${n(x)}" cy="${n(y)}" r="${n(r)}" fill="${fill}"${more && ` ${more}`}/>`

export const placed = (markup: string, x: number, y: number, scale: number, flip = false, turn = 0): string =>
  `<g transform="translate(${n(x)} ${n(y)}) rotate(${n(turn)}) scale(${(flip ? -scale : scale).toFixed(3)} ${scale.toFixed(3)})">${markup}</g>`
