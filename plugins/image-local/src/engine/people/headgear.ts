import { hex, lighter, mix, type Colour } from '../colour.ts'
import { n, polygon, smooth, type Point } from '../curves.ts'
import { circle, path, stroke } from '../sheet.ts'
import type { HeadgearName } from '../traits.ts'
import { gem } from './clothes.ts'
import { shaded, solid, turned, type Figure } from './figure.ts'
import type { Layers } from './hair.ts'

export interface Headgear extends Layers {
  /** True if the headgear flattens the hair. */
  covers: boolean
  /** True if the headgear hides the face. */
  hides?: boolean
}

const none: Headgear = { behind: '', front: '', covers: false }

const metal = (figure: Figure) => shaded(figure, mix([0.78, 0.12, 85], figure.palette.key, 0.3), 70)
const cloth = (figure: Figure, colour = figure.looks.headColour ?? figure.cloth) => shaded(figure, colour, 90)

/** Draws the headgear that the looks name, or else the headgear of the being or role. */
export const headgearOf = (figure: Figure): Headgear => {
  const { dice, traits } = figure
  const shift = Math.sin(figure.turn) * 10
  const at = (markup: string) => `<g transform="translate(${Math.round(shift)} 0)">${markup}</g>`
  const placed = ({ behind, front, ...rest }: Headgear): Headgear => ({
    ...rest,
    behind: behind && at(behind),
    front: front && at(front),
  })
  const { headgear } = figure.looks
  if (headgear === 'none') return none
  if (headgear) return placed(byName[headgear](figure))
  if (traits.being === 'demon') return placed(horns(figure))
  if (traits.being === 'angel') return placed(halo(figure))
  const make = byRole[traits.role]
  if (make && dice.chance(traits.role === 'pilot' || traits.role === 'worker' ? 0.7 : 0.92)) return placed(make(figure))
  if (traits.role === 'none' && dice.chance(0.14))
    return placed(dice.pick([headband, headphones, beret, knitCap])(figure))
  return none
}

const horns = (figure: Figure): Headgear => {
  const bone = shaded(figure, mix([0.34, 0.05, 20], figure.palette.second, 0.2), 70)
  const tall = figure.dice.between(0, 40)
  const ridges = stroke('M34-74l14 8M46-88l12 8M-34-74l-14 8M-46-88l-12 8', hex(figure.palette.dark), 2, 0.6)
  const kind = figure.dice.chance(0.5) || figure.looks.headgear === 'cappedHorns'
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

/** Draws horns with a tennis ball on each tip. */
const cappedHorns = (figure: Figure): Headgear => {
  const { front, ...rest } = horns({ ...figure, dice: { ...figure.dice, between: () => 0 } })
  const ball = (s: number) =>
    circle(s * 42, -136, 19, hex(mix([0.86, 0.19, 118], figure.palette.dark, s === figure.lit ? 0.04 : 0.2))) +
    stroke(`M${s * 42 - 14}-148q14 12 4 30M${s * 42 + 14}-148q-10 10-4 26`, '#ffffff', 2.6, 0.85)
  return { ...rest, front: front + ball(1) + ball(-1) }
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

/** Returns a function that draws headgear of one solid shape with `on` drawn on it. */
const shape =
  (d: string, on: (figure: Figure) => string = () => '', behind?: string, tone?: Colour) =>
  (figure: Figure): Headgear => ({
    covers: true,
    behind: behind
      ? solid(figure, behind, shaded(figure, mix(tone ?? headColour(figure), figure.palette.dark, 0.4), 90))
      : '',
    front: solid(figure, d, shaded(figure, tone ?? headColour(figure), 90), { rim: 3.4, on: on(figure) }),
  })
const headColour = ({ looks, cloth: worn }: Figure) => looks.headColour ?? worn
const line = (figure: Figure, d: string, width: number, colour: Colour = figure.palette.dark, opacity = 0.5) =>
  stroke(d, hex(colour), width, opacity)
/** Returns a function that draws headgear and a second shape in front of it. */
const and =
  (make: (figure: Figure) => Headgear, more: (figure: Figure) => string) =>
  (figure: Figure): Headgear => {
    const made = make(figure)
    return { ...made, front: made.front + more(figure) }
  }
const band = (figure: Figure, d: string, colour: Colour) => solid(figure, d, shaded(figure, colour, 80), { rim: 2 })

const knitCap = and(
  shape('M-57-26Q-66-104 0-106Q66-104 57-26Q0-50-57-26z', (figure) =>
    line(figure, 'M-40-40Q-44-84-20-100M-20-44Q-20-88-6-104M0-46V-104M20-44Q20-88 6-104M40-40Q44-84 20-100', 3)
  ),
  (figure) =>
    band(figure, 'M-60-24Q0-52 60-24L60-46Q0-74-60-46z', lighter(headColour(figure), 0.07)) +
    line(figure, 'M-50-30V-50M-36-36V-56M-20-40V-60M-4-42V-62M12-42V-62M28-39V-58M44-33V-53', 2)
)
const flatCap = and(
  shape('M-62-44Q-76-96-6-102Q72-100 64-46Q0-62-62-44z', (figure) =>
    line(figure, 'M0-102Q-30-80-40-52M0-102Q30-80 40-54', 2.4)
  ),
  (figure) =>
    band(figure, 'M-58-46Q0-70 58-46Q66-30 50-24Q0-44-50-24Q-66-30-58-46z', lighter(headColour(figure), -0.05))
)
const peakedCap = and(
  shape('M-74-66Q-70-100 0-106Q70-100 74-66L56-48Q0-62-56-48z', () => ''),
  (figure) =>
    band(figure, 'M-57-54Q0-72 57-54V-34Q0-52-57-34z', figure.trim) +
    band(figure, 'M-52-36Q0-54 52-36Q44-18 0-24Q-44-18-52-36z', [0.2, 0.03, 280]) +
    gem(figure, 0, -76, 10)
)
const skullcap = shape(
  'M-52-44Q-52-96 0-98Q52-96 52-44Q0-62-52-44z',
  (figure) =>
    line(figure, 'M-50-52Q0-70 50-52', 5, figure.trim, 1) +
    line(
      figure,
      'M-30-70q8-14 16 0t-16 0M-6-78q8-14 16 0t-16 0M18-72q8-14 16 0t-16 0',
      3,
      lighter(figure.trim, 0.12),
      1
    )
)
const headscarf = shape(
  'M0-92Q56-90 60-30Q62 20 50 62Q76 90 70 130Q30 156 0 136Q-30 156-70 130Q-76 90-50 62Q-62 20-60-30Q-56-90 0-92zM0-62Q-44-60-44-14Q-46 40-28 62Q0 84 28 62Q46 40 44-14Q44-60 0-62z',
  (figure) => line(figure, 'M-52-50Q-60 20-40 70M52-50Q60 20 40 70M-50 90Q0 120 56 84', 3, figure.palette.dark, 0.3),
  'M0-88Q64-80 64 0Q64 80 90 140H-90Q-64 80-64 0Q-64-80 0-88z'
)
const headwrap = and(
  shape(
    'M-56-30Q-74-96-40-118Q0-150 40-120Q76-96 56-30Q0-62-56-30z',
    (figure) =>
      line(figure, 'M-54-44Q0-84 60-60M-52-70Q0-110 56-86M-40-100Q0-130 40-108', 5, figure.trim, 0.85) +
      line(figure, 'M-56-54Q0-96 58-72', 2)
  ),
  (figure) => band(figure, 'M-14-86Q-36-130 0-128Q36-130 14-86Q0-76-14-86z', lighter(headColour(figure), 0.06))
)
const turban = and(
  shape('M-58-28Q-86-84-36-112Q0-130 36-112Q86-84 58-28Q26-70 0-62Q-26-70-58-28z', (figure) =>
    line(figure, 'M-60-40Q-20-100 40-110M60-40Q20-100-40-110M-64-64Q-30-110 10-118', 3)
  ),
  (figure) => gem(figure, 0, -76, 13) + band(figure, 'M-4-88Q-16-140 12-166Q22-130 6-88z', lighter(figure.trim, 0.06))
)
const wideHat = (brim: string, crownPath: string, tone?: Colour) =>
  and(
    shape(crownPath, (figure) => line(figure, 'M-44-60Q0-76 44-60', 10, figure.trim, 1), brim, tone),
    (figure) =>
      solid(
        figure,
        'M-124-30Q-70-62-50-54Q0-34 50-54Q70-62 124-30Q60-10 0-18Q-60-10-124-30z',
        shaded(figure, tone ?? headColour(figure), 110),
        { rim: 3, on: line(figure, 'M-100-32Q0-18 100-32M-80-40Q0-26 80-40', 2, figure.palette.dark, 0.25) }
      )
  )
const strawHat = wideHat(
  'M-120-32Q0-76 120-32Q60-8 0-12Q-60-8-120-32z',
  'M-50-46Q-50-106 0-108Q50-106 50-46Q0-34-50-46z',
  [0.8, 0.09, 84]
)
const coneHat: (figure: Figure) => Headgear = shape(
  'M0-146Q20-130 132-48Q70-26 0-26Q-70-26-132-48Q-20-130 0-146z',
  (figure) =>
    line(
      figure,
      'M-104-58Q0-30 104-58M-76-80Q0-60 76-80M-46-104Q0-90 46-104M0-144L-60-34M0-144L60-34M0-144V-28',
      2,
      [0.55, 0.08, 70],
      0.6
    ),
  undefined,
  [0.84, 0.075, 86]
)
const earflaps = and(
  shape(
    'M-58-30Q-64-104 0-112Q64-104 58-30Q70 10 62 44L50 60Q44 20 46-26Q0-52-46-26Q-44 20-50 60L-62 44Q-70 10-58-30z',
    (figure) =>
      line(figure, 'M-58-36Q0-66 58-36', 6, figure.trim, 1) +
      line(figure, 'M-52-62l13-12 13 12 13-12 13 12 13-12 13 12 13-12 13 12', 5, [0.85, 0.1, 88], 1) +
      line(figure, 'M-50-84Q0-104 50-84', 5, figure.trim, 1)
  ),
  (figure) =>
    line(figure, 'M-54 60V96M54 60V96', 4, figure.trim, 1) +
    circle(0, -116, 11, hex(figure.trim)) +
    circle(-54, 100, 8, hex(figure.trim)) +
    circle(54, 100, 8, hex(figure.trim))
)
const flyingCap = and(
  shape(
    'M-57-20Q-66-98 0-102Q66-98 57-20Q60 20 54 56L40 66Q44 20 43-24Q0-52-43-24Q-44 20-40 66L-54 56Q-60 20-57-20z',
    (figure) => line(figure, 'M0-102V-50M-50 30H-42M50 30H42', 3)
  ),
  (figure) => goggles(figure).front
)
const jesterCap = and(
  shape(
    'M-54-30Q-60-70-30-84Q-60-130-120-118Q-150-100-146-66Q-116-84-92-58Q-70-40-54-30Q0-56 54-30Q70-40 92-58Q116-84 146-66Q150-100 120-118Q60-130 30-84Q14-104 0-136Q-14-104-30-84z',
    (figure) =>
      `<path d="M0-150V-40Q30-50 54-30Q70-40 92-58Q116-84 146-66V-150z" fill="${hex(mix(figure.trim, figure.palette.dark, 0.1))}"/>`
  ),
  (figure) =>
    band(figure, 'M-56-24Q0-52 56-24V-42Q0-70-56-42z', [0.82, 0.12, 85]) +
    [
      [-146, -62],
      [0, -142],
      [146, -62],
    ]
      .map(([x, y]) => circle(x!, y!, 10, hex([0.84, 0.13, 88])) + circle(x! + 2, y! + 3, 3, hex(figure.palette.dark)))
      .join('')
)
const hardHat = and(
  shape('M-62-34Q-64-102 0-108Q64-102 62-34Q0-54-62-34z', (figure) =>
    line(figure, 'M-18-104Q-22-70-20-46M18-104Q22-70 20-46', 5, lighter(headColour(figure), 0.12), 0.7)
  ),
  (figure) =>
    band(figure, 'M-70-30Q0-60 70-30Q60-18 0-30Q-60-18-70-30z', lighter(headColour(figure), -0.06)) +
    circle(0, -62, 13, hex([0.95, 0.05, 95])) +
    circle(0, -62, 17, hex([0.95, 0.06, 95]), 0.35)
)
const weldingMask = and(
  shape('M-58-44Q-60-70 0-78Q60-70 58-44Q0-60-58-44z', () => ''),
  (figure) =>
    solid(
      figure,
      'M-60-62L-70-118Q-56-160 0-160Q56-160 70-118L60-62Q0-84-60-62z',
      shaded(figure, [0.44, 0.03, 250], 80),
      {
        rim: 3,
        on:
          path('M-42-130H42V-100H-42z', hex([0.24, 0.05, 200])) +
          path('M-38-128L-10-128L-26-102H-38z', '#fff', 0.35) +
          line(figure, 'M-56-80Q0-98 56-80', 3),
      }
    )
)
const headset = (figure: Figure): Headgear => ({
  covers: false,
  behind: '',
  front:
    stroke('M-56 0Q-62-88 0-90Q62-88 56 0', hex(mix(figure.palette.dark, [0.6, 0.02, 270], 0.3)), 6) +
    [-1, 1].map((s) => band(figure, `M${s * 50}-16h${s * 14}q${s * 8} 18 0 36h${s * -14}z`, figure.trim)).join('') +
    stroke(`M${-figure.lit * 58} 18Q${-figure.lit * 54} 58 ${-figure.lit * 22} 57`, hex(figure.palette.dark), 3.5) +
    circle(-figure.lit * 20, 56, 6, hex(figure.palette.dark)),
})
const wig = (figure: Figure): Headgear => {
  let rolls = ''
  for (const s of [-1, 1])
    for (let roll = 0; roll < 4; roll++)
      rolls += `M${s * (70 - roll * 2) - 17} ${-30 + roll * 26}a17 14 0 1 1 34 0a17 14 0 1 1-34 0`
  return {
    covers: true,
    behind: '',
    front: solid(
      figure,
      `M-60-30Q-70-110 0-112Q70-110 60-30Q40-70 0-72Q-40-70-60-30z${rolls}`,
      shaded(figure, [0.92, 0.015, 80], 90),
      { on: line(figure, 'M-40-80q10-14 20 0t20 0 20 0 20 0M-44-60q10-10 20-6', 2, figure.palette.dark, 0.3) }
    ),
  }
}

const byRole: Partial<Record<Figure['traits']['role'], (figure: Figure) => Headgear>> = {
  knight: helmet,
  pirate: tricorne,
  witch: pointedHat,
  royal: crown,
  detective: brimmed,
  astronaut: spaceHelmet,
  hooded: hood,
  musician: headphones,
  soldier: cap,
  cook: headband,
  samurai: topknotGuard,
  flowers: strawHat,
  cowboy: brimmed,
  pilot: goggles,
  gothic: veil,
  keeper: knitCap,
  worker: flatCap,
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
  headphones,
  cap,
  headband,
  wreath,
  goggles,
  beret,
  veil,
  horns,
  cappedHorns,
  halo,
  knitCap,
  flatCap,
  peakedCap,
  skullcap,
  headscarf,
  headwrap,
  turban,
  strawHat,
  coneHat,
  earflaps,
  flyingCap,
  jesterCap,
  hardHat,
  weldingMask,
  headset,
  wig,
}

/** Draws eyewear and earrings, which turn with the face. */
export const onTheFace = (figure: Figure): string => {
  const { looks, palette, lit, turn } = figure
  const [left, right] = [turned(figure, [-22, 4], 40)[0], turned(figure, [22, 4], 40)[0]]
  const frame = (colour: Colour, d: string, fill: string, opacity: number) =>
    `<path d="${d}" fill="${fill}" fill-opacity="${opacity}" stroke="${hex(colour)}" stroke-width="2.6"/>`
  const bridge = `M${n(left + 15)} 1q${n((right - left - 30) / 2)}-6 ${n(right - left - 30)} 0M${n(left - 16)} 0L-50-5M${n(right + 16)} 0L50-5`
  const round = (x: number, y: number, r: number) =>
    `M${n(x - r)} ${y}a${r} ${r} 0 1 1 ${r * 2} 0a${r} ${r} 0 1 1-${r * 2} 0`
  const square = (x: number) => `M${n(x - 17)}-9h34l-3 21q-14 6-28 0z`
  const shine = path(`M${n(left - 9)}-2l8-8h5l-13 14zM${n(right - 9)}-2l8-8h5l-13 14z`, '#fff', 0.4)
  const brass = mix([0.78, 0.1, 85], palette.key, 0.3)
  const dark = lighter(palette.dark, 0.04)
  const worn = {
    round: () => frame(brass, round(left, 4, 15.5) + round(right, 4, 15.5) + bridge, figure.bright, 0.12) + shine,
    square: () => frame(dark, square(left) + square(right) + bridge, figure.bright, 0.1) + shine,
    halfMoon: () =>
      frame(
        brass,
        `M${n(left - 15)} 11h30q-2 14-15 14t-15-14zM${n(right - 15)} 11h30q-2 14-15 14t-15-14zM${n(left + 15)} 12q${n((right - left - 30) / 2)}-5 ${n(right - left - 30)} 0M${n(left - 15)} 11L-50-2M${n(right + 15)} 11L50-2`,
        figure.bright,
        0.14
      ),
    dark: () =>
      frame(dark, round(left, 3, 17) + round(right, 3, 17) + bridge, hex(mix(dark, palette.second, 0.1)), 0.95) +
      path(`M${n(left - 10)}-1l9-9h6l-14 16zM${n(right - 10)}-1l9-9h6l-14 16z`, figure.bright, 0.5),
    patch: () =>
      path(`M${n(lit > 0 ? left - 17 : right - 17)}-10h34l-5 22q-12 8-24 0z`, hex(dark)) +
      stroke(`M-52-30L52-14`, hex(dark), 3),
    monocle: () =>
      frame(brass, round(lit > 0 ? right : left, 4, 15.5), figure.bright, 0.14) +
      stroke(`M${n((lit > 0 ? right : left) + lit * 14)} 12Q${lit * 50} 60 ${lit * 40} 110`, hex(brass), 1.4),
  }
  const ears = [-1, 1].map((s) => [s * 49 * Math.cos(turn) - Math.sin(turn) * 20, 26] as const)
  const jewels = {
    studs: ([x, y]: readonly [number, number]) => circle(x, y - 2, 4, hex(brass)),
    hoops: ([x, y]: readonly [number, number]) =>
      `<circle cx="${n(x)}" cy="${y + 9}" r="11" fill="none" stroke="${hex(brass)}" stroke-width="3.4"/>`,
    drops: ([x, y]: readonly [number, number]) => gem(figure, x, y + 10, 9),
  }
  const { jewel, eyewear } = looks
  const earrings = jewel === 'studs' || jewel === 'hoops' || jewel === 'drops' ? ears.map(jewels[jewel]).join('') : ''
  return earrings + (eyewear ? worn[eyewear]() : '')
}
