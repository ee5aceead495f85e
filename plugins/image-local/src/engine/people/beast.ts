import { hex, lighter, mix, type Colour } from '../colour.ts'
import { n, polygon, sided, type Point } from '../curves.ts'
import { circle, path, stroke } from '../sheet.ts'
import type { Being, Expression } from '../traits.ts'
import { shaded, shadow, solid, type Figure } from './figure.ts'

interface Cut {
  ear: readonly [inner: Point, tip: Point, outer: Point]
  cheek: Point
  tuft: Point
  muzzle: number
  nose: number
  chin: number
  furs: readonly Colour[]
  pale: Colour
  antlers?: boolean
  horns?: boolean
  round?: boolean
  /** Whether the pupils are slits. */
  slit?: boolean
}

/** The effect of each expression on an animal's face: eyes, corners of the mouth, brows. */
const facesOf: Record<Expression, { open: number; corners: number; brow: number }> = {
  calm: { open: 1, corners: 4, brow: 0 },
  smiling: { open: 1, corners: 9, brow: 0 },
  joyful: { open: 1, corners: 12, brow: 0 },
  mischief: { open: 0.62, corners: 10, brow: 3 },
  wry: { open: 0.5, corners: 5, brow: 0 },
  tender: { open: 0.8, corners: 8, brow: -4 },
  shy: { open: 0.7, corners: 5, brow: -4 },
  serene: { open: 0, corners: 8, brow: 0 },
  worried: { open: 1, corners: 0, brow: -5 },
  sad: { open: 0.7, corners: -2, brow: -6 },
  angry: { open: 0.8, corners: -2, brow: 7 },
  stern: { open: 0.7, corners: 0, brow: 5 },
  surprised: { open: 1, corners: 2, brow: -6 },
  shouting: { open: 1, corners: 4, brow: 6 },
  tired: { open: 0.35, corners: 3, brow: -3 },
  asleep: { open: 0, corners: 4, brow: 0 },
}

const cuts: Partial<Record<Being, Cut>> = {
  wolf: {
    ear: [
      [14, -60],
      [44, -122],
      [58, -36],
    ],
    cheek: [62, 16],
    tuft: [88, 48],
    muzzle: 22,
    nose: 50,
    chin: 68,
    furs: [
      [0.46, 0.02, 265],
      [0.34, 0.03, 280],
      [0.66, 0.02, 80],
      [0.4, 0.05, 50],
    ],
    pale: [0.84, 0.02, 80],
    slit: false,
  },
  fox: {
    ear: [
      [18, -56],
      [60, -128],
      [62, -30],
    ],
    cheek: [60, 20],
    tuft: [94, 40],
    muzzle: 16,
    nose: 54,
    chin: 66,
    furs: [
      [0.62, 0.16, 48],
      [0.55, 0.15, 38],
      [0.82, 0.03, 80],
      [0.38, 0.04, 290],
    ],
    pale: [0.92, 0.02, 80],
  },
  cat: {
    ear: [
      [20, -60],
      [62, -114],
      [64, -30],
    ],
    cheek: [60, 22],
    tuft: [76, 44],
    muzzle: 21,
    nose: 30,
    chin: 52,
    furs: [
      [0.3, 0.02, 290],
      [0.64, 0.12, 60],
      [0.75, 0.03, 80],
      [0.5, 0.02, 260],
    ],
    pale: [0.88, 0.03, 70],
  },
  rabbit: {
    ear: [
      [8, -60],
      [34, -186],
      [42, -52],
    ],
    cheek: [58, 22],
    tuft: [62, 44],
    muzzle: 20,
    nose: 32,
    chin: 54,
    furs: [
      [0.82, 0.02, 80],
      [0.6, 0.06, 60],
      [0.5, 0.02, 280],
      [0.88, 0.03, 20],
    ],
    pale: [0.94, 0.02, 60],
    slit: false,
  },
  bear: {
    ear: [
      [26, -62],
      [62, -88],
      [64, -40],
    ],
    cheek: [70, 18],
    tuft: [74, 50],
    muzzle: 30,
    nose: 40,
    chin: 66,
    furs: [
      [0.4, 0.06, 50],
      [0.3, 0.03, 40],
      [0.9, 0.02, 90],
      [0.36, 0.02, 280],
    ],
    pale: [0.66, 0.06, 65],
    round: true,
  },
  deer: {
    ear: [
      [30, -44],
      [104, -62],
      [52, -14],
    ],
    cheek: [46, 14],
    tuft: [44, 52],
    muzzle: 17,
    nose: 66,
    chin: 80,
    furs: [
      [0.55, 0.09, 55],
      [0.46, 0.08, 45],
      [0.85, 0.03, 80],
    ],
    pale: [0.86, 0.03, 75],
    slit: false,
    antlers: true,
  },
  dragon: {
    ear: [
      [40, -40],
      [112, -54],
      [56, -6],
    ],
    cheek: [58, 18],
    tuft: [70, 40],
    muzzle: 33,
    nose: 62,
    chin: 78,
    furs: [
      [0.56, 0.15, 150],
      [0.48, 0.16, 25],
      [0.5, 0.12, 260],
      [0.4, 0.08, 300],
      [0.7, 0.13, 85],
    ],
    pale: [0.78, 0.1, 95],
    horns: true,
  },
}

export const furOf = ({ traits, dice }: Pick<Figure, 'traits' | 'dice'>): Colour | null => {
  const cut = cuts[traits.being]
  return cut
    ? dice.pick(cut.furs)
    : traits.being === 'owl'
      ? dice.pick([
          [0.52, 0.09, 55],
          [0.88, 0.02, 80],
          [0.44, 0.05, 290],
          [0.5, 0.05, 230],
        ] as const)
      : null
}

/** Draws fur or scales between the head and the collar. */
export const ruff = (figure: Figure): string =>
  solid(
    figure,
    'M-50 20L-62 70L-52 74L-66 112L-40 108L-24 150L0 128L24 150L40 108L66 112L52 74L62 70L50 20z',
    shaded(figure, mix(figure.skin, figure.palette.dark, 0.2), 70),
    {
      on: shadow(figure, 'M-60 20H60L30 92L0 104L-30 92z', 0.55),
    }
  )

/** Draws an animal's head in flat planes. Both halves have the same shapes and differ in light. */
export const beast = (figure: Figure): string => {
  const { traits } = figure
  return traits.being === 'owl' ? owl(figure) : cutHead(figure, cuts[traits.being]!)
}

const cutHead = (figure: Figure, cut: Cut): string => {
  const { palette, lit, skin: fur, dice, looks } = figure
  const m = cut.muzzle
  const p = {
    crown: [0, -58],
    crownSide: [28, -62],
    temple: [58, -22],
    brow: [0, -24],
    eyeIn: [11, 4],
    eyeOut: [37, -9],
    eyeTop: [24, -17],
    eyeLow: [25, 3],
    cheek: cut.cheek,
    tuft: cut.tuft,
    jaw: [38, 52],
    bridge: [0, 2],
    bridgeSide: [9, 6],
    muzzle: [m, cut.nose - 18],
    noseTop: [0, cut.nose - 8],
    noseSide: [9, cut.nose - 9],
    noseLow: [0, cut.nose + 3],
    lip: [m * 0.8, cut.nose + 6],
    chinSide: [11, cut.chin - 3],
    chin: [0, cut.chin],
  } satisfies Record<string, Point>
  const scaled = cut.horns ? mix(cut.pale, fur, 0.3) : cut.pale
  const mid = mix(fur, cut.pale, 0.45)
  const deep = mix(fur, palette.dark, 0.45)
  // Each plane has its corners, a color, and a brightness.
  const planes: [Point[], Colour, number][] = [
    [[p.crown, p.crownSide, p.brow], fur, 0.02],
    [[p.crownSide, p.eyeTop, p.brow], fur, 0.07],
    [[p.crownSide, p.temple, p.eyeTop], fur, -0.03],
    [[p.temple, p.eyeOut, p.eyeTop], deep, 0.02],
    [[p.brow, p.eyeTop, p.eyeIn], mid, 0.03],
    [[p.brow, p.eyeIn, p.bridgeSide, p.bridge], deep, 0.12],
    [[p.temple, p.cheek, p.eyeOut], fur, -0.06],
    [[p.eyeOut, p.cheek, p.eyeLow], mid, 0.05],
    [[p.cheek, p.tuft, p.jaw], scaled, -0.04],
    [[p.cheek, p.jaw, p.muzzle], mid, -0.02],
    [[p.eyeLow, p.cheek, p.muzzle], mid, 0.08],
    [[p.eyeIn, p.eyeLow, p.muzzle, p.bridgeSide], fur, 0.03],
    [[p.bridge, p.bridgeSide, p.noseSide, p.noseTop], fur, 0.14],
    [[p.bridgeSide, p.muzzle, p.noseSide], scaled, 0.02],
    [[p.muzzle, p.lip, p.noseLow, p.noseSide], scaled, 0.06],
    [[p.muzzle, p.jaw, p.lip], scaled, -0.08],
    [[p.lip, p.jaw, p.chinSide], deep, 0],
    [[p.noseLow, p.lip, p.chinSide, p.chin], scaled, -0.12],
    [[p.jaw, p.chinSide, [20, cut.chin + 12]], deep, -0.05],
  ]
  const [inner, tip, outer] = cut.ear
  const ear = (s: number) => {
    const flip = ([x, y]: Point): Point => [s * x, y]
    const colour = (by: number) =>
      hex(lighter(mix(mix(fur, palette.dark, s === lit ? 0.1 : 0.5), palette.key, s === lit ? 0.15 : 0), by))
    if (cut.round)
      return solid(figure, `M${s * 54 - 19}-54a19 19 0 1 1 38 0a19 19 0 1 1-38 0`, colour(0), {
        on: circle(s * 53, -51, 10, hex(deep)),
      })
    if (figure.traits.being === 'rabbit')
      return solid(figure, sided(s, 'M8-56Q-4-130 20-178Q34-190 44-172Q62-120 48-44z'), colour(0), {
        on: path(
          sided(s, 'M18-60Q8-130 26-166Q36-168 42-130Q44-90 36-56z'),
          hex(mix(lighter(fur, -0.1), [0.66, 0.12, 10], 0.6)),
          0.8
        ),
      })
    const middle: Point = [(inner[0] + outer[0]) / 2 + 3, (inner[1] + outer[1]) / 2 + 6]
    return solid(figure, polygon([inner, tip, outer, [30, -20]].map((point) => flip(point as Point))), colour(0), {
      on:
        path(
          polygon([middle, tip, [inner[0] + 5, inner[1] + 6]].map((point) => flip(point as Point))),
          hex(mix(lighter(fur, -0.12), [0.5, 0.09, 15], 0.4)),
          0.85
        ) + path(polygon([middle, tip, outer].map((point) => flip(point as Point))), colour(s === lit ? 0.1 : -0.06)),
    })
  }
  const outline = [
    p.crown,
    p.crownSide,
    [46, -46],
    p.temple,
    p.cheek,
    p.tuft,
    [(p.tuft[0] + p.jaw[0]) / 2 + 2, p.jaw[1] - 2],
    cut.tuft[0] < 76 ? [p.jaw[0] + 3, p.jaw[1] + 2] : [p.jaw[0] + 8, p.jaw[1] + 12],
    p.jaw,
    p.chinSide,
    p.chin,
  ] as Point[]
  const shape = polygon([
    ...outline,
    ...outline
      .slice(1, -1)
      .map(([x, y]): Point => [-x, y])
      .toReversed(),
  ])
  const half = (s: number) =>
    planes
      .map(([points, colour, tone]) => {
        const lightened =
          s === lit
            ? mix(lighter(colour, tone + 0.03), palette.key, 0.16 + Math.max(0, tone))
            : mix(mix(lighter(colour, tone), palette.dark, 0.52), palette.second, 0.1)
        const paint = hex(lightened)
        return path(polygon(points.map(([x, y]): Point => [s * x, y])), paint)
      })
      .join('')
  const glow = lighter(palette.key, 0.1)
  const chosen = dice.chance(0.6) ? glow : ([0.78, 0.14, dice.pick([85, 140, 200])] as const)
  const iris = looks.eyes ?? (cut.round ? ([0.5, 0.1, 60] as const) : chosen)
  const { open, corners, brow } = facesOf[looks.expression ?? 'calm']
  const ink = hex(palette.dark)
  const eye = (s: number) => {
    if (open === 0)
      return stroke(`M${s * 10} 1Q${s * 22} 12 ${s * 38}-4`, ink, 4) + stroke(`M${s * 32} 4l${s * 5} 5`, ink, 2.4)
    const lid =
      open < 1
        ? path(
            `M${s * 10}-8L${s * 24}-22 ${s * 40}-12L${s * 37} ${n(-9 + (1 - open) * 12)}L${s * 11} ${n(-6 + (1 - open) * 12)}z`,
            hex(mix(deep, fur, 0.5))
          )
        : ''
    const frown = brow
      ? stroke(`M${s * 8} ${-12 + brow}L${s * 36} ${-22 - brow}`, hex(mix(deep, palette.dark, 0.4)), 6)
      : ''
    return (
      path(polygon([p.eyeIn, p.eyeTop, p.eyeOut, p.eyeLow].map(([x, y]): Point => [s * x, y])), ink) +
      path(`M${s * 14} 1Q${s * 24}-18 ${s * 35}-8Q${s * 27} 4 ${s * 14} 1z`, hex(iris)) +
      (cut.round || cut.slit === false
        ? circle(s * 24.5, -5, 4.6, ink)
        : path(`M${s * 24.5}-12q${s * 3.6} 6 0 13q${s * -3.6}-7 0-13z`, ink)) +
      circle(s * 24 + 2.5, -7, 2.1, '#fff', 0.95) +
      lid +
      frown
    )
  }
  const lipY = cut.nose + 10
  const smile = stroke(
    `M0 ${cut.nose + 2}V${lipY}M${n(-m * 0.95)} ${n(lipY - corners)}Q${n(-m * 0.4)} ${n(lipY + 4)} 0 ${lipY}Q${n(m * 0.4)} ${n(lipY + 4)} ${n(m * 0.95)} ${n(lipY - corners)}`,
    ink,
    2.6,
    0.8
  )
  const nose =
    path(
      polygon([
        [-9, cut.nose - 9],
        [9, cut.nose - 9],
        [4, cut.nose + 1],
        [0, cut.nose + 3],
        [-4, cut.nose + 1],
      ]),
      hex(mix(palette.dark, fur, 0.12))
    ) +
    path(
      polygon([
        [lit * 1, cut.nose - 8],
        [lit * 8, cut.nose - 8],
        [lit * 3, cut.nose - 4],
      ]),
      '#fff',
      0.35
    )
  const whiskers =
    cut.horns || cut.antlers || cut.round
      ? ''
      : stroke(
          `M${m + 2} ${cut.nose - 6}Q60 ${cut.nose - 14} 92 ${cut.nose - 12}M${m + 2} ${cut.nose}Q60 ${cut.nose} 88 ${cut.nose + 8}M${-m - 2} ${cut.nose - 6}Q-60 ${cut.nose - 14}-92 ${cut.nose - 12}M${-m - 2} ${cut.nose}Q-60 ${cut.nose}-88 ${cut.nose + 8}`,
          figure.bright,
          0.9,
          0.55
        )
  const scales = cut.horns
    ? stroke('M-14-40L0-30 14-40M-12-50L0-42 12-50M30 34l6 6M-30 34l-6 6M36 26l6 5M-36 26l-6 5', hex(deep), 2, 0.7)
    : ''
  return (
    crest(figure, cut) +
    ear(-1) +
    ear(1) +
    solid(figure, shape, hex(fur), { rim: 3.4, on: half(1) + half(-1) + scales + eye(1) + eye(-1) + nose + smile }) +
    whiskers
  )
}

const crest = (figure: Figure, { antlers, horns }: Cut): string => {
  const bone = hex(mix([0.62, 0.06, 75], figure.palette.dark, 0.25))
  if (antlers)
    return [-1, 1]
      .map(
        (s) =>
          stroke(
            `M${s * 20}-54Q${s * 30}-96 ${s * 62}-128Q${s * 70}-150 ${s * 64}-176M${s * 36}-98Q${s * 30}-124 ${s * 38}-146M${s * 56}-122Q${s * 84}-128 ${s * 96}-150`,
            bone,
            9
          ) +
          stroke(
            `M${s * 20 + figure.lit * 2}-56Q${s * 30 + figure.lit * 2}-96 ${s * 62 + figure.lit * 2}-130`,
            figure.bright,
            2,
            0.8
          )
      )
      .join('')
  if (horns)
    return [-1, 1]
      .map((s) =>
        solid(figure, `M${s * 14}-58Q${s * 30}-110 ${s * 74}-150Q${s * 68}-96 ${s * 44}-50z`, bone, {
          on: stroke(
            `M${s * 24}-74l${s * 22} 8M${s * 34}-92l${s * 20} 8M${s * 46}-112l${s * 16} 8`,
            hex(figure.palette.dark),
            2.4,
            0.5
          ),
        })
      )
      .join('')
  return ''
}

const owl = (figure: Figure): string => {
  const { skin: feather, palette, lit } = figure
  const dark = hex(mix(feather, palette.dark, 0.5))
  const disc = (s: number) => {
    const light = hex(
      mix(mix(lighter(feather, 0.16), palette.key, s === lit ? 0.2 : 0), palette.dark, s === lit ? 0 : 0.42)
    )
    let rays = ''
    for (let ray = 0; ray < 14; ray++) {
      const angle = (ray / 14) * Math.PI * 2
      rays += `M${n(s * 27 + Math.cos(angle) * 18)} ${n(Math.sin(angle) * 18)}L${n(s * 27 + Math.cos(angle) * 30)} ${n(Math.sin(angle) * 30)}`
    }
    return (
      circle(s * 27, 0, 33, light) +
      stroke(rays, dark, 2, 0.5) +
      circle(s * 26, 0, 17, hex(palette.dark)) +
      circle(s * 26, 0, 14.5, hex(lighter([0.78, 0.15, 75], s === lit ? 0.06 : -0.04))) +
      circle(s * 25, 0, 7.5, hex(palette.dark)) +
      circle(s * 25 + 3, -4, 2.8, '#fff', 0.95) +
      (figure.looks.expression === 'asleep' ? circle(s * 26, 0, 17.5, dark) : '')
    )
  }
  let spots = ''
  for (let row = 0; row < 3; row++)
    for (let x = -30 + row * 8; x <= 30 - row * 8; x += 15) spots += `M${x} ${-60 + row * 10}l4 5`
  return solid(
    figure,
    'M-74-104L-40-72Q0-86 40-72L74-104Q84-40 78 10Q74 70 0 84Q-74 70-78 10Q-84-40-74-104z',
    hex(mix(feather, palette.dark, 0.22)),
    {
      on:
        path(`M0-90H${-lit * 100}V100H0z`, hex(palette.dark), 0.36) +
        stroke(spots, dark, 3) +
        disc(1) +
        disc(-1) +
        path('M-74-104L-40-72L-6-20L0-34L6-20L40-72L74-104L52-40L8 4H-8L-52-40z', dark) +
        path('M-9 4L0-4 9 4 0 34z', hex([0.7, 0.11, 75])) +
        path(`M0-4L${-lit * 9} 4 0 34z`, hex([0.45, 0.09, 60])),
    }
  )
}
