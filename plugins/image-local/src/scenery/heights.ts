import { blend, css, lit } from '../craft/colour.ts'
import { disc, n, shape, soft, straight, type Point } from '../craft/lines.ts'
import { facets } from './mountains.ts'
import { mist, ridge, tone, type Scene } from './scene.ts'
import { stars } from './sky.ts'

/** Above a sea of clouds, with peaks coming through. */
export function paintClouds(scene: Scene): void {
  const { dice, width, height, horizon } = scene
  facets(
    scene,
    ridge(scene, 0.2, { base: () => horizon + height * 0.01, reach: height * 0.1, rough: 0.5 }),
    0.2,
    height * 0.12,
    true
  )
  mist(scene, horizon + height * 0.06, height * 0.06, 0.7)
  for (let layer = 0; layer < 5; layer++) {
    const share = layer / 4
    const y = horizon + height * (0.02 + share ** 1.2 * 0.42)
    if (layer === 2) {
      const from = dice.between(0.15, 0.85)
      const points = ridge(scene, 0.5, {
        base: (at) => y + height * 0.1 - Math.max(0, 0.3 - Math.abs(at - from)) * height * 0.62,
        reach: height * 0.05,
        rough: 0.55,
      })
      facets(scene, points, 0.5, height * 0.1, false)
    }
    bank(scene, y, width * (0.05 + share * 0.06), share)
  }
}

/** A bank of cumulus: heads lit from above, and shade below. */
function bank({ plate, palette, dice, width, height, light }: Scene, y: number, size: number, share: number): void {
  const shade = blend(blend(palette.horizon, palette.sky, 0.3 + share * 0.5), palette.zenith, share * 0.35)
  for (const [row, depth] of [
    [0, 0.5],
    [1, 0.2],
    [2, 0],
  ] as const) {
    let heads = ''
    for (let x = -size; x < width + size; x += size * dice.between(0.35, 0.75)) {
      const r = size * dice.between(0.45, 1) * (1 - row * 0.12)
      const near = Math.max(0, 1 - Math.abs(x - light[0]) / (width * 0.6))
      const top = blend(blend(shade, palette.light, 0.5 - share * 0.2 + near * 0.3), shade, depth)
      const cy = y + row * size * 0.55 + dice.about(0, size * 0.28)
      const paint = plate.isFlat ? css(row === 1 ? blend(top, shade, 0.5) : top) : plate.linear([[0, top], [0.6, blend(top, shade, 0.75)], [1, shade]], 0, cy - r, 0, cy + r * 0.9) // prettier-ignore
      heads += disc(x, cy, r, paint)
    }
    plate.add(plate.blurred(heads, 1.6 + share * 1.6))
  }
  const from = y + size * 1.4
  plate.add(shape(`M0 ${n(from)}H${n(width)}V${n(height)}H0z`, plate.linear([[0, shade, 0], [1, shade, 1]], 0, from, 0, from + size))) // prettier-ignore
}

/** Among stars: a nebula, a great planet, and ground of our own below. */
export function paintSpace(scene: Scene): void {
  const { plate, palette, dice, width, height } = scene
  plate.fill(plate.linear([[0, palette.zenith], [0.6, blend(palette.zenith, palette.sky, 0.6)], [1, palette.sky]], 0, 0, width * 0.3, height)) // prettier-ignore
  nebula(scene)
  stars({ ...scene, horizon: height }, 420)
  const r = Math.min(width, height) * dice.between(0.2, 0.34)
  planet(scene, scene.light[0], height * dice.between(0.26, 0.4), r, palette.horizon, true)
  planet(
    scene,
    width - scene.light[0] + dice.about(0, 60),
    height * dice.between(0.12, 0.3),
    r * dice.between(0.14, 0.26),
    palette.accent,
    false
  )
  const points = ridge(scene, 0.62, { base: () => height * 0.8, reach: height * 0.05, rough: 0.6, mist: 0.2 })
  facets(scene, points, 0.5, height * 0.08, false)
  facets(
    scene,
    ridge(scene, 0.95, { base: () => height * 0.9, reach: height * 0.035, rough: 0.55, mist: 0 }),
    0.85,
    height * 0.06,
    false
  )
}

function nebula({ plate, palette, dice, width, height }: Scene): void {
  if (plate.isFlat) return
  const tilt = dice.between(-0.6, 0.6)
  let clouds = ''
  for (let i = 0; i < 54; i++) {
    const x = dice.between(-0.1, 1.1) * width
    const y = height * 0.42 + (x - width / 2) * tilt + dice.about(0, height * 0.24)
    const hue = dice.pick([palette.horizon, palette.far, palette.accent, palette.horizon, palette.sky])
    clouds += plate.glow(x, y, dice.between(60, 270), hue, dice.between(0.08, 0.34), dice.between(0.5, 1))
  }
  plate.add(clouds)
}

export function planet(
  { plate, palette, dice, side }: Pick<Scene, 'plate' | 'palette' | 'dice' | 'side'>,
  x: number,
  y: number,
  r: number,
  hue: Scene['palette']['sky'],
  isGreat: boolean
): void {
  const [bright, dark] = [blend(lit(hue, 0.1), palette.light, 0.35), blend(hue, palette.zenith, 0.9)]
  plate.add(plate.glow(x, y, r * 1.7, hue, 0.4))
  const ringed = isGreat && dice.chance(0.6)
  const ring = (half: string) => {
    let bands = ''
    for (const [far, wide, opacity] of [
      [1.5, 0.1, 0.8],
      [1.72, 0.16, 0.55],
      [2, 0.05, 0.7],
    ] as const)
      // prettier-ignore
      bands += `<path d="M${n(-r * far)} 0A${n(r * far)} ${n(r * far * 0.24)} 0 0 ${half} ${n(r * far)} 0" fill="none" stroke="${css(blend(bright, palette.accent, far - 1.5))}" stroke-width="${n(r * wide)}" opacity="${opacity}"/>`
    return `<g transform="translate(${n(x)} ${n(y)}) rotate(-16)">${bands}</g>`
  }
  if (ringed) plate.add(ring('1'))
  plate.add(disc(x, y, r, plate.radial([[0, bright], [0.45, hue], [0.85, blend(hue, dark, 0.75)], [1, dark]], x + side * r * 0.45, y - r * 0.4, r * 1.5, 5))) // prettier-ignore
  let bands = ''
  for (let i = 0; i < 9; i++) {
    const at = y + r * (-0.9 + i * 0.22 + dice.between(-0.05, 0.05))
    const points: Point[] = []
    for (let step = -4; step <= 4; step++)
      points.push([x + (r * step) / 3.6, at + (16 - step * step) * r * 0.008 + dice.about(0, r * 0.02)])
    bands += `<path d="${soft(points, false)}" fill="none" stroke="${css(i % 2 ? dark : bright)}" stroke-width="${n(r * dice.between(0.03, 0.12))}" opacity=".16"/>`
  }
  const edge = `M${n(x - r)} ${n(y)}a${n(r)} ${n(r)} 0 1 0 ${n(2 * r)} 0a${n(r)} ${n(r)} 0 1 0 ${n(-2 * r)} 0z`
  plate.add(plate.clipped(`<g transform="rotate(-16 ${n(x)} ${n(y)})">${bands}</g>`, edge))
  if (ringed) plate.add(ring('0'))
}

/** A mouth of rock, and crystals that have their own light. */
export function paintCave(scene: Scene): void {
  const { plate, palette, dice, width, height } = scene
  plate.fill(plate.radial([[0, palette.light], [0.16, palette.horizon], [0.5, palette.sky], [1, palette.zenith]], width / 2, height * 0.48, Math.max(width, height) * 0.7, 6)) // prettier-ignore
  for (let layer = 0; layer < 4; layer++) {
    const hole = 0.4 - layer * 0.02 + layer * 0.09
    const points: Point[] = []
    for (let step = 0; step < 30; step++) {
      const turn = (step / 30) * 2 * Math.PI
      const far = hole * dice.between(0.82, 1.1)
      points.push([
        width / 2 + Math.cos(turn) * far * width * 0.86,
        height * 0.5 + Math.sin(turn) * far * height * 0.92,
      ])
    }
    const body = tone(scene, 0.3 + layer * 0.22)
    plate.add(
      `<path fill-rule="evenodd" fill="${css(body)}" d="M-20-20H${n(width + 20)}V${n(height + 20)}H-20z${straight(points)}"/>`
    )
    crystals(scene, layer, hole)
  }
  mist(scene, height * 0.72, height * 0.12, 0.3)
}

function crystals({ plate, palette, dice, width, height, side }: Scene, layer: number, hole: number): void {
  for (let i = 0; i < 5 + layer * 2; i++) {
    const turn = dice.chance(0.72) ? dice.between(0.12, 0.88) * Math.PI : dice.between(1.1, 1.9) * Math.PI
    const [x, y] = [
      width / 2 + Math.cos(turn) * hole * 1.02 * width * 0.86,
      height * 0.5 + Math.sin(turn) * hole * 1.02 * height * 0.92,
    ]
    const [long, wide] = [
      height * dice.between(0.05, 0.11 + layer * 0.03),
      height * dice.between(0.012, 0.022 + layer * 0.006),
    ]
    const aim = (Math.atan2(height / 2 - y, width / 2 - x) * 180) / Math.PI + 90 + dice.between(-28, 28)
    const hue = blend(dice.pick([palette.accent, palette.horizon, palette.accent]), palette.near, layer * 0.14)
    const half = (s: number, paint: string) => shape(straight([[0, -long], [s * wide, -long * 0.78], [s * wide * 0.8, long * 0.2], [0, long * 0.24]]), paint) // prettier-ignore
    plate.add(plate.glow(x, y, long * 1.3, hue, 0.28))
    plate.add(
      `<g transform="translate(${n(x)} ${n(y)}) rotate(${n(aim)})">${half(-side, css(blend(hue, palette.near, 0.5)))}${half(side, css(blend(lit(hue, 0.08), palette.light, 0.3)))}</g>`
    )
  }
}
