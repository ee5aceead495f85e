import { blend, css, lit } from '../craft/colour.ts'
import { n, shape, soft, straight, type Point } from '../craft/lines.ts'
import { facets, paintMountains } from './mountains.ts'
import { mist, ridge, tone, type Scene } from './scene.ts'

/** Open water to the horizon, with the way of the light upon it. */
export function paintSea(scene: Scene): void {
  const { dice, height, horizon } = scene
  for (const nearness of [0.16, 0.34]) {
    const from = dice.chance(0.5) ? 0 : 1
    const reach = dice.between(0.3, 0.55)
    const base = (share: number) =>
      horizon + 6 - Math.max(0, 1 - Math.abs(share - from) / reach) * height * 0.09 * (0.6 + nearness)
    const points = ridge(scene, nearness, { base, reach: height * 0.016, rough: 0.6, mist: 0.5 })
    facets(scene, points, nearness, height * 0.04, false)
  }
  mist(scene, horizon, height * 0.05, 0.5)
  surface(scene, horizon)
  waves(scene)
  const shore = dice.chance(0.5) ? 1 : 0
  const rocks = (share: number) => height * (1.02 - Math.max(0, 0.5 - Math.abs(share - shore)) * 0.3)
  facets(
    scene,
    ridge(scene, 0.95, { base: rocks, reach: height * 0.03, rough: 0.62, mist: 0.1 }),
    0.9,
    height * 0.03,
    false
  )
}

export function surface(scene: Scene, top: number): void {
  const { plate, palette, dice, width, height, light } = scene
  plate.add(
    shape(
      `M0 ${n(top)}H${n(width)}V${n(height)}H0z`,
      plate.linear([[0, blend(palette.horizon, palette.sky, 0.3)], [0.3, blend(palette.sky, palette.zenith, 0.45)], [1, blend(palette.zenith, palette.near, 0.6)]], 0, top, 0, height, 5) // prettier-ignore
    )
  )
  let glints = ''
  const bright = css(lit(palette.light, 0.02))
  for (let i = 0; i < (plate.isFlat ? 40 : 150); i++) {
    const share = dice.next() ** 1.5
    const y = top + 3 + (height - top) * share
    const spread = width * (0.025 + share * 0.11)
    const [x, long, thick] = [
      light[0] + dice.about(0, spread * 1.6),
      (8 + share * 70) * dice.between(0.4, 1.2),
      0.8 + share * 5,
    ]
    glints += shape(
      `M${n(x - long)} ${n(y)}Q${n(x)} ${n(y - thick)} ${n(x + long)} ${n(y)}Q${n(x)} ${n(y + thick)} ${n(x - long)} ${n(y)}z`,
      bright,
      `opacity="${(0.85 - share * 0.45).toFixed(2)}"`
    )
  }
  plate.add(plate.glow(light[0], top, width * 0.4, palette.light, 0.4, 0.5), glints)
}

function waves({ plate, palette, dice, width, height, horizon }: Scene): void {
  for (let row = 0; row < 9; row++) {
    const share = (row + 1) / 9
    const y = horizon + (height - horizon) * share ** 1.5
    const swell = 2 + share * 20
    const points: Point[] = []
    for (let x = -60; x <= width + 60; x += 34 + share * 60) points.push([x, y + dice.between(-1, 1) * swell])
    const body = blend(palette.sky, palette.near, 0.2 + share * 0.55)
    const band = `${soft(points, false)}${straight(
      points.toReversed().map(([x, py], i): Point => [x, py + swell * (0.5 + (i % 3) * 0.5)]),
      false
    ).replace('M', 'L')}z`
    plate.add(shape(band, css(body), `opacity="${(0.25 + share * 0.35).toFixed(2)}"`))
  }
}

/** What stands at the water, and again in it. */
export function paintLake(scene: Scene): void {
  const { plate, palette, dice, width, height, horizon } = scene
  const shore = horizon + height * 0.13
  const behind = plate.lift()
  paintMountains({ ...scene, horizon: horizon + height * 0.02, height: shore * 1.02 }, 4)
  const land = plate.lift()
  const cut = `M0 0H${n(width)}V${n(shore)}H0z`
  plate.add(behind, plate.clipped(land, cut))
  const mirror = `<g transform="translate(0 ${n(shore * 2)}) scale(1 -1)">${behind}${plate.clipped(land, cut)}</g>`
  plate.add(plate.clipped(plate.blurred(mirror, 3), `M0 ${n(shore)}H${n(width)}V${n(height)}H0z`))
  plate.add(shape(`M0 ${n(shore)}H${n(width)}V${n(height)}H0z`, plate.linear([[0, palette.sky, 0.1], [1, palette.near, 0.72]], 0, shore, 0, height, 4))) // prettier-ignore
  let ripples = ''
  for (let i = 0; i < 60; i++) {
    const share = dice.next() ** 1.6
    const y = shore + (height - shore) * share
    const [x, long] = [dice.between(-0.1, 1.1) * width, (20 + share * 150) * dice.between(0.4, 1)]
    ripples += shape(
      `M${n(x - long)} ${n(y)}Q${n(x)} ${n(y - 1 - share * 3)} ${n(x + long)} ${n(y)}Q${n(x)} ${n(y + 1 + share * 3)} ${n(x - long)} ${n(y)}z`,
      css(blend(palette.light, palette.horizon, 0.5)),
      `opacity="${dice.between(0.08, 0.4).toFixed(2)}"`
    )
  }
  plate.add(ripples)
  mist(scene, shore, height * 0.05, 0.45)
  const bank = dice.chance(0.5) ? 1 : 0
  ridge(scene, 0.95, {
    base: (share) => height * (1.03 - Math.max(0, 0.62 - Math.abs(share - bank)) * 0.22),
    reach: height * 0.02,
    isSoft: true,
    depth: 4,
  })
}

/** Below the surface. */
export function paintDeep(scene: Scene): void {
  const { plate, palette, dice, width, height } = scene
  plate.fill(plate.linear([[0, palette.light], [0.1, palette.horizon], [0.45, palette.sky], [1, palette.zenith]], 0, -height * 0.12, 0, height)) // prettier-ignore
  plate.add(plate.glow(scene.light[0], 0, width * 0.7, palette.light, 0.8))
  for (let layer = 0; layer < 4; layer++) {
    const nearness = 0.16 + layer * 0.26
    const open = dice.between(0.35, 0.65)
    const base = (share: number) =>
      height * (0.8 + layer * 0.05) - Math.abs(share - open) ** 1.6 * height * (0.5 - layer * 0.08)
    ridge(scene, nearness, { base, reach: height * 0.05, rough: 0.66, isSoft: true, depth: 5, mist: 0.5 })
    weeds(scene, nearness, base, layer)
  }
  let bubbles = ''
  for (let i = 0; i < 46; i++) {
    const r = 2 + dice.next() ** 3 * 13
    bubbles += `<circle cx="${n(dice.between(0, width))}" cy="${n(dice.between(0.1, 0.95) * height)}" r="${n(r)}" fill="none" stroke="${css(palette.light)}" stroke-width="1.2" opacity="${dice.between(0.2, 0.7).toFixed(2)}"/>`
  }
  plate.add(bubbles)
}

function weeds(
  { plate, palette, dice, width, height, ...rest }: Scene,
  nearness: number,
  base: (share: number) => number,
  layer: number
): void {
  const body = tone({ plate, palette, dice, width, height, ...rest }, nearness)
  let weed = ''
  for (let i = 0; i < 26; i++) {
    const share = dice.chance(0.5) ? dice.next() ** 1.6 * 0.5 : 1 - dice.next() ** 1.6 * 0.5
    const [x, y] = [share * width, base(share) + 30]
    const tall = height * dice.between(0.06, 0.16 + layer * 0.04)
    const [wide, sway] = [5 + layer * 3, dice.between(-40, 40)]
    const hue = dice.chance(0.24) && layer > 0 ? blend(palette.accent, body, 0.35 + 0.12 * layer) : body
    const up: Point[] = []
    for (let step = 0; step <= 6; step++)
      up.push([
        x + Math.sin(step * 0.9 + sway) * tall * 0.06 + (sway * step) / 6 - wide * (1 - step / 6.4),
        y - (tall * step) / 6,
      ])
    const down = up.toReversed().map(([px, py], step): Point => [px + 2 * wide * (0.06 + step / 6.4), py])
    weed += shape(soft([...up, ...down]), css(hue))
  }
  plate.add(weed)
}
