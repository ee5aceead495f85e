import { blend, css } from '../craft/colour.ts'
import { disc, line, n, shape, straight, type Point } from '../craft/lines.ts'
import type { Builders } from './builder.ts'
import { buildings } from './buildings.ts'

export const monuments: Builders = {
  pyramid: (ink, _, { palette, side }) => {
    const bright = css(blend(blend(palette.far, palette.horizon, 0.4), palette.light, 0.4))
    const one = (x: number, s: number) =>
      shape(
        straight([
          [x - s, 20],
          [x, 20 - s * 1.15],
          [x + s, 20],
        ]),
        ink
      ) +
      shape(
        straight([
          [x + side * s, 20],
          [x, 20 - s * 1.15],
          [x - side * s * 0.25, 20],
        ]),
        bright,
        'opacity=".8"'
      )
    return one(-130, 84) + one(30, 160) + one(190, 60)
  },
  tree: (_ink, _lights, { dice, palette, plate, side, reading }) => {
    const isBright = reading.weather.has('leaves') || reading.weather.has('petals')
    let leaves = ''
    for (let i = 0; i < 170; i++) {
      const [turn, far] = [dice.between(0, 6.28), Math.sqrt(dice.next())]
      const [x, y] = [Math.cos(turn) * far * 112, -148 + Math.sin(turn) * far * 66]
      const near = Math.max(0, 1 - Math.hypot(x - side * 90, y + 190) / 190)
      const leaf = isBright ? palette.accent : blend(palette.far, palette.near, 0.35)
      const hue = blend(blend(leaf, palette.near, 0.72 - near * 0.5 + dice.about(0, 0.1)), palette.light, near * 0.22)
      leaves += disc(x, y, dice.between(8, 19), css(hue), 'opacity=".9"')
    }
    const bough = (d: string, w: number) => line(d, css(palette.near), w)
    return (
      shape('M-44 24Q-16 4-13-60L-8-110H8L13-60Q16 4 48 24z', css(palette.near)) +
      bough('M0-90Q-30-130-72-146M2-96Q30-136 70-150M0-100V-176', 9) +
      plate.blurred(leaves, 0.6)
    )
  },
  waterfall: (ink, _, { palette, plate, dice }) => {
    const wall = (s: 1 | -1) => {
      const points: Point[] = [[s * 30, -170]]
      for (let step = 1; step < 9; step++)
        points.push([s * (30 + step * 46), -170 - Math.sin(step * 0.7) * 34 + dice.about(0, 18) + step * step * 1.6])
      return straight([
        ...points,
        [s * 470, 430],
        [s * 190, 430],
        [s * 54, 118],
        [s * 44, 20],
        [s * 52, -40],
        [s * 36, -90],
      ])
    }
    const water = plate.linear([[0, palette.light, 0.95], [0.7, blend(palette.light, palette.horizon, 0.5), 0.85], [1, palette.horizon, 0.2]], 0, -170, 0, 110) // prettier-ignore
    let [threads, spray] = ['', '']
    for (let i = 0; i < 12; i++)
      threads += `M${n(-30 + i * 5.4)} ${n(dice.between(-166, -90))}q${n(dice.about(0, 5))} 60 ${n(dice.about(0, 7))} ${n(dice.between(90, 180))}`
    for (let i = 0; i < 16; i++)
      spray += disc(
        dice.about(0, 84),
        96 + dice.about(0, 22),
        dice.between(12, 32),
        css(palette.light),
        'opacity=".22"'
      )
    return shape('M-40-160H40L56 112L220 440H-220L-56 112z', css(blend(palette.far, palette.sky, 0.5))) +
      plate.glow(0, 130, 190, palette.horizon, 0.6, 0.5) + shape('M-32-168Q0-162 32-168Q38-60 50 112H-50Q-38-60-32-168z', water) + line(threads, css(palette.far), 1.8, 'opacity=".45"') + shape(wall(1), ink) + shape(wall(-1), ink) + plate.blurred(spray, 6) // prettier-ignore
  },
  columns: (ink, _, { dice }) => {
    let pillars = ''
    for (let i = 0; i < 6; i++) {
      const [x, tall] = [-125 + i * 50, i === 1 || i === 4 ? dice.between(50, 90) : 120]
      pillars += shape(
        `M${x - 11} 0L${x - 9} ${-tall}h18L${x + 11} 0zM${x - 15} ${-tall}h30v-9h-30zM${x - 15} 0h30v8h-30z`,
        ink
      )
    }
    return (
      pillars +
      shape('M-34-129H94V-146H-34zM-30-146L34-176L88-146z', ink) +
      shape('M-160 8H160V18H-160zM-176 18H176V40H-176z', ink)
    )
  },
  isle: (ink, lights, scene) => {
    const rock: Point[] = [[-130, -30], [-60, -40], [20, -36], [130, -30], [104, 6], [70, 20], [52, 62], [26, 74], [6, 128], [-14, 84], [-44, 66], [-66, 24], [-108, 8]] // prettier-ignore
    return (
      shape(straight(rock), ink) +
      `<g transform="translate(0 -30) scale(.62)">${buildings.castle!(ink, lights, scene)}</g>`
    )
  },
}
