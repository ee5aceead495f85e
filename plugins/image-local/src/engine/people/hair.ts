import { hex, lighter, mix } from '../colour.ts'
import { n, polygon, smooth, type Point } from '../curves.ts'
import { circle, path, stroke } from '../sheet.ts'
import type { Looks } from '../traits.ts'
import { shaded, solid, type Figure } from './figure.ts'

/** Markup behind the neck and shoulders, and in front of the head. */
export interface Layers {
  behind: string
  front: string
}

interface Cut {
  volume: number
  /** How far down the hair falls. Above 20 it is long. */
  length: number
  fringe: 'back' | 'side' | 'centre' | 'straight' | 'spiky' | 'sweep'
  texture: 'smooth' | 'curly' | 'spiky'
  tied: 'loose' | 'tail' | 'bun' | 'tails' | 'braid'
}

const cutOf = ({ dice, traits, looks }: Figure): Cut => {
  const feminine = traits.build === 'feminine' || (traits.build === 'any' && dice.chance(0.45))
  const long = dice.chance(feminine ? 0.72 : 0.2)
  const cut: Cut = {
    volume: dice.between(8, 20),
    length: long ? dice.between(55, 210) : dice.between(-6, feminine ? 62 : 16),
    fringe: dice.pick(
      feminine
        ? (['side', 'centre', 'straight', 'sweep', 'centre', 'back'] as const)
        : (['back', 'side', 'spiky', 'sweep', 'side', 'spiky'] as const)
    ),
    texture: dice.pick(
      feminine ? (['smooth', 'smooth', 'smooth', 'curly'] as const) : (['smooth', 'smooth', 'curly', 'spiky'] as const)
    ),
    tied: feminine || long ? dice.pick(['loose', 'loose', 'loose', 'tail', 'bun', 'tails', 'braid'] as const) : 'loose',
  }
  return looks.hair ? { ...cut, ...named[looks.hair] } : cut
}

const named: Record<NonNullable<Looks['hair']>, Partial<Cut>> = {
  long: { length: 150, tied: 'loose' },
  short: { length: 6, tied: 'loose' },
  bald: {},
  curly: { texture: 'curly', volume: 18 },
  spiky: { texture: 'spiky', fringe: 'spiky', length: 4, tied: 'loose' },
  fringe: { fringe: 'straight', texture: 'smooth' },
  ponytail: { tied: 'tail', length: 10 },
  pigtails: { tied: 'tails', length: 10 },
  bun: { tied: 'bun' },
  braid: { tied: 'braid' },
}

export const hairOf = (figure: Figure, covered: boolean): Layers => {
  const cut = cutOf(figure)
  if (isBald(figure, covered)) return { behind: '', front: '' }
  if (covered) Object.assign(cut, { volume: 3, texture: 'smooth', tied: 'loose' })
  const behind = tied(figure, cut) + (cut.length > 20 && cut.tied !== 'bun' ? fall(figure, cut) : cap(figure, cut))
  const front = cut.texture === 'curly' ? curls(figure, cut) : locks(figure, cut)
  return { behind, front }
}

const isBald = ({ dice, traits, looks }: Figure, covered: boolean): boolean => {
  const byChance = !covered && traits.build === 'masculine' && dice.chance(traits.age === 'old' ? 0.3 : 0.07)
  return looks.hair || looks.hairColour ? looks.hair === 'bald' : byChance
}

const paint = (figure: Figure) => shaded(figure, figure.hair, 80)
const strandColour = ({ hair, palette }: Figure) => hex(mix(lighter(hair, 0.17), palette.key, 0.4))

const cap = (figure: Figure, { volume }: Cut) =>
  solid(
    figure,
    smooth(
      [
        [0, -76 - volume],
        [44 + volume, -50],
        [54 + volume, -10],
        [46 + volume * 0.5, 40],
        [0, 52],
        [-46 - volume * 0.5, 40],
        [-54 - volume, -10],
        [-44 - volume, -50],
      ],
      true
    ),
    hex(mix(figure.hair, figure.palette.dark, 0.6)),
    { rim: 2 }
  )

/** Long hair, down the back and over the shoulders. */
const fall = (figure: Figure, { volume, length, texture }: Cut) => {
  const { dice } = figure
  const flare = dice.between(2, 34)
  const wave = texture === 'curly' ? dice.between(7, 11) : dice.chance(0.4) ? dice.between(4, 9) : 0
  const wind = dice.between(-14, 14)
  const side = (s: 1 | -1): Point[] =>
    Array.from({ length: 6 }, (_, step): Point => {
      const share = step / 5
      return [
        s * (50 + volume + flare * Math.sin(share * 2.2) + wave * Math.sin(step * 2.4)) + wind * share ** 2,
        -42 + share * (length + 42),
      ]
    })
  const tips: Point[] = Array.from({ length: 7 }, (_, tip): Point => [
    (3 - tip) * 13 + wind,
    length + (tip % 2 ? -20 : 12) + dice.between(-6, 10),
  ])
  const d = `${smooth([[0, -76 - volume], ...side(1)])}L${tips.map(([x, y]) => `${n(x)} ${n(y)}`).join('L')}L${smooth([...side(-1).toReversed(), [0, -76 - volume]]).slice(1)}z`
  let strands = ''
  for (let strand = -4; strand <= 4; strand++)
    if (strand)
      strands += `M${strand * 12} -60Q${n(strand * 17 + wave)} ${n(length * 0.4)} ${n(strand * 13.5 + wind)} ${n(length)}`
  return solid(figure, d, shaded(figure, mix(figure.hair, figure.palette.dark, 0.3), 90), {
    on: stroke(strands, strandColour(figure), 1.6, 0.3),
  })
}

/** The hair on top: the outer line, then back along the fringe. */
const locks = (figure: Figure, { volume, length, fringe, texture }: Cut) => {
  const { dice, turn, lit } = figure
  const shift = Math.sin(turn) * 24
  const part = shift + (fringe === 'centre' ? 0 : dice.pick([-1, 1]) * dice.between(10, 22))
  const lock = Math.min(length, dice.between(-4, 74))
  const spikes = texture === 'spiky'
  const crown: Point[] = [
    [-50 - volume * 0.5, lock],
    [-53 - volume * 0.7, 4],
    [-52 - volume, -28],
    [-36 - volume * 0.7, -60 - volume * 0.6],
    [part * 0.4, -75 - volume],
    [36 + volume * 0.7, -60 - volume * 0.6],
    [52 + volume, -28],
    [53 + volume * 0.7, 4],
    [50 + volume * 0.5, lock],
  ]
  const outer = spikes
    ? polygon(
        crown.flatMap(([x, y], index): Point[] =>
          index === 0 || index === 8
            ? [[x, y]]
            : [
                [x * 0.96, y * 0.96],
                [x * (1.14 + dice.between(0, 0.2)) + 6, y * (1.1 + dice.between(0, 0.16)) - 5],
              ]
        )
      ).slice(0, -1)
    : smooth(crown)
  const line: [number, number][] = [
    [44, lock - 2],
    [43, 0],
    [42 + shift * 0.3, -20],
  ]
  const s = Math.sign(part) || 1
  const over = (points: [number, number][]) =>
    s > 0 ? points.map(([x, y]): [number, number] => [-x, y]).toReversed() : points
  const fringes: Record<Cut['fringe'], [number, number][]> = {
    back: [
      [34, -42],
      [18, -54],
      [0, -57],
      [-18, -54],
      [-34, -42],
    ],
    side: over([
      [36, -26],
      [16, -34],
      [-6, -46],
      [-20, -60],
      [-30, -48],
      [-38, -30],
    ]),
    centre: [
      [36, -18],
      [24, -40],
      [4, -64],
      [-4, -64],
      [-24, -40],
      [-36, -18],
    ],
    straight: [
      [34, -19],
      [26, -23],
      [22, -19],
      [12, -22],
      [8, -19],
      [-4, -22],
      [-8, -18],
      [-20, -22],
      [-24, -18],
      [-34, -20],
    ],
    spiky: over([
      [38, -8],
      [30, -34],
      [20, -24],
      [14, -44],
      [6, -12],
      [-2, -42],
      [-14, -26],
      [-22, -48],
      [-36, -20],
    ]),
    sweep: over([
      [42, 22],
      [24, 6],
      [8, -18],
      [-8, -44],
      [-20, -60],
      [-32, -44],
      [-38, -28],
    ]),
  }
  const inner = [
    ...line,
    ...fringes[fringe].map(([x, y]): [number, number] => [x + shift, y]),
    [-42 + shift * 0.3, -20],
    [-43, 0],
    [-44, lock - 2],
  ] as Point[]
  const d =
    fringe === 'spiky' || fringe === 'straight'
      ? `${outer}L${inner.map(([x, y]) => `${n(x)} ${n(y)}`).join('L')}z`
      : `${outer}L${smooth(inner).slice(1)}z`
  let strands = ''
  for (const side of [-1, 1])
    for (let strand = 0; strand < 5; strand++)
      strands += `M${n(part)} ${n(-72 - volume * 0.7)}Q${n(part + side * (18 + strand * 9))} ${n(-66 + strand * 4)} ${n(side * (30 + strand * 5) + shift * 0.5)} ${n(-28 + strand * 9)}`
  const shine = path(
    `M${n(lit * 12 + shift * 0.5)}-66Q${lit * 40}-62 ${lit * 50}-30Q${lit * 38}-46 ${n(lit * 12 + shift * 0.5)}-54z`,
    strandColour(figure),
    0.4
  )
  return (
    cast(figure, d) +
    solid(figure, d, paint(figure), {
      rim: 2.8,
      second: 1,
      on: shine + stroke(strands, strandColour(figure), 1.3, 0.42),
    })
  )
}

/** The shadow of the hair on the forehead. */
const cast = ({ palette, lit }: Figure, d: string) =>
  `<path d="${d}" transform="translate(${-lit * 3} 5)scale(.94 1)" fill="${hex(palette.dark)}" opacity=".34"/>`

/** Curls as a cloud of small circles. */
const curls = (figure: Figure, { volume, length }: Cut) => {
  const { dice, turn } = figure
  const shift = Math.sin(turn) * 12
  const r = 12 + volume * 0.5
  let d = ''
  const curl = (x: number, y: number, size: number) =>
    (d += `M${n(x - size)} ${n(y)}a${n(size)} ${n(size)} 0 1 1 ${n(size * 2)} 0a${n(size)} ${n(size)} 0 1 1 ${n(-size * 2)} 0`)
  const low = length > 10 ? -0.7 : -0.12
  for (let angle = low; angle <= Math.PI - low; angle += 0.3)
    curl(Math.cos(angle) * (48 + volume), -18 - Math.sin(angle) * (54 + volume), r * dice.between(0.85, 1.15))
  for (let x = -32; x <= 32; x += 13) curl(x + shift, -56 - Math.cos(x / 26) * 8 + dice.between(-3, 6), r * 0.92)
  let rings = ''
  for (let ring = 0; ring < 16; ring++) {
    const angle = dice.between(0.1, 3)
    rings += `M${n(Math.cos(angle) * 50)} ${n(-24 - Math.sin(angle) * 50)}q6-9 13-2`
  }
  return solid(figure, d, paint(figure), { on: stroke(rings, strandColour(figure), 1.8, 0.5) })
}

const tied = (figure: Figure, { tied, volume }: Cut): string => {
  const { dice, hair, trim } = figure
  const s = dice.pick([-1, 1])
  const ribbon = hex(trim)
  if (tied === 'bun')
    return solid(figure, `M-26-92a26 24 0 1 1 52 0a26 24 0 1 1-52 0`, paint(figure), {
      on: stroke('M-16-104q18-10 30 6M-18-92q20-14 34 4', strandColour(figure), 1.6, 0.5),
    })
  if (tied === 'tail')
    return (
      solid(
        figure,
        `M${s * 20}-82Q${s * 84}-104 ${s * 92}-30Q${s * 98} 30 ${s * 70} 84Q${s * 76} 10 ${s * 50}-40z`,
        paint(figure)
      ) + circle(s * 36, -76, 8, ribbon)
    )
  if (tied === 'tails')
    return [-1, 1]
      .map(
        (side) =>
          solid(
            figure,
            `M${side * 42}-58Q${side * (96 + volume)}-70 ${side * (92 + volume)} 0Q${side * 96} 70 ${side * 72} ${n(dice.between(90, 130))}Q${side * 70} 40 ${side * 58} 0z`,
            paint(figure)
          ) + circle(side * 48, -54, 8, ribbon)
      )
      .join('')
  if (tied === 'braid') {
    let d = ''
    for (let knot = 0; knot < 8; knot++)
      d += `M${n(s * (56 + (knot % 2) * 5) - 13)} ${34 + knot * 19}q13-18 26 0q-5 20-13 24q-8-4-13-24z`
    return solid(figure, d, shaded(figure, hair, 80), { rim: 2 })
  }
  return ''
}

/** Hair in profile, for a head that looks right. */
export const hairInProfile = (figure: Figure, covered: boolean): Layers => {
  const cut = cutOf(figure)
  const { dice, hair, palette } = figure
  if (isBald(figure, covered)) return { behind: '', front: '' }
  const v = covered ? 3 : cut.volume
  const long = cut.length > 20 && cut.tied !== 'bun'
  const wind = dice.between(0, 40)
  const bangs: Point[] =
    cut.fringe === 'back'
      ? [
          [6, -16],
          [16, -40],
          [30, -56],
        ]
      : cut.fringe === 'straight'
        ? [
            [4, -8],
            [20, -20],
            [44, -20],
            [48, -34],
          ]
        : cut.fringe === 'sweep'
          ? [
              [4, -4],
              [22, -18],
              [42, 2],
              [50, -30],
            ]
          : [
              [4, -12],
              [20, -32],
              [40, -28],
              [46, -40],
            ]
  const outer: Point[] = [
    [34, -62 - v * 0.5],
    [14, -75 - v],
    [-16, -77 - v],
    [-48 - v * 0.6, -58 - v * 0.5],
    [-64 - v, -22],
    [-63 - v, 14],
  ]
  const down: Point[] = long
    ? [
        [-66 - v - wind * 0.4, 50],
        [-62 - wind, cut.length * 0.7],
        [-50 - wind * 1.3, cut.length],
        [-34 - wind * 0.7, cut.length * 0.84],
        [-22 - wind * 0.6, cut.length * 0.96],
        [-14, cut.length * 0.5 + 12],
        [-16, 30],
      ]
    : [
        [-50 - v * 0.4, 44],
        [-38, 50],
        [-24, 34],
      ]
  const d =
    cut.texture === 'curly'
      ? profileCurls(figure, v, long)
      : cut.texture === 'spiky' && !covered
        ? `${polygon([
            ...outer.flatMap(([x, y]): Point[] => [
              [x, y],
              [x * 1.1 - 14 - dice.between(0, 12), y * 1.14 - 8],
            ]),
            ...down,
          ]).slice(0, -1)}L-14 12L0 16L${bangs.map(([x, y]) => `${x} ${y}`).join('L')}z`
        : smooth([...outer, ...down, [-20, 10], [-12, -8], [1, 18], ...bangs], true, 0.14)
  let strands = ''
  for (let strand = 0; strand < 6; strand++)
    strands += `M${30 - strand * 4} ${-66 + strand * 4}Q${-30 - strand * 3} ${n(-74 - v + strand * 12)} ${n(-54 + strand * 7)} ${n(long ? cut.length * 0.6 : 10 + strand * 6)}`
  const shine = path('M10-70Q-30-72-50-40Q-28-60 12-60z', strandColour(figure), 0.4)
  const knot =
    cut.tied === 'bun'
      ? solid(figure, 'M-92-44a25 25 0 1 1 50 0a25 25 0 1 1-50 0', paint(figure))
      : cut.tied === 'tail' || cut.tied === 'tails'
        ? solid(figure, `M-46-58Q-108-88-118-10Q-122 40-98 86Q-98 20-62-20z`, paint(figure)) +
          circle(-56, -46, 8, hex(figure.trim))
        : ''
  const nape = long ? '' : path('M-58 0Q-50 50-36 70L-20 40z', hex(mix(hair, palette.dark, 0.5)))
  return {
    behind: knot + nape,
    front: solid(figure, d, paint(figure), { on: shine + stroke(strands, strandColour(figure), 1.4, 0.42) }),
  }
}

const profileCurls = ({ dice }: Figure, volume: number, long: boolean) => {
  let d = ''
  const curl = (x: number, y: number, r: number) =>
    (d += `M${n(x - r)} ${n(y)}a${n(r)} ${n(r)} 0 1 1 ${n(r * 2)} 0a${n(r)} ${n(r)} 0 1 1 ${n(-r * 2)} 0`)
  for (let angle = 0.7; angle < (long ? 4.2 : 3.5); angle += 0.28) {
    curl(-12 + Math.cos(angle) * (52 + volume), -18 - Math.sin(angle) * (56 + volume), 15 + dice.between(-2, 4))
    curl(-16 + Math.cos(angle) * 36, -18 - Math.sin(angle) * 38, 19)
  }
  curl(-34, -6, 26)
  if (long) curl(-48, 40, 22)
  return d
}
