import { hex, lighter, mix } from '../colour.ts'
import { polygon, smooth, type Point } from '../curves.ts'
import { circle, path, stroke } from '../sheet.ts'
import type { HeadgearName } from '../traits.ts'
import { gem } from './clothes.ts'
import { shaded, solid, type Figure } from './figure.ts'
import type { Layers } from './hair.ts'

export interface Headgear extends Layers {
  /** Flattens the hair. */
  covers: boolean
  /** Hides the face. */
  hides?: boolean
}

const none: Headgear = { behind: '', front: '', covers: false }

const metal = (figure: Figure) => shaded(figure, mix([0.78, 0.12, 85], figure.palette.key, 0.3), 70)
const cloth = (figure: Figure, colour = figure.cloth) => shaded(figure, colour, 90)

/** The headgear that the looks name, or else that of the being or role. */
export const headgearOf = (figure: Figure, side: boolean): Headgear => {
  const { dice, traits } = figure
  const shift = side ? -6 : Math.sin(figure.turn) * 10
  const at = (markup: string) => `<g transform="translate(${Math.round(shift)} 0)">${markup}</g>`
  const placed = ({ behind, front, ...rest }: Headgear): Headgear => ({
    ...rest,
    behind: behind && at(behind),
    front: front && at(front),
  })
  if (figure.looks.headgear) return placed(byName[figure.looks.headgear](figure))
  if (traits.being === 'demon') return placed(horns(figure))
  if (traits.being === 'angel') return placed(halo(figure))
  const make = byRole[traits.role]
  if (make && dice.chance(traits.role === 'pilot' || traits.role === 'suit' ? 0.7 : 0.92)) return placed(make(figure))
  if (traits.role === 'none' && dice.chance(0.2))
    return placed(dice.pick(side ? [headband, circlet] : [headband, earrings, headphones, beret, circlet])(figure))
  return none
}

const horns = (figure: Figure): Headgear => {
  const bone = shaded(figure, mix([0.34, 0.05, 20], figure.palette.second, 0.2), 70)
  const tall = figure.dice.between(0, 40)
  const ridges = stroke('M34-74l14 8M46-88l12 8M-34-74l-14 8M-46-88l-12 8', hex(figure.palette.dark), 2, 0.6)
  const kind = figure.dice.chance(0.5)
  return {
    covers: false,
    behind: '',
    front: [-1, 1]
      .map((s) =>
        solid(
          figure,
          kind
            ? `M${s * 22}-66Q${s * 50}-90 ${s * 40} ${-136 - tall}Q${s * 74}-96 ${s * 46}-50z`
            : `M${s * 30}-62Q${s * 80}-100 ${s * 92}-40Q${s * 90}-4 ${s * 68} 0Q${s * 78}-40 ${s * 46}-46z`,
          bone,
          { on: ridges }
        )
      )
      .join(''),
  }
}

const halo = (figure: Figure): Headgear => ({
  covers: false,
  behind: `<ellipse cx="0" cy="-44" rx="96" ry="96" fill="none" stroke="${figure.bright}" stroke-width="4" opacity=".9"/><ellipse cx="0" cy="-44" rx="106" ry="106" fill="none" stroke="${figure.bright}" stroke-width="1.5" stroke-dasharray="3 9" opacity=".8"/>${[-1, 1].map((s) => solid(figure, `M${s * 60} 150Q${s * 130} 20 ${s * 210}-40Q${s * 196} 30 ${s * 190} 60L${s * 214} 80Q${s * 170} 130 ${s * 100} 200z`, shaded(figure, [0.86, 0.03, 90], 160), { on: stroke(`M${s * 90} 160Q${s * 150} 50 ${s * 200}-10M${s * 100} 180Q${s * 160} 90 ${s * 200} 60`, hex(figure.palette.dark), 2, 0.3) })).join('')}`,
  front: '',
})

const hood = (figure: Figure): Headgear => {
  const { dice, cloth: colour, palette } = figure
  const hides = dice.chance(0.45) && !figure.looks.showsFace
  return {
    covers: true,
    hides,
    behind: solid(
      figure,
      smooth(
        [
          [0, -104],
          [52, -84],
          [82, -24],
          [86, 50],
          [110, 130],
          [-110, 130],
          [-86, 50],
          [-82, -24],
          [-52, -84],
        ],
        true
      ),
      shaded(figure, mix(colour, palette.dark, 0.55), 90)
    ),
    front: solid(
      figure,
      `${smooth(
        [
          [0, -106],
          [50, -88],
          [80, -28],
          [84, 44],
          [112, 98],
          [150, 146],
          [84, 176],
          [30, 158],
          [42, 96],
          [54, 10],
          [42, -50],
          [0, -74],
          [-42, -50],
          [-54, 10],
          [-42, 96],
          [-30, 158],
          [-84, 176],
          [-150, 146],
          [-112, 98],
          [-84, 44],
          [-80, -28],
          [-50, -88],
        ],
        true
      )}`,
      cloth(figure),
      {
        rim: 4.4,
        on: stroke(
          'M-6-104Q-60-80-66 0Q-66 60-74 120M8-104Q58-80 66 0Q66 60 74 120M0-100Q-44-76-56-20',
          hex(mix(colour, palette.dark, 0.6)),
          4,
          0.45
        ),
      }
    ),
  }
}

const pointedHat = (figure: Figure): Headgear => {
  const bend = figure.dice.between(-44, 44)
  return {
    covers: true,
    behind: solid(figure, 'M-128-34Q0-86 128-34Q60-14 0-14Q-60-14-128-34z', cloth(figure, lighter(figure.cloth, -0.1))),
    front:
      solid(
        figure,
        `M-58-52Q-36-120 ${Math.round(bend * 0.4)}-158Q${Math.round(bend)}-186 ${Math.round(bend * 1.9)}-172Q${Math.round(bend * 0.9)}-150 38-110Q52-80 58-52Q0-28-58-52z`,
        cloth(figure),
        { rim: 4, on: stroke('M-30-84Q0-74 34-88M-16-124Q4-116 22-128', hex(figure.palette.dark), 3, 0.4) }
      ) +
      solid(figure, 'M-59-60Q0-34 59-60L60-44Q0-18-60-44z', cloth(figure, figure.trim), { rim: 2 }) +
      gem(figure, 0, -34, 9) +
      solid(figure, 'M-138-30Q-70-52-60-48Q0-22 60-48Q70-52 138-30Q70-6 0-12Q-70-6-138-30z', cloth(figure), {
        rim: 3.4,
      }),
  }
}

const brimmed = (figure: Figure): Headgear => {
  const high = figure.dice.between(104, 122)
  return {
    covers: true,
    behind: '',
    front:
      solid(
        figure,
        `M-52-44Q-56-${Math.round(high)}-22-${Math.round(high)}Q0-${Math.round(high - 10)} 22-${Math.round(high)}Q56-${Math.round(high)} 52-44z`,
        cloth(figure),
        { rim: 4, on: path('M-8-122Q0-90 10-60L18-122z', hex(figure.palette.dark), 0.35) }
      ) +
      path('M-53-60Q0-40 53-60V-44Q0-24-53-44z', hex(figure.trim)) +
      solid(
        figure,
        figure.traits.role === 'cowboy'
          ? 'M-126-66Q-96-34-52-46Q0-26 52-46Q96-34 126-66Q100-8 0-18Q-100-8-126-66z'
          : 'M-98-34Q-60-52-50-46Q0-30 50-46Q60-52 98-34Q60-16 0-20Q-60-16-98-34z',
        cloth(figure),
        { rim: 3.4 }
      ),
  }
}

const tricorne = (figure: Figure): Headgear => ({
  covers: true,
  behind: '',
  front:
    solid(figure, 'M-112-50Q-80-64-56-104Q0-136 56-104Q80-64 112-50Q50-34 0-44Q-50-34-112-50z', cloth(figure), {
      rim: 4,
      on: stroke('M-104-52Q-50-38 0-50Q50-38 104-52M-54-102Q0-130 54-102', hex(lighter(figure.trim, 0.08)), 4),
    }) +
    (figure.dice.chance(0.5)
      ? solid(figure, 'M40-80Q70-150 118-140Q90-110 66-66z', cloth(figure, figure.trim))
      : gem(figure, 0, -76, 12)),
})

const crown = (figure: Figure): Headgear => {
  const spikes = figure.dice.pick([
    [
      [-50, -58],
      [-56, -108],
      [-30, -82],
      [-18, -120],
      [0, -86],
      [18, -120],
      [30, -82],
      [56, -108],
      [50, -58],
      [0, -46],
    ],
    [
      [-48, -54],
      [-42, -80],
      [-24, -74],
      [0, -112],
      [24, -74],
      [42, -80],
      [48, -54],
      [0, -44],
    ],
  ] as Point[][])
  return {
    covers: false,
    behind: '',
    front:
      solid(figure, polygon(spikes), metal(figure), { rim: 3 }) +
      gem(figure, 0, -66, 8) +
      circle(-30, -66, 4, figure.bright) +
      circle(30, -66, 4, figure.bright),
  }
}

const circlet = (figure: Figure): Headgear => ({
  covers: false,
  behind: '',
  front: stroke('M-50-36Q0-24 50-36', hex(mix([0.82, 0.11, 85], figure.palette.key, 0.3)), 4) + gem(figure, 0, -28, 8),
})

const helmet = (figure: Figure): Headgear => {
  const steel = mix([0.64, 0.02, 270], figure.palette.second, 0.2)
  const plate = shaded(figure, steel, 66)
  const open = figure.dice.chance(0.5) || figure.looks.showsFace
  const dome = smooth(
    [
      [0, -92],
      [40, -80],
      [60, -36],
      [60, 10],
      [56, 40],
      [-56, 40],
      [-60, 10],
      [-60, -36],
      [-40, -80],
    ],
    true
  )
  const crest = figure.dice.chance(0.6)
    ? solid(figure, 'M-8-88Q-20-150-76-150Q-40-140-34-104Q-60-110-80-90Q-30-100 8-84z', cloth(figure, figure.trim))
    : ''
  if (open)
    return {
      covers: true,
      behind: crest,
      front: solid(
        figure,
        'M0-94Q46-90 60-36L62 40L48 66L44 20L40-18Q12-30 0-10Q-12-30-40-18L-44 20L-48 66L-62 40L-60-36Q-46-90 0-94z',
        plate,
        {
          rim: 4,
          on:
            stroke('M0-94V-12', hex(figure.trim), 5, 0.9) +
            path('M-60-36Q0-60 60-36L58-26Q0-50-58-26z', hex(figure.palette.dark), 0.3),
        }
      ),
    }
  return {
    covers: true,
    hides: true,
    behind: crest,
    front:
      solid(figure, dome, plate, { rim: 4, on: stroke('M0-94V-20', hex(figure.trim), 5, 0.9) }) +
      solid(figure, 'M-60-14L0-24L60-14L57 44L26 86L0 96L-26 86L-57 44z', shaded(figure, lighter(steel, -0.05), 66), {
        rim: 3.6,
        on:
          path(
            `M0-24L${figure.lit * -60}-14L${figure.lit * -56} 40L${figure.lit * -24} 80L0 90z`,
            hex(figure.palette.dark),
            0.42
          ) +
          stroke('M-50 0L-9-2M50 0L9-2', hex(figure.palette.dark), 8) +
          stroke('M-40-.500h18M40-.500h-18', hex(lighter(figure.palette.key, 0.1)), 2.4, 0.9) +
          stroke('M-22 30v18M-14 34v18M22 30v18M14 34v18M-30 26v16M30 26v16', hex(figure.palette.dark), 3) +
          stroke('M0-22V88', hex(figure.trim), 2.4),
      }),
  }
}

const spaceHelmet = (figure: Figure): Headgear => {
  const { sheet, palette, lit } = figure
  const glass = sheet.linear(
    [
      [0, lighter(palette.key, 0.1), 0.5],
      [0.5, palette.second, 0.12],
      [1, palette.dark, 0.55],
    ],
    lit * 80,
    -90,
    lit * -80,
    80
  )
  return {
    covers: true,
    behind: circle(0, -2, 102, hex(palette.dark), 0.5),
    front: `<circle cx="0" cy="-2" r="102" fill="${glass}" stroke="${figure.bright}" stroke-width="3"/>${path(`M${lit * 40}-84Q${lit * 88}-60 ${lit * 88}-6Q${lit * 70}-54 ${lit * 40}-84z`, '#fff', 0.5)}${stroke(`M${lit * -84} 30Q${lit * -70} 66 ${lit * -40} 80`, figure.second, 3, 0.7)}`,
  }
}

const glasses = (figure: Figure): Headgear => {
  const shift = Math.sin(figure.turn) * 26
  const [left, right] = [-22 + shift, 22 + shift]
  const shape = figure.dice.chance(0.6)
  const lens = (x: number) =>
    shape
      ? `<circle cx="${x.toFixed(1)}" cy="4" r="15.500" fill="${figure.bright}" fill-opacity=".1"/>`
      : `<path d="M${(x - 17).toFixed(1)}-8h34l-3 20q-14 6-28 0z" fill="${figure.bright}" fill-opacity=".1"/>`
  return {
    covers: false,
    behind: '',
    front: `<g stroke="${hex(mix([0.8, 0.1, 85], figure.palette.key, 0.3))}" stroke-width="2.2" fill="none">${lens(left)}${lens(right)}<path d="M${(left + 15).toFixed(1)} 1q7-6 14 0M${(left - 16).toFixed(1)} 0L-52-4M${(right + 16).toFixed(1)} 0L52-4"/></g>`,
  }
}

const headphones = (figure: Figure): Headgear => ({
  covers: false,
  behind: '',
  front:
    stroke('M-58 0Q-66-92 0-94Q66-92 58 0', hex(mix(figure.palette.dark, figure.trim, 0.3)), 8) +
    stroke('M-50-52Q-34-91 4-91', figure.bright, 2, 0.8) +
    [-1, 1]
      .map((s) => solid(figure, `M${s * 50}-18h${s * 16}q${s * 10} 20 0 42h${s * -16}z`, cloth(figure, figure.trim)))
      .join(''),
})

const cap = (figure: Figure): Headgear => ({
  covers: true,
  behind: '',
  front:
    solid(figure, 'M-72-72Q-64-112 0-112Q64-112 72-72L56-44Q0-60-56-44z', cloth(figure), { rim: 4 }) +
    solid(figure, 'M-56-52Q0-70 56-52V-34Q0-50-56-34z', cloth(figure, figure.trim), { rim: 2 }) +
    solid(figure, 'M-54-36Q0-54 54-36Q40-14 0-18Q-40-14-54-36z', cloth(figure, lighter(figure.palette.dark, 0.06)), {
      rim: 3,
    }) +
    gem(figure, 0, -86, 10),
})

const headband = (figure: Figure): Headgear => ({
  covers: false,
  behind: solid(figure, 'M44-40Q90-40 104 10L92 6Q84 20 88 40Q66-6 44-20z', cloth(figure, figure.trim)),
  front: solid(figure, 'M-54-44Q0-58 54-44V-28Q0-42-54-28z', cloth(figure, figure.trim), { rim: 2 }),
})

const topknotGuard = (figure: Figure): Headgear => ({
  covers: true,
  behind: solid(
    figure,
    'M-96 20Q-84-40-56-60H56Q84-40 96 20Q70 40 50 40H-50Q-70 40-96 20z',
    cloth(figure, lighter(figure.cloth, -0.04)),
    { on: stroke('M-90 6Q0 30 90 6M-84-12Q0 10 84-12', hex(figure.trim), 3, 0.8) }
  ),
  front:
    solid(figure, 'M-60-30Q-56-98 0-100Q56-98 60-30Q0-50-60-30z', cloth(figure), {
      rim: 4,
      on: stroke('M-30-94Q-36-60-34-36M0-98V-40M30-94Q36-60 34-36', hex(figure.palette.dark), 2.4, 0.5),
    }) + solid(figure, 'M-10-64Q-70-84-66-150Q-42-94 0-84Q42-94 66-150Q70-84 10-64z', metal(figure), { rim: 2.6 }),
})

const wreath = (figure: Figure): Headgear => {
  const { dice, palette, trim } = figure
  let flowers = ''
  for (let x = -54; x <= 54; x += 13.5) {
    const y = -34 - Math.cos(x / 36) * 26 + dice.between(-4, 4)
    const colour = dice.pick([palette.key, trim, lighter(palette.key, 0.12), palette.second])
    flowers +=
      path(`M${x - 12} ${y.toFixed(1)}l-4-12 14 4z`, hex(mix([0.45, 0.09, 150], palette.dark, 0.3))) +
      circle(x, y, dice.between(7, 11), hex(colour)) +
      circle(x - 1.5, y - 1.5, 3.4, hex(lighter(colour, 0.16)))
  }
  return { covers: false, behind: '', front: flowers }
}

const goggles = (figure: Figure): Headgear => ({
  covers: false,
  behind: '',
  front:
    stroke('M-54-46Q0-60 54-46', hex(lighter(figure.palette.dark, 0.06)), 13) +
    [-22, 22]
      .map(
        (x) =>
          solid(figure, `M${x - 20}-54a20 18 0 1 1 40 0a20 18 0 1 1-40 0`, metal(figure), { rim: 2 }) +
          circle(x, -54, 13, hex(mix(figure.palette.second, figure.palette.dark, 0.25))) +
          path(`M${x - 9}-58q7-9 17-3q-8 2-15 9z`, '#fff', 0.55)
      )
      .join(''),
})

const beret = (figure: Figure): Headgear => ({
  covers: true,
  behind: '',
  front: solid(figure, 'M-60-40Q-90-100 0-104Q92-104 66-48Q0-66-60-40z', cloth(figure, figure.trim), { rim: 4 }),
})
const earrings = (figure: Figure): Headgear => ({
  covers: false,
  behind: '',
  front: gem(figure, -50, 34, 7) + gem(figure, 50, 34, 7),
})
const veil = (figure: Figure): Headgear => ({
  covers: false,
  behind: solid(
    figure,
    'M0-90Q70-84 80 0Q96 120 130 200H-130Q-96 120-80 0Q-70-84 0-90z',
    shaded(figure, mix(figure.cloth, figure.palette.dark, 0.4), 110)
  ),
  front:
    stroke('M-48-42Q0-64 48-42', figure.bright, 3) +
    gem(figure, 0, -46, 9) +
    circle(-26, -50, 3, figure.bright) +
    circle(26, -50, 3, figure.bright),
})

const byRole: Partial<Record<Figure['traits']['role'], (figure: Figure) => Headgear>> = {
  knight: helmet,
  pirate: tricorne,
  witch: pointedHat,
  royal: crown,
  detective: brimmed,
  astronaut: spaceHelmet,
  hooded: hood,
  scholar: glasses,
  musician: headphones,
  soldier: cap,
  cook: headband,
  samurai: topknotGuard,
  flowers: wreath,
  cowboy: brimmed,
  pilot: goggles,
  gothic: veil,
}

const byName: Record<HeadgearName, (figure: Figure) => Headgear> = {
  helmet,
  tricorne,
  pointedHat,
  brimmedHat: brimmed,
  crown,
  circlet,
  spaceHelmet,
  hood,
  glasses,
  headphones,
  cap,
  headband,
  wreath,
  goggles,
  beret,
  earrings,
  veil,
  horns,
  halo,
}
