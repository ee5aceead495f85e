import { hex, lighter, mix } from '../colour.ts'
import { n, polygon, smooth, type Point } from '../curves.ts'
import { circle, path, stroke } from '../sheet.ts'
import type { Looks } from '../traits.ts'
import { shaded, solid, type Figure } from './figure.ts'

/** The markup behind the neck and shoulders, and the markup in front of the head. */
export interface Layers {
  behind: string
  front: string
}

interface Cut {
  volume: number
  /** How far down the hair falls. Above 20, the hair is long. */
  length: number
  fringe: 'back' | 'side' | 'centre' | 'straight' | 'spiky' | 'sweep' | 'receding' | 'tousled'
  texture: 'smooth' | 'wavy' | 'curly' | 'coily' | 'spiky' | 'locs' | 'buzz'
  tied: 'loose' | 'tail' | 'bun' | 'knot' | 'tails' | 'braid' | 'braids' | 'puff' | 'crown'
  /** True if the head is bare, except above the ears. */
  ring?: boolean
}

/** The changes of each style to a random cut. */
const named: Record<NonNullable<Looks['hair']>, Partial<Cut>> = {
  long: { length: 150, tied: 'loose', texture: 'smooth', fringe: 'centre' },
  short: { length: 0, tied: 'loose', volume: 8, fringe: 'side', texture: 'smooth' },
  bald: {},
  ring: { ring: true, length: 0, tied: 'loose', texture: 'smooth' },
  receding: { length: -6, tied: 'loose', volume: 5, fringe: 'receding', texture: 'smooth' },
  buzz: { length: -10, tied: 'loose', volume: 0, fringe: 'back', texture: 'buzz' },
  cropped: { length: -8, tied: 'loose', volume: 3, fringe: 'back', texture: 'coily' },
  slick: { length: -4, tied: 'loose', volume: 5, fringe: 'back', texture: 'smooth' },
  quiff: { length: -6, tied: 'loose', volume: 17, fringe: 'back', texture: 'smooth' },
  parted: { length: -2, tied: 'loose', volume: 8, fringe: 'side', texture: 'smooth' },
  tousled: { length: -2, tied: 'loose', volume: 13, fringe: 'tousled', texture: 'smooth' },
  spiky: { texture: 'spiky', fringe: 'spiky', length: 4, tied: 'loose' },
  mohawk: { texture: 'spiky', fringe: 'back', length: -10, tied: 'loose', volume: 16 },
  fringe: { fringe: 'straight', texture: 'smooth' },
  bob: { fringe: 'straight', texture: 'smooth', length: 58, volume: 11, tied: 'loose' },
  pixie: { fringe: 'sweep', texture: 'smooth', length: 4, volume: 8, tied: 'loose' },
  curly: { texture: 'curly', volume: 15, length: 8, tied: 'loose' },
  ringlets: { texture: 'curly', volume: 15, length: 96, tied: 'loose' },
  afro: { texture: 'coily', volume: 34, length: 6, fringe: 'back', tied: 'loose' },
  puff: { texture: 'coily', volume: 4, length: -8, fringe: 'back', tied: 'puff' },
  twists: { texture: 'locs', volume: 9, length: 10, fringe: 'back', tied: 'loose' },
  locs: { texture: 'locs', volume: 10, length: 120, fringe: 'centre', tied: 'loose' },
  wavy: { texture: 'wavy', length: 110, volume: 14, fringe: 'side', tied: 'loose' },
  wet: { texture: 'wavy', length: 84, volume: 2, fringe: 'centre', tied: 'loose' },
  ponytail: { tied: 'tail', length: 0, texture: 'smooth', fringe: 'side' },
  pigtails: { tied: 'tails', length: 0, texture: 'smooth', fringe: 'straight' },
  bun: { tied: 'bun', length: -2, texture: 'smooth', fringe: 'back', volume: 8 },
  knot: { tied: 'knot', length: -2, volume: 6, fringe: 'centre', texture: 'smooth' },
  topknot: { tied: 'bun', length: -6, volume: 4, fringe: 'back', texture: 'smooth' },
  braid: { tied: 'braid', length: 0, texture: 'smooth', fringe: 'side' },
  braids: { tied: 'braids', length: 0, volume: 8, fringe: 'centre', texture: 'smooth' },
  crown: { tied: 'crown', length: -2, volume: 7, fringe: 'centre', texture: 'smooth' },
}

const cutOf = ({ dice, traits, looks }: Figure): Cut => {
  const feminine = traits.build === 'feminine' || (traits.build === 'any' && dice.chance(0.45))
  const long = dice.chance(feminine ? 0.72 : 0.2)
  const cut: Cut = {
    volume: dice.between(8, 18),
    length: long ? dice.between(55, 190) : dice.between(-6, feminine ? 62 : 10),
    fringe: dice.pick(
      feminine
        ? (['side', 'centre', 'straight', 'sweep', 'centre', 'back'] as const)
        : (['back', 'side', 'tousled', 'sweep', 'side', 'spiky'] as const)
    ),
    texture: dice.pick(
      feminine ? (['smooth', 'smooth', 'wavy', 'curly'] as const) : (['smooth', 'smooth', 'curly', 'smooth'] as const)
    ),
    tied: feminine || long ? dice.pick(['loose', 'loose', 'loose', 'tail', 'bun', 'knot', 'braid'] as const) : 'loose',
  }
  return looks.hair ? { ...cut, ...named[looks.hair] } : cut
}

export const hairOf = (figure: Figure, covered: boolean): Layers => {
  const cut = cutOf(figure)
  if (isBald(figure, covered)) return { behind: '', front: '' }
  if (cut.ring) return covered ? { behind: cap(figure, { ...cut, volume: -4 }), front: '' } : ring(figure)
  if (covered) {
    Object.assign(cut, { volume: 3, texture: cut.texture === 'wavy' ? 'wavy' : 'smooth' })
    if (cut.fringe !== 'centre' && cut.fringe !== 'straight') cut.fringe = 'side'
    if (cut.tied === 'bun' || cut.tied === 'puff') cut.tied = 'loose'
    if (figure.traits.build === 'masculine') cut.length = Math.min(cut.length, 8)
  }
  const { behind, front } = tied(figure, cut)
  const hanging = cut.length > 20 ? (cut.texture === 'locs' ? ropes(figure, cut) : fall(figure, cut)) : cap(figure, cut)
  const coils = cut.texture === 'curly' || cut.texture === 'coily'
  return { behind: behind + hanging, front: (coils ? curls(figure, cut) : locks(figure, cut)) + front }
}

/** Draws hair above the ears, and a bare top. */
const ring = (figure: Figure): Layers => {
  const side = (s: number) =>
    solid(
      figure,
      `M${s * 46}-30Q${s * 56}-34 ${s * 60}-16Q${s * 66} 0 ${s * 58} 22Q${s * 54} 30 ${s * 47} 22Q${s * 50} 4 ${s * 44}-12z`,
      paint(figure),
      { rim: 2 }
    )
  return { behind: cap(figure, { volume: -6 }), front: side(1) + side(-1) }
}

/** Draws thick strands that hang from the head. */
const ropes = (figure: Figure, { volume, length }: Pick<Cut, 'volume' | 'length'>) => {
  const { dice } = figure
  let d = ''
  for (let rope = -7; rope <= 7; rope++) {
    const x = rope * (7 + volume * 0.16)
    d += `M${n(x * 0.7)} -50Q${n(x * 1.25)} -20 ${n(x * 1.2)} ${n(length * (0.72 + 0.28 * Math.abs(Math.sin(rope * 2.1))) + dice.between(-8, 8))}`
  }
  return (
    cap(figure, { volume: volume - 2 }) +
    stroke(d, hex(mix(figure.hair, figure.palette.dark, 0.5)), 12) +
    stroke(d, hex(mix(figure.hair, figure.palette.key, 0.12)), 8)
  )
}

const isBald = ({ dice, traits, looks }: Figure, covered: boolean): boolean => {
  const byChance = !covered && traits.build === 'masculine' && dice.chance(traits.age > 60 ? 0.25 : 0.05)
  return looks.hair || looks.hairColour ? looks.hair === 'bald' : byChance
}

const paint = (figure: Figure) => shaded(figure, figure.hair, 80)
const strandColour = ({ hair, palette }: Figure) => hex(mix(lighter(hair, 0.17), palette.key, 0.4))

const cap = (figure: Figure, { volume }: Pick<Cut, 'volume'>) =>
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

/** Draws long hair that falls down the back and over the shoulders. */
const fall = (figure: Figure, { volume, length, texture }: Cut) => {
  const { dice } = figure
  const flare = length < 70 ? 8 : dice.between(2, 26)
  const wave =
    texture === 'curly' || texture === 'wavy' ? dice.between(8, 12) : dice.chance(0.3) ? dice.between(3, 6) : 0
  const wind = length < 70 ? 0 : dice.between(-12, 12)
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

/** Draws the hair on top of the head. The path follows the outer line, then returns along the fringe. */
const locks = (figure: Figure, { volume, length, fringe, texture }: Cut) => {
  const { dice, turn, lit } = figure
  const shift = Math.sin(turn) * 24
  const part = shift + (fringe === 'centre' ? 0 : dice.pick([-1, 1]) * dice.between(10, 22))
  const buzz = texture === 'buzz'
  const loose = dice.between(26, 66)
  const lock = length > 20 ? Math.min(length - 6, loose) : Math.min(length, 12)
  const taper = length > 20 ? 5 : 0
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
    [46 + taper, lock - 2],
    [43, 2],
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
    receding: [
      [38, -30],
      [34, -52],
      [22, -60],
      [8, -48],
      [-8, -48],
      [-22, -60],
      [-34, -52],
      [-38, -30],
    ],
    tousled: over([
      [36, -20],
      [28, -34],
      [16, -22],
      [8, -38],
      [-4, -26],
      [-12, -44],
      [-26, -34],
      [-36, -24],
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
    [-43, 2],
    [-46 - taper, lock - 2],
  ] as Point[]
  const d =
    fringe === 'spiky' || fringe === 'straight'
      ? `${outer}L${inner.map(([x, y]) => `${n(x)} ${n(y)}`).join('L')}z`
      : `${outer}L${smooth(inner).slice(1)}z`
  let strands = ''
  for (const side of [-1, 1])
    for (let strand = 0; strand < 5; strand++)
      strands += buzz
        ? ''
        : `M${n(part)} ${n(-72 - volume * 0.7)}Q${n(part + side * (18 + strand * 9))} ${n(-66 + strand * 4)} ${n(side * (30 + strand * 5) + shift * 0.5)} ${n(-28 + strand * 9)}`
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

/** Draws the shadow of the hair on the forehead. */
const cast = ({ palette, lit }: Figure, d: string) =>
  `<path d="${d}" transform="translate(${-lit * 3} 5)scale(.94 1)" fill="${hex(palette.dark)}" opacity=".34"/>`

/** Draws curls as a cloud of small circles. */
const curls = (figure: Figure, { volume, length, texture }: Cut) => {
  const { dice, turn } = figure
  const shift = Math.sin(turn) * 12
  const coily = texture === 'coily'
  const r = coily ? 7 + volume * 0.34 : 11 + volume * 0.5
  let d = ''
  const curl = (x: number, y: number, size: number) =>
    (d += `M${n(x - size)} ${n(y)}a${n(size)} ${n(size)} 0 1 1 ${n(size * 2)} 0a${n(size)} ${n(size)} 0 1 1 ${n(-size * 2)} 0`)
  const low = length > 10 ? -0.7 : length > 0 ? -0.3 : 0.1
  const reach = coily ? 0.72 : 1
  for (let angle = low; angle <= Math.PI - low; angle += coily ? 0.2 : 0.3)
    curl(
      Math.cos(angle) * (47 + volume * reach),
      -18 - Math.sin(angle) * (52 + volume * reach),
      r * dice.between(0.88, 1.12)
    )
  for (let x = -34; x <= 34; x += coily ? 9 : 13)
    curl(x + shift, (coily ? -58 : -56) - Math.cos(x / 26) * 8 + dice.between(-2, 4), r * (coily ? 0.8 : 0.92))
  for (let x = -40; coily && volume > 12 && x <= 40; x += 20) curl(x, -62 - Math.cos(x / 26) * volume * 0.5, r * 1.5)
  let rings = ''
  for (let ring = 0; ring < 16; ring++) {
    const angle = dice.between(0.1, 3)
    rings += `M${n(Math.cos(angle) * 50)} ${n(-24 - Math.sin(angle) * 50)}q6-9 13-2`
  }
  return solid(figure, d, paint(figure), { on: stroke(rings, strandColour(figure), 1.8, 0.5) })
}

/** Draws buns, tails and braids. */
const tied = (figure: Figure, { tied, volume }: Cut): Layers => {
  const { dice, trim } = figure
  const s = dice.pick([-1, 1])
  const ribbon = hex(trim)
  const shine = strandColour(figure)
  const roll = (d: string, on = '') => solid(figure, d, paint(figure), { on: on && stroke(on, shine, 1.6, 0.5) })
  const plait = (x: number, lean: number) => {
    let d = ''
    for (let knot = 0; knot < 8; knot++)
      d += `M${n(x + lean * knot + (knot % 2) * 4 - 12)} ${34 + knot * 18}q12-17 24 0q-5 19-12 23q-7-4-12-23z`
    return solid(figure, d, paint(figure), { rim: 2 }) + circle(x + lean * 8, 180, 8, ribbon)
  }
  switch (tied) {
    case 'bun':
      return {
        behind: roll('M-26-92a26 24 0 1 1 52 0a26 24 0 1 1-52 0', 'M-16-104q18-10 30 6M-18-92q20-14 34 4'),
        front: '',
      }
    case 'knot':
      return { behind: roll(`M${s * 52 - 25} 40a25 23 0 1 1 50 0a25 23 0 1 1-50 0`), front: '' }
    case 'puff': {
      let d = ''
      for (let angle = 0; angle < 6.2; angle += 0.5)
        d += `M${n(Math.cos(angle) * 26 - 15)} ${n(-98 + Math.sin(angle) * 20)}a15 15 0 1 1 30 0a15 15 0 1 1-30 0`
      return {
        behind: roll(`${d}M-30-98a30 24 0 1 1 60 0a30 24 0 1 1-60 0`),
        front: stroke('M-22-72Q0-80 22-72', ribbon, 6),
      }
    }
    case 'tail':
      return {
        behind:
          roll(`M${s * 20}-82Q${s * 84}-104 ${s * 92}-30Q${s * 98} 30 ${s * 70} 84Q${s * 76} 10 ${s * 50}-40z`) +
          circle(s * 36, -76, 8, ribbon),
        front: '',
      }
    case 'tails': {
      const low = dice.between(18, 38)
      return {
        behind: [-1, 1]
          .map(
            (side) =>
              roll(
                `M${side * 44}-56Q${side * (92 + volume)}-70 ${side * (88 + volume)} -6Q${side * 94} ${n(low * 0.6)} ${side * 74} ${low}Q${side * 68} 30 ${side * 56}-10z`
              ) + circle(side * 50, -50, 8, ribbon)
          )
          .join(''),
        front: '',
      }
    }
    case 'braid':
      return { behind: '', front: plait(figure.lit * -60, figure.lit * 2) }
    case 'braids':
      return { behind: '', front: plait(-62, 1) + plait(62, -1) }
    case 'crown': {
      let d = ''
      for (let knot = -5; knot <= 5; knot++)
        d += `M${n(knot * 10.5 - 11)} ${n(-62 + knot * knot * 0.95)}q11-18 22 0q-11 16-22 0z`
      return { behind: '', front: solid(figure, d, paint(figure), { rim: 2 }) }
    }
    default:
      return { behind: '', front: '' }
  }
}
