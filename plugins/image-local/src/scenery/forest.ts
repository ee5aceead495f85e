import { blend, css, lit } from '../craft/colour.ts'
import { line, n, shape, soft, straight, type Point } from '../craft/lines.ts'
import { conifer } from './conifer.ts'
import { mist, ridge, tone, type Scene } from './scene.ts'

/** A row of conifers along a line. */
export function treeline(
  scene: Scene,
  nearness: number,
  base: (share: number) => number,
  tall: number,
  gap: number
): void {
  const { plate, dice, width, height, palette } = scene
  let d = ''
  for (let x = -30; x < width + 30; x += gap * dice.between(0.5, 1.3)) {
    const size = tall * (dice.chance(0.2) ? dice.between(1, 1.45) : dice.between(0.55, 1))
    d += conifer(scene, x, base(x / width) + dice.between(0, tall * 0.1), size)
  }
  const body = tone(scene, nearness)
  const foot = base(0.5) + tall * 0.9
  const hazy = blend(body, palette.horizon, 0.55 * (1 - nearness))
  const ground: Point[] = []
  for (let step = 0; step <= 12; step++) ground.push([(width * step) / 12, base(step / 12) - 3])
  d += `${straight(ground, false)}V${n(height + 10)}H0z`
  plate.add(shape(d, plate.isFlat ? css(body) : plate.linear([[0, body], [0.55, body], [1, hazy]], 0, base(0.5) - tall, 0, foot))) // prettier-ignore
}

/** Between trunks, with the light coming through. */
export function paintForest(scene: Scene): void {
  const { plate, palette, width, height, horizon, light, reading } = scene
  const isBare = reading.weather.has('snow') || reading.weather.has('leaves') || reading.weather.has('petals')
  const base = (drop: number, wave: number) => (share: number) =>
    horizon + height * drop + Math.sin(share * 5 + wave) * height * 0.018
  plate.add(plate.glow(light[0], horizon - height * 0.06, width * 0.5, palette.horizon, 0.8))
  for (let layer = 0; layer < 4; layer++) {
    const nearness = 0.1 + layer * 0.16
    treeline(scene, nearness, base(0.02 + layer * 0.045, layer * 2), height * (0.2 + layer * 0.09), 34 + layer * 14)
    mist(scene, horizon + height * (0.05 + layer * 0.05), height * 0.09, 0.42 - layer * 0.08)
  }
  shafts(scene)
  ridge(scene, 0.74, { base: () => height * 0.83, reach: height * 0.018, isSoft: true, depth: 4, mist: 0.3 })
  if (isBare) crowns(scene)
  trunks(scene, 0.84, 5, [0.012, 0.026])
  trunks(scene, 1, 3, [0.035, 0.07])
}

/** Beams that fan out from the light. */
export function shafts(scene: Scene, strength = 0.2): void {
  const { plate, palette, dice, height, light } = scene
  if (plate.isFlat) return
  let beams = ''
  for (let beam = 0; beam < 9; beam++) {
    const [angle, spread] = [dice.between(0.15, 0.85) * Math.PI, dice.between(0.012, 0.05)]
    const far = height * dice.between(0.7, 1.3)
    const at = (turn: number): Point => [light[0] - Math.cos(turn) * far, light[1] + Math.sin(turn) * far]
    const paint = plate.radial([[0, palette.light, strength / 3], [1, palette.light, 0]], light[0], light[1], far) // prettier-ignore
    // Three, each within the last: its edges are soft without a filter.
    for (const part of [1, 0.72, 0.44])
      beams += shape(straight([light, at(angle - spread * part), at(angle + spread * part)]), paint)
  }
  plate.add(beams)
}

/** Great trunks at the sides, so that the middle stays open. */
function trunks(scene: Scene, nearness: number, count: number, [slim, stout]: readonly [number, number]): void {
  const { plate, palette, dice, width, height, side } = scene
  const body = tone(scene, nearness)
  let wood = ''
  for (let i = 0; i < count; i++) {
    const out = dice.next() ** 0.8
    const x = (i % 2 ? 1 : 0) * width + (i % 2 ? -1 : 1) * (0.02 + 0.3 * (1 - out)) * width
    const [half, lean] = [(width * dice.between(slim, stout)) / 2, dice.between(-30, 30)]
    const foot = height * dice.between(0.86, 0.98) * (nearness === 1 ? 1.1 : 1)
    const right: Point[] = [[x + lean + half * 0.7, -20], [x + lean * 0.4 + half * 0.85, height * 0.4], [x + half, foot - half * 2.4], [x + half * 2.6, foot + half]] // prettier-ignore
    const left: Point[] = [[x - half * 2.6, foot + half], [x - half, foot - half * 2.4], [x + lean * 0.4 - half * 0.85, height * 0.4], [x + lean - half * 0.7, -20]] // prettier-ignore
    wood += shape(soft([...right, ...left]), css(body))
    for (let bough = 0; bough < 3; bough++) {
      const [y, turn] = [height * dice.between(0.02, 0.45), (i % 2 ? -1 : 1) * dice.between(90, 240)]
      wood += line(
        `M${n(x + lean * 0.4)} ${n(y)}q${n(turn * 0.4)} ${n(-30)} ${n(turn)} ${n(dice.between(-90, -10))}`,
        css(body),
        half * dice.between(0.2, 0.42)
      )
    }
  }
  plate.add(plate.rimmed(wood, side * 3.4, 0, blend(palette.light, palette.horizon, 0.4), nearness === 1 ? 0.28 : 0.42))
}

/** Leaves or blossom around the upper edge. */
export function crowns(scene: Scene): void {
  const { plate, palette, dice, width, height, light } = scene
  const leaf = scene.reading.weather.has('snow') ? lit(palette.far, 0.1) : palette.accent
  for (const nearness of [0.45, 0.75]) {
    let leaves = ''
    for (let clump = 0; clump < 26; clump++) {
      const out = dice.next()
      const x = dice.chance(0.5) ? out * width * 0.36 : width * (1 - out * 0.36)
      const y = height * dice.between(-0.04, 0.3) * (1.1 - out * 0.8)
      for (let one = 0; one < 24; one++) {
        const [px, py] = [x + dice.about(0, 100), y + dice.about(0, 62)]
        const near = Math.max(0, 1 - Math.hypot(px - light[0], py - light[1]) / (width * 0.75))
        const hue = blend(
          blend(leaf, palette.near, nearness * 0.85 - near * 0.35 + dice.between(-0.12, 0.12)),
          palette.light,
          near * 0.25
        )
        leaves += `<ellipse cx="${n(px)}" cy="${n(py)}" rx="${n(dice.between(5, 13))}" ry="${n(dice.between(3, 6))}" transform="rotate(${n(dice.between(-60, 60))} ${n(px)} ${n(py)})" fill="${css(hue)}"/>`
      }
    }
    plate.add(leaves)
  }
}
