import { blend, css, lit } from '../craft/colour.ts'
import { n, shape, straight, type Point } from '../craft/lines.ts'
import { paintMountains } from './mountains.ts'
import { tone, type Scene } from './scene.ts'

/** A room with one great window, and what stands in its light. */
export function paintRoom(scene: Scene): void {
  const { plate, palette, dice, width, height } = scene
  const [x, y] = [width * 0.5 + scene.side * width * 0.12, height * 0.12]
  const [wide, tall] = [Math.min(width, height) * 0.5, height * 0.5]
  const arch = `M${n(x - wide / 2)} ${n(y + tall)}V${n(y + wide / 2)}A${n(wide / 2)} ${n(wide / 2)} 0 0 1 ${n(x + wide / 2)} ${n(y + wide / 2)}V${n(y + tall)}z`
  const sky = plate.lift()
  paintMountains({ ...scene, horizon: y + tall * 0.72, height: y + tall * 1.1 }, 3)
  const view = sky + plate.lift()
  plate.fill(plate.linear([[0, tone(scene, 0.78)], [0.7, tone(scene, 0.62)], [1, tone(scene, 0.85)]], 0, 0, 0, height, 3)) // prettier-ignore
  plate.add(plate.glow(x, y + tall / 2, width * 0.7, palette.horizon, 0.55), plate.clipped(view, arch))
  const frame = css(tone(scene, 0.95))
  let bars = `M${n(x)} ${n(y)}V${n(y + tall)}`
  for (let bar = 1; bar < 5; bar++) bars += `M${n(x - wide / 2)} ${n(y + (tall * bar) / 5)}h${n(wide)}`
  plate.add(
    `<path d="${bars}M${n(x - wide / 4)} ${n(y + wide * 0.07)}V${n(y + tall)}M${n(x + wide / 4)} ${n(y + wide * 0.07)}V${n(y + tall)}" fill="none" stroke="${frame}" stroke-width="6"/><path d="${arch}" fill="none" stroke="${frame}" stroke-width="18"/>`
  )
  const floor = height * 0.74
  plate.add(shape(`M0 ${n(floor)}H${n(width)}V${n(height)}H0z`, plate.linear([[0, tone(scene, 0.7)], [1, palette.near]], 0, floor, 0, height, 3))) // prettier-ignore
  const slant = -scene.side * width * 0.3
  const pool = straight([[x - wide * 0.4, floor], [x + wide * 0.4, floor], [x + wide * 0.7 + slant, height], [x - wide * 0.7 + slant, height]]) // prettier-ignore
  const beam = straight([[x - wide * 0.48, y + wide * 0.3], [x + wide * 0.48, y + wide * 0.3], [x + wide * 0.7 + slant, height], [x - wide * 0.7 + slant, height]]) // prettier-ignore
  plate.add(
    plate.blurred(
      shape(pool, css(palette.light), 'opacity=".3"') +
        shape(beam, css(palette.light), `opacity="${plate.isFlat ? 0.08 : 0.13}"`),
      8
    )
  )
  if (scene.place === 'library' || dice.chance(0.5)) for (const at of [-1, 1] as const) shelves(scene, at)
  lamps(scene)
}

/** Walls of books that draw back towards the window. */
function shelves(scene: Scene, at: 1 | -1): void {
  const { plate, palette, dice, width, height } = scene
  const edge = at < 0 ? 0 : width
  const deep = width * 0.27
  const line = (share: number, depth: number): Point => [
    edge - at * deep * depth,
    height * (-0.04 + share * (0.98 - depth * 0.2) + depth * 0.1),
  ]
  plate.add(shape(straight([line(0, 0), line(0, 1), line(1, 1), line(1, 0)]), css(tone(scene, 0.96))))
  const hues = [palette.accent, palette.horizon, palette.far, palette.sky, palette.near]
  for (let row = 0; row < 7; row++) {
    let depth = 0.02
    while (depth < 0.95) {
      const thick = dice.between(0.025, 0.075)
      const top = (row + dice.between(0.14, 0.4)) / 7
      const hue = blend(blend(dice.pick(hues), palette.near, 0.62), palette.light, 0.13 * depth)
      if (dice.chance(0.93))
        plate.add(
          shape(
            straight([
              line(top, depth),
              line(top, depth + thick * 0.9),
              line((row + 0.92) / 7, depth + thick * 0.9),
              line((row + 0.92) / 7, depth),
            ]),
            css(hue)
          )
        )
      depth += thick
    }
  }
}

function lamps({ plate, palette, dice, width, height }: Scene): void {
  for (let i = 0; i < 4; i++) {
    const x = width * (0.12 + 0.25 * i + dice.between(-0.04, 0.04))
    const y = height * dice.between(0.06, 0.22)
    plate.add(`<path d="M${n(x)} 0V${n(y)}" stroke="${css(palette.near)}" stroke-width="3"/>`)
    plate.add(
      plate.glow(x, y + 14, 120, palette.accent, 0.6),
      shape(`M${n(x - 15)} ${n(y)}h30l6 24q-21 14-42 0z`, css(lit(blend(palette.accent, palette.light, 0.5), 0.04)))
    )
  }
}

/** A hall of pillars and arches, one behind the other towards the light. */
export function paintHall(scene: Scene): void {
  const { plate, palette, dice, width, height } = scene
  const [x, end] = [width / 2, height * 0.5]
  plate.fill(css(tone(scene, 0.25)))
  plate.add(plate.glow(x, end, Math.max(width, height) * 0.62, palette.light, 0.95))
  for (let layer = 0; layer < 6; layer++) {
    const size = 0.24 + layer ** 1.35 * 0.085
    const [half, floor, rise] = [
      size * Math.min(width, height * 0.8) * 0.82,
      height * (0.6 + size * 0.34),
      height * (0.52 - size * 0.62),
    ]
    const body = tone(scene, 0.22 + layer * 0.15)
    const inner = `M${n(x - half)} ${n(floor)}V${n(rise + half)}Q${n(x - half)} ${n(rise + half * 0.3)} ${n(x)} ${n(rise)}Q${n(x + half)} ${n(rise + half * 0.3)} ${n(x + half)} ${n(rise + half)}V${n(floor)}z`
    plate.add(`<path fill-rule="evenodd" fill="${plate.isFlat ? css(body) : plate.linear([[0, blend(body, palette.near, 0.35)], [0.6, body], [1, blend(body, palette.horizon, 0.22)]], 0, 0, 0, floor)}" d="M-20-20H${n(width + 20)}V${n(height + 20)}H-20z${inner}"/>`) // prettier-ignore
    plate.add(
      `<path d="${inner}" fill="none" stroke="${css(blend(body, palette.light, 0.5))}" stroke-width="${n(1.5 + layer * 1.2)}" opacity=".55"/>`
    )
    const next = straight([[x - half, floor], [x + half, floor], [x + half * 1.5, height * 1.02], [x - half * 1.5, height * 1.02]]) // prettier-ignore
    plate.add(shape(next, plate.linear([[0, blend(palette.horizon, palette.light, 0.4), 0.5], [1, palette.near, 0.3]], 0, floor, 0, height))) // prettier-ignore
    for (const at of [-1, 1]) {
      const [px, w] = [x + at * half * 1.18, half * 0.1]
      plate.add(shape(`M${n(px - w)} ${n(floor + 10)}V${n(rise + half)}h${n(2 * w)}V${n(floor + 10)}z`, plate.isFlat ? css(blend(body, palette.near, 0.3)) : plate.linear([[0, palette.near, 0.55], [1, palette.light, 0.22]], px + at * w, 0, px - at * w, 0))) // prettier-ignore
      if (layer % 2 === 1 && dice.chance(0.8))
        plate.add(plate.glow(px, rise + half * 1.4, half * 0.5, palette.accent, 0.55))
    }
  }
}
