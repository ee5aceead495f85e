import { hex, lighter, mix, type Colour } from '../colour.ts'
import { n, polygon, smooth, type Point } from '../curves.ts'
import { circle, path, stroke } from '../sheet.ts'
import type { Garment, Role } from '../traits.ts'
import { shaded, shadow, solid, type Figure } from './figure.ts'
import type { Layers } from './hair.ts'

const byRole: Partial<Record<Role, readonly Garment[]>> = {
  knight: ['armour'],
  pirate: ['coat', 'uniform'],
  witch: ['cloak', 'gown'],
  royal: ['cloak', 'gown', 'uniform'],
  detective: ['coat', 'suit'],
  astronaut: ['spacesuit'],
  hooded: ['cloak', 'hoodie'],
  scholar: ['suit', 'plain', 'coat'],
  musician: ['hoodie', 'coat', 'gown'],
  soldier: ['uniform', 'armour'],
  cook: ['kimono', 'plain'],
  samurai: ['kimono', 'armour'],
  flowers: ['gown', 'plain'],
  cowboy: ['coat'],
  pilot: ['coat', 'hoodie', 'uniform'],
  suit: ['suit'],
  gothic: ['gown', 'cloak', 'coat'],
}
const anyone: readonly Garment[] = ['plain', 'coat', 'cloak', 'kimono', 'gown', 'suit', 'hoodie', 'uniform']

/** Neck, shoulders and clothes. */
export const clothesOf = (figure: Figure): Layers => {
  const { dice, traits } = figure
  let garment = dice.pick(byRole[traits.role] ?? anyone)
  if (traits.build === 'masculine' && garment === 'gown') garment = 'coat'
  const wide =
    traits.build === 'masculine'
      ? dice.between(132, 150)
      : traits.build === 'feminine'
        ? dice.between(104, 116)
        : dice.between(114, 130)
  return drawGarment[figure.looks.garment ?? garment](figure, wide)
}

const shoulders = (wide: number, neck = 30): Point[] => [
  [0, 104],
  [-neck, 82],
  [-54, 96],
  [-wide * 0.8, 114],
  [-wide, 148],
  [-wide - 14, 320],
  [wide + 14, 320],
  [wide, 148],
  [wide * 0.8, 114],
  [54, 96],
  [neck, 82],
]

/** The neck, down to bare shoulders if `bare`. */
const neck = (figure: Figure, bare = false) => {
  const half = figure.traits.build === 'masculine' ? 28 : 20
  const [wide, low] = bare ? [78, 106] : [34, 112]
  const d = smooth(
    [
      [-half, 30],
      [-half, 68],
      [-half - 7, 86],
      [-wide, low],
      [-wide - 20, 320],
      [wide + 20, 320],
      [wide, low],
      [half + 7, 86],
      [half, 68],
      [half, 30],
    ],
    true,
    0.12
  )
  const deep = hex(mix(figure.skin, figure.palette.dark, 0.75))
  return solid(figure, d, shaded(figure, mix(figure.skin, figure.palette.dark, 0.12), 80), {
    on:
      shadow(figure, `M-60 20H60L${figure.lit * 26} 74Q0 92 ${-figure.lit * 40} 100L-60 90z`, 0.6) +
      stroke(
        `M${-half + 4} 78L-4 104M${half - 4} 78L4 104M-14 112Q-40 100-74 110M14 112Q40 100 74 110`,
        deep,
        2.4,
        0.4
      ),
  })
}

const cloth = (figure: Figure, colour: Colour = figure.cloth) => shaded(figure, colour, 130)

const folds = (figure: Figure, count: number) => {
  let d = ''
  for (let fold = 0; fold < count; fold++) {
    const x = figure.dice.between(-110, 110)
    d += `M${n(x * 0.6)} ${n(figure.dice.between(112, 140))}Q${n(x)} 180 ${n(x * 1.1)} 300l${n(figure.dice.between(5, 16))} 0Q${n(x + 6)} 180 ${n(x * 0.6)} 120z`
  }
  return path(d, hex(mix(figure.cloth, figure.palette.dark, 0.6)), 0.42)
}

const plane = (points: readonly Point[], colour: Colour, opacity: number) => path(polygon(points), hex(colour), opacity)

/** Large planes that shade the cloth. */
const planes = (figure: Figure) => {
  const { lit, cloth, palette } = figure
  return (
    plane(
      [
        [lit * 40, 96],
        [lit * 104, 116],
        [lit * 92, 190],
        [lit * 48, 150],
      ],
      mix(lighter(cloth, 0.12), palette.key, 0.3),
      0.4
    ) +
    plane(
      [
        [-lit * 30, 90],
        [-lit * 160, 130],
        [-lit * 170, 320],
        [-lit * 60, 320],
      ],
      palette.dark,
      0.42
    )
  )
}

const body = (figure: Figure, wide: number, on = '', neckline = 30) =>
  solid(figure, smooth(shoulders(wide, neckline), true, 0.11), cloth(figure), {
    rim: 3.4,
    on: planes(figure) + folds(figure, 4) + on,
  })

const sash = (figure: Figure, points: readonly Point[], colour: Colour) =>
  solid(figure, polygon(points), cloth(figure, colour), { rim: 1.8, second: 0.8 })

const drawGarment: Record<Garment, (figure: Figure, wide: number) => Layers> = {
  plain: (figure, wide) => ({
    behind: neck(figure),
    front:
      body(figure, wide, '', 34) +
      solid(figure, 'M-36 84Q0 66 36 84L40 100Q0 122-40 100z', cloth(figure, lighter(figure.cloth, 0.05)), {
        rim: 2.4,
      }),
  }),
  coat: (figure, wide) => ({
    behind: neck(figure) + solid(figure, 'M-36 96L0 170 36 96 60 320H-60z', cloth(figure, figure.trim)),
    front:
      solid(figure, `${smooth(shoulders(wide, 34), true, 0.11)}M-30 80L0 210 30 80z`, cloth(figure), {
        rim: 4,
        on:
          planes(figure) +
          folds(figure, 4) +
          plane(
            [
              [-24, 86],
              [24, 86],
              [0, 220],
            ],
            mix(figure.trim, figure.palette.dark, 0.4),
            1
          ) +
          neckIn(figure),
      }) +
      sash(
        figure,
        [
          [-32, 76],
          [-58, 96],
          [-66, 150],
          [-38, 158],
          [-2, 230],
          [-20, 130],
        ],
        lighter(figure.cloth, 0.06)
      ) +
      sash(
        figure,
        [
          [32, 76],
          [58, 96],
          [66, 150],
          [38, 158],
          [2, 230],
          [20, 130],
        ],
        lighter(figure.cloth, 0.06)
      ),
  }),
  cloak: (figure, wide) => ({
    behind:
      solid(
        figure,
        'M-44 110L-86 26Q-60 50-40 60L40 60Q60 50 86 26L44 110z',
        cloth(figure, lighter(figure.cloth, -0.07)),
        { rim: 3 }
      ) + neck(figure),
    front:
      body(
        figure,
        wide + 10,
        plane(
          [
            [-12, 106],
            [12, 106],
            [26, 320],
            [-26, 320],
          ],
          figure.palette.dark,
          0.6
        ),
        40
      ) +
      solid(figure, 'M-46 88Q0 128 46 88L58 104Q0 152-58 104z', cloth(figure, figure.trim), { rim: 2.4 }) +
      gem(figure, 0, 128, 12),
  }),
  armour: (figure, wide) => {
    const steel = mix([0.62, 0.02, 270], figure.palette.second, 0.22)
    const plate = (d: string, on = '') => solid(figure, d, cloth(figure, steel), { rim: 3.4, on })
    const line = (d: string) => stroke(d, hex(figure.trim), 2.6, 0.9)
    return {
      behind: neck(figure),
      front:
        solid(figure, smooth(shoulders(wide, 34), true, 0.1), shaded(figure, lighter(steel, -0.12), 130), {
          rim: 4,
          on:
            plane(
              [
                [0, 110],
                [figure.lit * 70, 130],
                [figure.lit * 60, 320],
                [0, 320],
              ],
              lighter(steel, 0.16),
              0.35
            ) + line('M0 110V320M-70 160Q0 200 70 160'),
        }) +
        [-1, 1]
          .map(
            (s) =>
              plate(
                `M${s * 44} 110Q${s * 90} 78 ${s * 150} 120Q${s * 172} 160 ${s * 164} 190Q${s * 120} 150 ${s * 60} 150z`,
                line(`M${s * 52} 142Q${s * 110} 130 ${s * 160} 176`)
              ) + plate(`M${s * 70} 160Q${s * 130} 150 ${s * 168} 200L${s * 160} 240Q${s * 120} 190 ${s * 82} 190z`)
          )
          .join('') +
        plate('M-40 72Q0 96 40 72L50 104Q0 140-50 104z', line('M-44 92Q0 124 44 92')),
    }
  },
  kimono: (figure, wide) => ({
    behind: neck(figure),
    front:
      body(
        figure,
        wide,
        plane(
          [
            [-22, 84],
            [22, 84],
            [0, 176],
          ],
          mix(figure.skin, figure.palette.dark, 0.35),
          1
        ) + pattern(figure),
        34
      ) +
      sash(
        figure,
        [
          [34, 74],
          [56, 92],
          [-8, 230],
          [-60, 320],
          [-96, 320],
          [-22, 190],
        ],
        figure.trim
      ) +
      sash(
        figure,
        [
          [-34, 74],
          [-56, 92],
          [8, 230],
          [60, 320],
          [96, 320],
          [22, 190],
        ],
        lighter(figure.trim, 0.06)
      ),
  }),
  gown: (figure, wide) => {
    const low = figure.dice.between(136, 156)
    return {
      behind: neck(figure, true),
      front:
        solid(
          figure,
          `M${n(-wide)} 150Q${n(-wide * 0.7)} 118-72 ${n(low - 26)}Q-40 ${n(low)} 0 ${n(low - 8)}Q40 ${n(low)} 72 ${n(low - 26)}Q${n(wide * 0.7)} 118 ${n(wide)} 150L${n(wide + 10)} 320H${n(-wide - 10)}z`,
          cloth(figure),
          { rim: 4, on: planes(figure) + folds(figure, 5) }
        ) + necklace(figure),
    }
  },
  suit: (figure, wide) => ({
    behind: neck(figure),
    front:
      body(
        figure,
        wide,
        plane(
          [
            [-28, 84],
            [28, 84],
            [8, 240],
            [-8, 240],
          ],
          [0.86, 0.02, 80],
          1
        ) +
          plane(
            [
              [-figure.lit * 28, 84],
              [0, 84],
              [0, 240],
            ],
            figure.palette.dark,
            0.5
          ),
        32
      ) +
      solid(
        figure,
        polygon([
          [-9, 104],
          [9, 104],
          [6, 118],
          [13, 190],
          [0, 214],
          [-13, 190],
          [-6, 118],
        ]),
        cloth(figure, figure.trim),
        { rim: 2 }
      ) +
      sash(
        figure,
        [
          [-30, 76],
          [-4, 104],
          [-22, 118],
          [-40, 92],
        ],
        [0.88, 0.02, 80]
      ) +
      sash(
        figure,
        [
          [30, 76],
          [4, 104],
          [22, 118],
          [40, 92],
        ],
        [0.88, 0.02, 80]
      ) +
      sash(
        figure,
        [
          [-38, 90],
          [-56, 98],
          [-72, 156],
          [-44, 162],
          [-4, 240],
          [-26, 130],
        ],
        lighter(figure.cloth, 0.05)
      ) +
      sash(
        figure,
        [
          [38, 90],
          [56, 98],
          [72, 156],
          [44, 162],
          [4, 240],
          [26, 130],
        ],
        lighter(figure.cloth, 0.05)
      ),
  }),
  hoodie: (figure, wide) => ({
    behind:
      solid(figure, 'M-78 100Q-72 40-44 34H44Q72 40 78 100z', cloth(figure, lighter(figure.cloth, -0.06))) +
      neck(figure),
    front:
      body(figure, wide, '', 36) +
      solid(
        figure,
        'M-80 96Q-50 70-34 66Q-30 110 0 126Q30 110 34 66Q50 70 80 96Q60 144 0 152Q-60 144-80 96z',
        cloth(figure, lighter(figure.cloth, 0.05)),
        { rim: 3 }
      ) +
      stroke('M-20 134L-24 200M20 134L22 190', hex(figure.trim), 4),
  }),
  spacesuit: (figure, wide) => {
    const white = mix([0.84, 0.02, 280], figure.palette.second, 0.12)
    return {
      behind: neck(figure),
      front:
        solid(figure, smooth(shoulders(wide + 8, 44), true, 0.1), cloth(figure, white), {
          rim: 4,
          on:
            plane(
              [
                [-figure.lit * 10, 90],
                [-figure.lit * 170, 120],
                [-figure.lit * 170, 320],
                [-figure.lit * 20, 320],
              ],
              figure.palette.dark,
              0.45
            ) + stroke('M-110 130Q-90 200-100 320M110 130Q90 200 100 320', hex(figure.trim), 9, 0.9),
        }) +
        solid(figure, 'M-62 86Q0 60 62 86L66 108Q0 142-66 108z', cloth(figure, figure.trim), { rim: 3 }) +
        solid(figure, 'M-46 172h92v54h-92z', cloth(figure, lighter(white, -0.3)), {
          rim: 2,
          on:
            stroke('M-34 186h30M-34 198h44M-34 210h20', hex(lighter(figure.palette.second, 0.1)), 4) +
            circle(28, 200, 9, hex(lighter(figure.palette.key, 0.06))),
        }),
    }
  },
  uniform: (figure, wide) => {
    let buttons = ''
    for (let button = 0; button < 5; button++) buttons += `M-22 ${128 + button * 34}h0M22 ${128 + button * 34}h0`
    return {
      behind: neck(figure),
      front:
        body(
          figure,
          wide,
          stroke('M0 100V320', hex(figure.palette.dark), 2.5, 0.6) + stroke(buttons, hex(lighter(figure.trim, 0.1)), 9),
          34
        ) +
        [-1, 1]
          .map((s) =>
            solid(
              figure,
              `M${s * 66} 104L${s * 124} 118L${s * 142} 138L${s * 134} 148L${s * 70} 122z`,
              cloth(figure, figure.trim),
              { rim: 2 }
            )
          )
          .join('') +
        solid(figure, 'M-34 70Q0 92 34 70L42 98Q0 124-42 98z', cloth(figure, lighter(figure.cloth, -0.04)), {
          rim: 2.4,
          on: stroke('M-38 90Q0 114 38 90', hex(figure.trim), 3),
        }),
    }
  },
}

/** Shoulders from behind. */
export const backOf = (figure: Figure): string => {
  const wide = figure.traits.build === 'masculine' ? 136 : 112
  const { cloth: colour, palette, skin, lit } = figure
  return (
    path('M-21 30H21L28 120H-28z', hex(mix(skin, palette.dark, 0.45))) +
    solid(figure, smooth(shoulders(wide, 32).slice(1), true, 0.11), cloth(figure), {
      on:
        plane(
          [
            [-lit * 4, 84],
            [-lit * 180, 110],
            [-lit * 180, 320],
            [-lit * 10, 320],
          ],
          palette.dark,
          0.4
        ) +
        stroke('M0 96V320M-60 104Q-90 180-84 320M60 104Q90 180 84 320', hex(mix(colour, palette.dark, 0.6)), 2.4, 0.6),
    }) +
    solid(figure, 'M-36 78Q0 64 36 78L42 100Q0 112-42 100z', cloth(figure, figure.trim), { rim: 2.4 })
  )
}

const neckIn = (figure: Figure) => path('M-19 70H19L0 130z', hex(mix(figure.skin, figure.palette.dark, 0.45)))

export const gem = (figure: Figure, x: number, y: number, r: number) =>
  path(
    polygon([
      [x, y - r],
      [x + r * 0.8, y],
      [x, y + r],
      [x - r * 0.8, y],
    ]),
    hex(figure.palette.key)
  ) +
  path(
    polygon([
      [x, y - r],
      [x + r * 0.8, y],
      [x, y],
    ]),
    '#fff',
    0.55
  )

const necklace = (figure: Figure) =>
  figure.dice.chance(0.7)
    ? stroke('M-40 98Q-14 132 0 134Q14 132 40 98', hex(mix(figure.trim, [0.8, 0.1, 85], 0.5)), 2.4) +
      gem(figure, 0, 138, 9)
    : ''

const pattern = (figure: Figure) => {
  const { dice } = figure
  let d = ''
  for (let spot = 0; spot < 16; spot++) d += `M${n(dice.between(-130, 130))} ${n(dice.between(120, 300))}h0`
  return stroke(d, hex(mix(figure.trim, figure.palette.key, 0.4)), dice.between(8, 16), 0.5)
}
