import { hex, lighter, mix } from '../colour.ts'
import { n, smooth, type Point } from '../curves.ts'
import type { Palette } from '../palette.ts'
import { circle, path, type Sheet } from '../sheet.ts'

/** A place that is being drawn. `light` is the position of the sun, moon or lamp. */
export interface Place {
  sheet: Sheet
  palette: Palette
  light: Point
}

/** Draws the sky above the horizon, with a glow around the light. */
export const sky = ({ sheet, palette, light }: Place, horizon = 0.75, glow = 0.75) => {
  const { air, sky } = palette
  sheet.fill(
    sheet.linear(
      [
        [0, lighter(sky, -0.03)],
        [0.55, mix(sky, air, 0.45)],
        [1, air],
      ],
      0,
      0,
      0,
      sheet.height * horizon
    )
  )
  if (glow > 0) sheet.glow(light[0], light[1], sheet.height * 0.75, lighter(palette.key, 0.08), glow)
}

/** Draws the walls of a room, with a glow around the light. */
export const indoors = ({ sheet, palette, light }: Place, glow = 0.55) => {
  sheet.fill(
    sheet.linear(
      [
        [0, mix(palette.sky, palette.dark, 0.45)],
        [1, palette.depth(0.62)],
      ],
      0,
      0,
      0,
      sheet.height
    )
  )
  sheet.glow(light[0], light[1], sheet.height * 0.8, palette.key, glow)
}

/** Draws the sun or the moon with a wide halo. */
export const disc = ({ sheet, palette, light }: Place, radius: number, crescent = false) => {
  const bright = lighter(mix(palette.key, [0.97, 0.02, palette.key[2]], 0.55), 0.1)
  sheet.glow(light[0], light[1], radius * 2.6, bright, 0.6)
  if (crescent) {
    const [x, y] = light
    const r = n(radius)
    sheet.add(
      path(
        `M${n(x)} ${n(y - radius)}a${r} ${r} 0 1 1 ${n(-radius * 0.9)} ${n(radius * 1.6)}a${n(radius * 0.82)} ${n(radius * 0.82)} 0 1 0 ${n(radius * 0.9)} ${n(-radius * 1.6)}z`,
        hex(bright)
      )
    )
  } else sheet.add(circle(light[0], light[1], radius, hex(bright)))
}

/** Draws a ridge across the picture, filled to the bottom, with mist at its foot. */
export const ridge = (
  { sheet, palette }: Place,
  nearness: number,
  heightAt: (share: number) => number,
  { steps = 12, sharp = false, mist = 0.5 } = {}
) => {
  const points = Array.from({ length: steps + 1 }, (_, step): Point => [
    (step / steps) * (sheet.width + 20) - 10,
    heightAt(step / steps),
  ])
  const top = Math.min(...points.map(([, y]) => y))
  const line = sharp ? `M${points.map(([x, y]) => `${n(x)} ${n(y)}`).join('L')}` : smooth(points)
  const colour = palette.depth(nearness)
  const paint =
    mist > 0
      ? sheet.linear(
          [
            [0, colour],
            [1, mix(colour, palette.air, mist)],
          ],
          0,
          top,
          0,
          top + sheet.height * 0.34
        )
      : hex(colour)
  sheet.add(path(`${line}V${sheet.height}H0z`, paint))
}

export const stars = ({ sheet, palette }: Place, count: number, until: number) => {
  let small = ''
  let large = ''
  for (let star = 0; star < count; star++) {
    const spot = `M${Math.round(sheet.dice.between(0, sheet.width))} ${Math.round(sheet.dice.between(0, until))}h0`
    if (sheet.dice.chance(0.22)) large += spot
    else small += spot
  }
  const colour = hex(mix(palette.key, [0.97, 0.01, 280], 0.7))
  sheet.add(
    `<g stroke="${colour}" fill="none"><path d="${small}" stroke-width="1.3" opacity=".6"/><path d="${large}" stroke-width="2.4" opacity=".85"/></g>`
  )
}

/** Draws small blurred spots, such as sparks, petals, snow or bubbles. */
export const motes = ({ sheet, palette }: Place, count: number, [from, until]: Point, size = 3, opacity = 0.7) => {
  const spots = ['', '', '']
  for (let mote = 0; mote < count; mote++)
    spots[mote % 3] +=
      `M${Math.round(sheet.dice.between(0, sheet.width))} ${Math.round(sheet.dice.between(from, until))}h0`
  const colour = hex(lighter(palette.key, 0.1))
  sheet.add(
    `<g stroke="${colour}" fill="none">${spots.map((d, step) => `<path d="${d}" stroke-width="${n(size * (0.6 + step * 0.9))}" opacity="${n(opacity * (1 - step * 0.3))}"/>`).join('')}</g>`
  )
}

/** Draws shafts of light from above, on the side of the light. */
export const shafts = ({ sheet, palette, light }: Place, count: number, opacity = 0.16) => {
  const paint = sheet.linear(
    [
      [0, lighter(palette.key, 0.1), opacity * 2],
      [1, palette.key, 0],
    ],
    0,
    0,
    0,
    sheet.height * 0.95
  )
  const lean = (sheet.width / 2 - light[0]) * 0.7
  let d = ''
  for (let shaft = 0; shaft < count; shaft++) {
    const x = light[0] + (shaft - count / 2 + sheet.dice.between(0, 0.7)) * sheet.width * 0.16
    const width = sheet.width * sheet.dice.between(0.02, 0.07)
    d += `M${n(x)}-9l${n(width)} 0 ${n(lean + width * 2)} ${sheet.height}h${n(-width * 3)}z`
  }
  sheet.add(path(d, paint))
}
