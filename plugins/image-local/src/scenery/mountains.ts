import { blend, css, lit } from '../craft/colour.ts'
import { n, shape, straight, type Point } from '../craft/lines.ts'
import { conifer } from './conifer.ts'
import { mist, ridge, tone, type Scene } from './scene.ts'

/** Ranges one behind the other, each peak with a side in the light. */
export function paintMountains(scene: Scene, layers = 5): void {
  const { dice, height, horizon, reading } = scene
  const top = horizon - height * 0.26
  for (let layer = 0; layer < layers; layer++) {
    const share = layer / (layers - 1)
    const nearness = 0.08 + share * 0.74
    const base = top + (height * 0.94 - top) * (0.24 + share * 0.62)
    const reach = height * (0.2 - share * 0.1)
    const lean = dice.between(-0.5, 0.5) * height * 0.16
    const points = ridge(scene, nearness, { base: (at) => base + (at - 0.5) * lean, reach, rough: 0.52, mist: 0.75 })
    const isSnowy = share < 0.5 && !reading.weather.has('embers') && scene.place !== 'desert'
    facets(scene, points, nearness, reach, isSnowy)
    if (share < 0.9) mist(scene, base + reach * 1.2, height * 0.07, 0.34 * (1 - share * 0.6))
  }
}

/** Firs at the edges, right before us. */
export function flank(scene: Scene): void {
  const { plate, dice, width, height, palette, side } = scene
  for (const nearness of [0.72, 0.98]) {
    let trees = ''
    for (let i = 0; i < 7; i++) {
      const out = (i + dice.next()) / 7
      const at = i % 2 ? out * 0.2 : 1 - out * 0.24
      const tall = height * (nearness > 0.9 ? 0.34 : 0.22) * dice.between(0.6, 1) * (1.15 - out * 0.5)
      trees += shape(
        conifer(scene, at * width, height * (1.03 - (nearness > 0.9 ? 0 : 0.05)), tall),
        css(tone(scene, nearness))
      )
    }
    plate.add(plate.rimmed(trees, side * 1.6, 0, blend(palette.light, palette.horizon, 0.5), 0.3))
  }
}

/** From each peak a spine runs down; what lies on the lit side of it is lighter. */
export function facets(
  scene: Scene,
  points: readonly Point[],
  nearness: number,
  reach: number,
  isSnowy: boolean
): void {
  const { plate, palette, dice, side } = scene
  const body = tone(scene, nearness)
  const bright = blend(lit(body, 0.06), palette.light, (palette.isNight ? 0.16 : 0.3) * (1 - nearness * 0.6))
  const snow = blend(blend(palette.light, palette.sky, 0.25), body, 0.2 + nearness * 0.6)
  for (const i of peaksOf(points)) {
    const [x, y] = points[i]!
    let end = i
    while (points[end + side] && points[end + side]![1] > points[end]![1] - reach * 0.02 && Math.abs(end - i) < 13)
      end += side
    const slope: Point[] = []
    for (let at = i; at !== end + side; at += side) slope.push(points[at]!)
    const foot = slope.at(-1)!
    const drop = Math.max(foot[1] - y, reach * 0.25) * 1.5
    const spine: Point[] = []
    for (let step = 5; step > 0; step--)
      spine.push([x + dice.between(-0.22, 0.3) * drop * 0.5 * side * (step / 3), y + (drop * step) / 5])
    const facet = straight([...slope, [foot[0], foot[1] + drop * 0.1], ...spine])
    const paint = plate.linear([[0, bright, 0.95], [1, bright, 0]], 0, y, 0, y + drop * 1.05, 2) // prettier-ignore
    plate.add(shape(facet, plate.isFlat ? css(bright) : paint))
    if (isSnowy && drop > reach * 0.5 && !plate.isFlat)
      plate.add(shape(cap(scene, points, i, drop * 0.3), css(snow), 'opacity=".9"'))
  }
}

function cap({ dice }: Scene, points: readonly Point[], peak: number, deep: number): string {
  const [, y] = points[peak]!
  const [left, right]: Point[][] = [[], []]
  for (let at = peak; points[at] && points[at]![1] < y + deep; at--) left!.unshift(points[at]!)
  for (let at = peak + 1; points[at] && points[at]![1] < y + deep; at++) right!.push(points[at]!)
  const top = [...left!, ...right!]
  const [from, to] = [top[0]![0], top.at(-1)![0]]
  const hem: Point[] = []
  for (let step = 6; step >= 1; step--)
    hem.push([from + ((to - from) * step) / 7, y + deep * (step % 2 ? 1.25 : 0.7) * dice.between(0.8, 1.1)])
  return straight([...top, ...hem])
}

function peaksOf(points: readonly Point[]): number[] {
  const peaks: number[] = []
  for (let i = 3; i < points.length - 3; i++) {
    const y = points[i]![1]
    if ([-3, -2, -1, 1, 2, 3].every((step) => points[i + step]![1] >= y)) peaks.push(i)
  }
  return peaks
}

/** One mountain with a throat of fire. */
export function paintVolcano(scene: Scene): void {
  const { plate, palette, dice, width, height, horizon } = scene
  ridge(scene, 0.2, { base: () => horizon - height * 0.03, reach: height * 0.06, rough: 0.55 })
  const [x, top, wide] = [width * dice.between(0.38, 0.62), horizon - height * 0.3, width * 0.5]
  const mouth = wide * 0.13
  const cone: Point[] = [[x - wide, height * 1.05], [x - wide * 0.42, horizon - height * 0.04], [x - mouth, top], [x - mouth * 0.4, top + 14], [x + mouth * 0.3, top + 9], [x + mouth, top], [x + wide * 0.4, horizon - height * 0.05], [x + wide, height * 1.05]] // prettier-ignore
  let smoke = ''
  for (let i = 0; i < 34; i++) {
    const up = dice.next()
    const r = 30 + up * 110
    smoke += plate.isFlat
      ? ''
      : `<circle cx="${n(x + (up * 160 + 20) * dice.between(-0.5, 1.2))}" cy="${n(top - up * top * 1.05)}" r="${n(r)}" fill="${css(blend(palette.far, palette.near, 0.3 + up * 0.4))}" opacity=".34"/>`
  }
  plate.add(plate.blurred(smoke, 14), plate.glow(x, top, width * 0.3, palette.accent, 0.9))
  plate.add(shape(straight(cone), plate.linear([[0, tone(scene, 0.55)], [1, tone(scene, 0.8)]], 0, top, 0, height * 0.8, 2))) // prettier-ignore
  for (let river = 0; river < 4; river++) {
    let [px, py] = [x + dice.between(-0.7, 0.7) * mouth, top + 8]
    let d = `M${n(px)} ${n(py)}`
    const lean = dice.between(-1, 1)
    while (py < horizon + height * 0.2) {
      ;[px, py] = [px + lean * 22 + dice.between(-26, 26), py + dice.between(24, 50)]
      d += `L${n(px)} ${n(py)}`
    }
    const hot = (colour: string, wide: number, opacity: number) =>
      `<path d="${d}" fill="none" stroke="${colour}" stroke-width="${wide}" stroke-linejoin="round" opacity="${opacity}"/>`
    plate.add(
      plate.blurred(hot(css(palette.horizon), 26, 0.6), 10),
      hot(css(palette.horizon), 9, 1),
      hot(css(palette.light), 3.2, 1)
    )
  }
  ridge(scene, 0.86, { base: () => height * 0.84, reach: height * 0.05, rough: 0.6, mist: 0.2 })
}
