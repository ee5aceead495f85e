import { blend, css, lit } from '../craft/colour.ts'
import { disc, line, placed, shape, soft } from '../craft/lines.ts'
import { panes, type Builders } from './builder.ts'
import type { Scene } from './scene.ts'

export const vessels: Builders = {
  ship: (ink, lights, { palette, plate }) => {
    const sail = css(blend(palette.light, palette.far, 0.3))
    const dark = css(blend(palette.light, palette.far, 0.55))
    return (
      shape('M-128-34Q-110-30-96-26H92L120-44L136-42Q120 6 84 14H-84Q-118 4-128-34z', ink) + line('M-56-26V-168M8-26V-196M66-26V-150M120-44L168-74', ink, 4) +
      shape('M-86-96Q-60-78-30-96L-24-44Q-58-30-92-44zM-80-154Q-58-142-36-154L-32-104Q-58-92-84-104z', dark) + shape('M-28-118Q8-96 44-118L52-46Q8-28-36-46zM-22-184Q8-168 38-184L42-126Q8-108-26-126z', sail) + shape('M42-98Q66-84 90-98L94-50Q66-38 38-50zM46-142Q66-132 86-142L88-106Q66-96 44-106zM96-56L160-72L100-112z', dark) +
      shape('M8-196l34 8-34 8z', css(palette.accent)) + panes([[-100, -8], [-80, -6], [-60, -5]], lights) + plate.blurred(shape('M-110 14H100L60 26H-70z', ink, 'opacity=".5"'), 3)
    ) // prettier-ignore
  },
  balloon: (ink, _, scene) => [[0, 0, 1], [-170, -60, 0.5], [150, 50, 0.42], [90, -120, 0.26]].map(([x, y, s], i) => placed(oneBalloon(scene, ink, i), x!, y!, s!)).join(''), // prettier-ignore
  airship: (ink, lights, { palette }) =>
    shape(
      soft([
        [-150, -70],
        [-110, -104],
        [-20, -118],
        [70, -108],
        [130, -72],
        [70, -38],
        [-20, -28],
        [-110, -38],
      ]),
      ink
    ) +
    shape('M-150-70L-184-104H-140zM-150-70L-184-36H-140z', ink) +
    line(
      'M-144-70H128M-120-98Q-20-112 90-98M-120-44Q-20-30 90-42',
      css(blend(palette.far, palette.light, 0.4)),
      1.6,
      'opacity=".7"'
    ) +
    shape('M-56-22H36L24 0H-44z', ink) +
    line('M-46-34V-20M26-34V-20', ink, 3) +
    panes(
      [
        [-34, -6],
        [-20, -6],
        [-6, -6],
        [8, -6],
      ],
      lights
    ),
  rocket: (ink, _, { palette, plate }) =>
    plate.glow(0, 20, 150, palette.accent, 0.8) + shape(soft([[-16, -10], [0, 120], [16, -10]]), plate.linear([[0, palette.light], [1, palette.accent, 0]], 0, -10, 0, 120)) +
    shape('M0-190Q34-140 28-60L24-6H-24L-28-60Q-34-140 0-190zM-26-56L-54-4L-24-16zM26-56L54-4L24-16z', ink) + disc(0, -116, 11, css(blend(palette.accent, palette.light, 0.3))), // prettier-ignore
  train: (ink, lights, { plate, palette }) => {
    let cars = ''
    for (let i = 0; i < 3; i++)
      cars +=
        shape(`M${-60 - i * 106} 0v-46h96v46zM${-64 - i * 106} -46q52-12 104 0z`, ink) +
        shape([0, 1, 2, 3].map((w) => `M${-52 - i * 106 + w * 22} -34h13v14h-13z`).join(''), lights)
    let smoke = ''
    for (let i = 0; i < 9; i++)
      smoke += disc(
        104 - i * 34,
        -96 - i * 9,
        13 + i * 4.5,
        css(blend(palette.light, palette.far, 0.3)),
        `opacity="${(0.6 - i * 0.055).toFixed(2)}"`
      )
    return plate.blurred(smoke, 3) + shape('M44 0v-58h32v20h52q14 4 16 20l10 18zM98-38v-34h-5l-3-9h24l-3 9h-5v34z', ink) + cars + disc(64, 2, 10, ink) + disc(92, 2, 10, ink) + disc(120, 2, 10, ink) + plate.glow(150, -24, 70, palette.accent, 0.8) // prettier-ignore
  },
}

function oneBalloon({ palette }: Scene, ink: string, i: number): string {
  const [one, two] =
    i % 2 ? [palette.horizon, palette.accent] : [palette.accent, blend(palette.accent, palette.light, 0.6)]
  const d = soft([
    [0, -190],
    [48, -176],
    [72, -132],
    [62, -88],
    [26, -46],
    [-26, -46],
    [-62, -88],
    [-72, -132],
    [-48, -176],
  ])
  return shape(d, css(lit(one, -0.04))) + shape(soft([[0, -190], [24, -134], [10, -46], [-10, -46], [-24, -134]]), css(two)) + line('M-22-44L-10-18M22-44L10-18', ink, 1.6) + shape('M-12-18h24l-3 18h-18z', ink) // prettier-ignore
}
