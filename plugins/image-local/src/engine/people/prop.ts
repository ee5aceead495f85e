import { hex, lighter, mix, type Colour } from '../colour.ts'
import { circle, path, stroke } from '../sheet.ts'
import { gem } from './clothes.ts'
import type { Prop } from '../traits.ts'
import { shaded, solid, type Figure } from './figure.ts'
import { armWithHand, type Grip } from './hand.ts'

const steel: Colour = [0.74, 0.02, 260]
const iron: Colour = [0.42, 0.02, 270]
const gold: Colour = [0.76, 0.12, 85]
const brass: Colour = [0.68, 0.11, 78]
const wood: Colour = [0.45, 0.08, 55]
const straw: Colour = [0.74, 0.1, 82]
const wax: Colour = [0.9, 0.04, 90]
const paper: Colour = [0.93, 0.025, 88]
const red: Colour = [0.56, 0.19, 25]
const leaf: Colour = [0.52, 0.12, 145]
const ink: Colour = [0.26, 0.05, 275]
const leather: Colour = [0.4, 0.09, 45]
const clay: Colour = [0.6, 0.11, 45]

/** A prop or a gesture. Coordinates start at the wrist of the hand on the lit side, which is the right side in these shapes. */
interface Shape {
  grip: Grip | null
  at: readonly [x: number, y: number]
  angle?: number
  /** The grip, position and angle of the other hand. */
  other?: readonly [Grip, number, number, number?]
  /** Whether only the fingers, the whole hand or no part of the hand is in front of the prop. */
  hand?: 'around' | 'over' | 'behind'
  bare?: boolean
  glove?: boolean
  draw?: (figure: Figure) => string
}

const lump = (figure: Figure, d: string, colour: Colour, on = '') =>
  solid(figure, d, shaded(figure, colour, 60), { rim: 2, on })
const flat = ({ palette }: Figure, d: string, colour: Colour, opacity = 1) =>
  path(d, hex(mix(mix(colour, palette.key, 0.1), palette.dark, 0.06)), opacity)
const line = ({ palette }: Figure, d: string, colour: Colour, width: number, opacity = 1) =>
  stroke(d, hex(mix(mix(colour, palette.key, 0.1), palette.dark, 0.08)), width, opacity, ' stroke-linejoin="round"')
const ruled = (figure: Figure, d: string, opacity = 0.45) => line(figure, d, ink, 1.8, opacity)

const light = (figure: Figure, x: number, y: number, r: number, colour: Colour, opacity = 0.85) => {
  const glow = figure.sheet.radial(
    [
      [0, colour, opacity],
      [1, mix(colour, figure.palette.key, 0.4), 0],
    ],
    x,
    y,
    r
  )
  return circle(x, y, r, glow)
}
const flame = (figure: Figure, y: number) =>
  light(figure, 0, y, 62, [0.92, 0.12, 85]) +
  path(`M0 ${y - 20}Q12 ${y - 2} 7 ${y + 8}Q0 ${y + 15}-7 ${y + 8}Q-12 ${y - 2} 0 ${y - 20}z`, '#ffe9a8')
const steam = (x: number, y: number) =>
  stroke(`M${x - 9} ${y}q-11-13 0-26t0-26M${x + 9} ${y}q-11-13 0-26t0-26`, '#ffffff', 4, 0.32)

/** Creates the path data of a star with five points. */
const star = (x: number, y: number, r: number) => {
  let d = ''
  for (let point = 0; point < 10; point++) {
    const angle = (point / 10) * Math.PI * 2 - Math.PI / 2
    const reach = point % 2 ? r * 0.45 : r
    d += `${point ? 'L' : 'M'}${(x + Math.cos(angle) * reach).toFixed(1)} ${(y + Math.sin(angle) * reach).toFixed(1)}`
  }
  return `${d}z`
}

const upright = { grip: 'fist', at: [88, 196] } as const
const low = { grip: 'edge', at: [58, 218], other: ['edge', -58, 218] } as const

const shapes: Record<Prop, Shape> = {
  sword: {
    ...upright,
    angle: 6,
    draw: (f) =>
      lump(f, 'M-7-48V-196L0-224L7-196V-48z', steel, stroke('M0-214V-50', hex(f.palette.dark), 2, 0.4)) +
      lump(f, 'M-30-52Q0-62 30-52V-42Q0-50-30-42z', gold) +
      lump(f, 'M-5-44H5V12H-5zM-8 12H8V24H-8z', leather),
  },
  blade: {
    grip: 'pinch',
    at: [88, 208],
    other: ['edge', -70, 214],
    hand: 'behind',
    draw: (f) =>
      lump(
        f,
        'M-214-22Q-100-56 26-62L32-50Q-90-40-206-10z',
        steel,
        stroke('M-206-18Q-90-44 28-54', '#ffffff', 2.4, 0.8)
      ) + flat(f, 'M28-66L68-70L70-50L30-46z', leather),
  },
  staff: {
    ...upright,
    draw: (f) =>
      lump(f, 'M-6-190H6L8 80H-8z', wood) +
      lump(f, 'M-15-188Q-22-222 0-240Q22-222 15-188L0-178z', gold) +
      gem(f, 0, -208, 18),
  },
  wand: {
    grip: 'pinch',
    at: [92, 176],
    angle: 14,
    draw: (f) =>
      line(f, 'M0-30L4-130', wood, 5) +
      line(f, 'M4-122L5-132', paper, 6) +
      light(f, 5, -136, 40, f.palette.key) +
      path(star(5, -136, 13), f.bright),
  },
  book: {
    ...low,
    draw: (f) =>
      lump(f, 'M-124-78L-58-66L8-78V8L-58 18L-124 8z', f.trim) +
      lump(
        f,
        'M-118-84Q-86-92-58-72Q-30-92 2-84V0Q-30-8-58 10Q-86-8-118 0z',
        paper,
        ruled(
          f,
          'M-58-72V10M-108-68q22-6 40 4M-108-54q22-6 40 4M-108-40q22-6 40 4M-8-68q-22-6-40 4M-8-54q-22-6-40 4M-8-40q-22-6-40 4'
        )
      ),
  },
  ledger: {
    grip: 'edge',
    at: [64, 214],
    hand: 'over',
    draw: (f) =>
      lump(
        f,
        'M-56-92L34-100L44 6L-46 14z',
        leather,
        line(f, 'M-40-92L-30 12', ink, 4, 0.6) + line(f, 'M-14-74L26-78', gold, 3) + line(f, 'M-12-62L18-65', gold, 3)
      ) + flat(f, 'M36-98L44 4L40 6L32-96z', paper),
  },
  script: {
    grip: 'edge',
    at: [64, 216],
    hand: 'over',
    draw: (f) =>
      lump(
        f,
        'M-50-104L40-100L36 10L-54 4z',
        paper,
        ruled(f, 'M-38-88H-4M-34-74H26M-34-62H18M-38-46H0M-34-32H26M-34-20H10')
      ),
  },
  notebook: {
    grip: 'edge',
    at: [66, 206],
    other: ['pinch', -20, 196, 24],
    hand: 'over',
    draw: (f) =>
      lump(f, 'M-36-76L36-76L36 0L-36 0z', paper, ruled(f, 'M-26-54H26M-26-42H26M-26-30H14')) +
      flat(f, 'M-38-82H38V-66H-38z', ink) +
      line(f, 'M-28-86V-74M-14-86V-74M0-86V-74M14-86V-74M28-86V-74', steel, 3) +
      line(f, 'M-82-26L-48-62', gold, 5),
  },
  note: {
    grip: 'pinch',
    at: [82, 184],
    angle: -8,
    hand: 'over',
    draw: (f) =>
      lump(
        f,
        'M-40-112L36-118L40-42L-36-38z',
        paper,
        line(f, 'M-30-60Q-14-58-10-84Q-4-108 4-80Q10-56 30-60', f.palette.second, 3) + circle(0, -97, 4, hex(red))
      ),
  },
  letter: {
    grip: 'pinch',
    at: [84, 186],
    angle: 6,
    hand: 'over',
    draw: (f) =>
      lump(
        f,
        'M-46-106H46V-44H-46z',
        paper,
        ruled(f, 'M-46-106L0-70L46-106') + path('M26-60h14v12H26z', hex(red), 0.8)
      ),
  },
  card: {
    grip: 'pinch',
    at: [84, 180],
    angle: 8,
    hand: 'over',
    draw: (f) =>
      lump(
        f,
        'M-40-96H40V-46H-40z',
        paper,
        ruled(f, 'M-30-82H6M-30-72H18M-30-62H-4', 0.7) + circle(26, -72, 8, hex([0.6, 0.15, 55]))
      ),
  },
  playingCards: {
    grip: 'pinch',
    at: [84, 186],
    hand: 'over',
    draw: (f) =>
      [-26, -6, 14]
        .map(
          (angle, card) =>
            `<g transform="rotate(${angle} 0-20)">${lump(f, 'M-20-106H20V-46H-20z', paper, path(card % 2 ? 'M0-88L10-74L0-60L-10-74z' : 'M0-62Q-18-78-8-86Q0-88 0-80Q0-88 8-86Q18-78 0-62z', hex(card === 1 ? ink : red)))}</g>`
        )
        .join(''),
  },
  scroll: {
    grip: 'pinch',
    at: [90, 178],
    other: ['pinch', -70, 206, -8],
    hand: 'over',
    draw: (f) =>
      lump(
        f,
        'M-120-92Q-60-106 12-96L20-6Q-60-18-112 0z',
        [0.85, 0.06, 82],
        ruled(f, 'M-104-74Q-50-86 0-78M-104-60Q-50-72 0-64M-102-46Q-50-58 4-50M-102-32Q-60-42-30-38')
      ) +
      lump(f, 'M-126-98L-106-102L-104 4L-120 6z', [0.78, 0.07, 80]) +
      circle(-2, -24, 9, hex(red)),
  },
  quill: {
    grip: 'pinch',
    at: [84, 184],
    angle: 10,
    draw: (f) =>
      lump(f, 'M-6-34Q-14-100 22-150Q34-100 6-44z', paper, ruled(f, 'M-4-34Q0-90 20-140M4-70l14-10M6-90l14-12')),
  },
  cup: {
    grip: 'fist',
    at: [74, 212],
    hand: 'over',
    draw: (f) =>
      steam(-20, -84) +
      line(f, 'M14-58q26 0 20 24t-26 16', f.trim, 8) +
      lump(f, 'M-56-70H16Q16-16 2-2H-42Q-56-16-56-70z', lighter(f.trim, 0.14)) +
      `<ellipse cx="-20" cy="-69" rx="34" ry="8" fill="${hex(mix([0.36, 0.08, 50], f.palette.dark, 0.2))}"/>`,
  },
  thermos: {
    grip: 'fist',
    at: [82, 204],
    draw: (f) =>
      lump(f, 'M-18-104H18V28H-18z', [0.5, 0.14, 28], line(f, 'M-18-6H18', steel, 6)) +
      lump(f, 'M-15-128H15V-102H-15z', steel) +
      steam(0, -134),
  },
  flower: {
    grip: 'pinch',
    at: [86, 190],
    draw: (f) => {
      const petal = lighter(mix(f.trim, [0.62, 0.2, 12], 0.5), 0.04)
      return (
        line(f, 'M0 10Q-8-40 0-92', leaf, 5) +
        flat(f, 'M-2-34Q-34-50-40-28Q-18-20-2-28z', leaf) +
        [0, 60, 120, 180, 240, 300]
          .map(
            (angle) =>
              `<g transform="rotate(${angle} 0-104)">${path('M0-104Q-20-128 0-146Q20-128 0-104z', hex(petal))}</g>`
          )
          .join('') +
        circle(0, -104, 13, hex(gold))
      )
    },
  },
  lantern: {
    grip: 'fist',
    at: [96, 150],
    draw: (f) =>
      line(f, 'M0-20V20', iron, 4) +
      flame(f, 62) +
      line(f, 'M-22 38V96M22 38V96', iron, 5) +
      lump(f, 'M-30 38L0 12L30 38z', iron) +
      lump(f, 'M-28 94H28L22 106H-22z', iron),
  },
  candle: {
    grip: 'fist',
    at: [86, 206],
    draw: (f) =>
      flame(f, -96) + lump(f, 'M-11-76Q0-82 11-76V10H-11z', wax) + lump(f, 'M-28-8Q0 2 28-8L22 8H-22z', brass),
  },
  match: {
    grip: 'pinch',
    at: [76, 180],
    angle: -6,
    draw: (f) => light(f, -4, -110, 100, [0.9, 0.13, 75], 0.6) + line(f, 'M-2-44L-4-92', straw, 4) + flame(f, -106),
  },
  torch: {
    grip: 'fist',
    at: [88, 196],
    angle: -16,
    draw: (f) =>
      path('M-20-70L-66-260H70L20-70z', hex([0.95, 0.08, 95]), 0.16) +
      lump(f, 'M-11-46H11V24H-11zM-20-78H20L12-46H-12z', iron) +
      `<ellipse cx="0" cy="-79" rx="20" ry="6" fill="#fff6cf"/>`,
  },
  umbrella: {
    ...upright,
    at: [96, 194],
    angle: 15,
    draw: (f) =>
      `<g transform="scale(.84)">${line(f, 'M0 30V-300', wood, 6) + lump(f, 'M-110-216Q-80-312 0-318Q80-312 110-216Q92-230 73-216Q54-232 36-216Q18-232 0-216Q-18-232-36-216Q-54-232-73-216Q-92-230-110-216z', f.trim, stroke('M0-318Q-44-272-36-216M0-318Q44-272 36-216M0-318Q-78-276-73-216M0-318Q78-276 73-216', hex(f.palette.dark), 2, 0.45))}</g>`,
  },
  kite: {
    grip: 'pinch',
    at: [90, 196],
    draw: (f) =>
      line(f, 'M0-46Q10-70 20-94', paper, 2) +
      lump(
        f,
        'M22-236L66-166L20-90L-24-166z',
        red,
        path('M22-236L20-90L-24-166z', hex([0.8, 0.15, 80]), 0.85) + line(f, 'M22-236L20-90M-24-166H66', wood, 2.5)
      ) +
      line(f, 'M20-90Q44-70 34-44T48-4', paper, 2) +
      flat(f, 'M34-60l16-8v16zM38-20l16-8v16z', red),
  },
  phone: {
    grip: 'fist',
    at: [66, 84],
    angle: 8,
    hand: 'over',
    draw: (f) =>
      line(f, 'M-14 26q14 10 0 20t0 20q14 10 0 20t0 20q14 10 0 20t0 20', ink, 4) +
      lump(f, 'M-34-80Q-10-92 0-64V-8Q-6 22-34 18L-36 2Q-20 0-18-12V-58Q-22-66-36-64z', ink),
  },
  microphone: {
    grip: 'fist',
    at: [64, 190],
    angle: -14,
    draw: (f) =>
      lump(f, 'M-7-40H7L5 40H-5z', iron) +
      lump(
        f,
        'M-16-86a18 20 0 1 1 32 0L12-44H-12z',
        steel,
        line(f, 'M-18-84H18M-16-70H16M-14-56H14M-8-102V-46M8-102V-46', ink, 1.6, 0.6)
      ),
  },
  deskMicrophone: {
    grip: 'fist',
    at: [62, 188],
    angle: -12,
    draw: (f) =>
      line(f, 'M0 8Q20 60-20 90', ink, 4) +
      lump(f, 'M-22-96Q0-108 22-96V-52Q0-42-22-52z', steel, line(f, 'M-22-86H22M-22-74H22M-22-62H22', ink, 3, 0.7)) +
      lump(f, 'M-6-48H6V14H-6z', iron),
  },
  jar: {
    grip: 'fist',
    at: [82, 204],
    hand: 'over',
    draw: (f) =>
      light(f, -18, -58, 86, f.palette.key, 0.7) +
      lump(
        f,
        'M-52-88Q-56-100-40-104H4Q20-100 16-88V-12Q14 0 0 0H-36Q-50 0-52-12z',
        mix([0.82, 0.06, 220], f.palette.second, 0.3),
        path('M-46-30Q-30-54-18-40Q-6-62 10-36V-8H-46z', '#ffffff', 0.75) +
          path('M-10-50L-20-34H-10L-20-12L0-38H-10L0-50z', '#ffe27a') +
          stroke('M-44-86V-20', '#ffffff', 4, 0.6)
      ) +
      lump(f, 'M-46-118H10V-100H-46z', [0.6, 0.08, 65]),
  },
  potion: {
    grip: 'fist',
    at: [80, 200],
    draw: (f) =>
      light(f, 0, -70, 70, f.palette.key, 0.5) +
      lump(
        f,
        'M-9-128H9V-102Q34-88 34-62Q30-34 0-34Q-30-34-34-62Q-34-88-9-102z',
        mix(f.palette.key, [0.5, 0.15, 310], 0.3),
        stroke('M-24-66q2-18 14-24', '#ffffff', 4, 0.6)
      ) +
      lump(f, 'M-11-142H11V-126H-11z', wood),
  },
  perfume: {
    grip: 'pinch',
    at: [70, 150],
    angle: -10,
    draw: (f) =>
      light(f, 0, -64, 54, f.palette.key, 0.5) +
      lump(
        f,
        'M-24-90H24L28-38H-28z',
        mix([0.76, 0.12, 60], f.palette.key, 0.3),
        path('M-24-66H24L27-38H-27z', hex([0.6, 0.15, 45]), 0.7) + stroke('M-16-84L-19-46', '#ffffff', 4, 0.7)
      ) +
      lump(f, 'M-10-102H10V-90H-10zM-14-120H14V-102H-14z', gold),
  },
  knitting: {
    grip: 'fist',
    at: [60, 214],
    angle: -18,
    other: ['fist', -56, 214, 18],
    hand: 'over',
    draw: (f) =>
      `<g transform="rotate(18)">${line(f, 'M30-20L-118-92M-148-20L0-96', steel, 4)}${lump(f, 'M-104-62Q-58-78-14-62L-8 26Q-30 40-58 34Q-90 40-108 26z', red, ruled(f, 'M-98-50q8 8 16 0t16 0 16 0 16 0 16 0 16 0M-100-34q8 8 16 0t16 0 16 0 16 0 16 0 16 0M-102-18q8 8 16 0t16 0 16 0 16 0 16 0 16 0M-104-2q8 8 16 0t16 0 16 0 16 0 16 0 16 0', 0.4))}</g>`,
  },
  brush: {
    grip: 'pinch',
    at: [84, 184],
    angle: 10,
    draw: (f) =>
      line(f, 'M0 6L0-104', wood, 6) +
      line(f, 'M0-88V-108', steel, 8) +
      flat(f, 'M-6-106Q-10-130 2-148Q10-126 6-106z', f.palette.key),
  },
  rope: {
    grip: 'fist',
    at: [80, 186],
    other: ['fist', -66, 216, 16],
    draw: (f) =>
      line(f, 'M-190 96Q-120 30-66-18Q-20-24 0-18Q22-80 20-190', [0.4, 0.07, 60], 17) +
      line(f, 'M-190 96Q-120 30-66-18Q-20-24 0-18Q22-80 20-190', straw, 13) +
      `<path d="M-190 96Q-120 30-66-18Q-20-24 0-18Q22-80 20-190" fill="none" stroke="${hex([0.5, 0.09, 65])}" stroke-width="12" stroke-dasharray="2 8" stroke-linecap="butt" opacity=".55"/>`,
  },
  ropeEnd: {
    grip: 'fist',
    at: [78, 158],
    draw: (f) =>
      line(f, 'M2-30Q8-60-6-84M0-20Q10 60 20 190', straw, 12) +
      line(f, 'M-6-84l-14-14M-6-84l-2-22M-6-84l12-18', straw, 4) +
      `<path d="M2-30Q8-60-6-84M0-20Q10 60 20 190" fill="none" stroke="${hex([0.5, 0.09, 65])}" stroke-width="11" stroke-dasharray="2 8" stroke-linecap="butt" opacity=".55"/>`,
  },
  crystalBall: {
    grip: 'palm',
    at: [96, 170],
    angle: 14,
    other: ['palm', -96, 170, -14],
    draw: (f) =>
      `<g transform="rotate(-14)translate(-96 36)">${light(f, 0, 0, 110, f.palette.key, 0.6)}${lump(f, 'M-54 0a54 54 0 1 1 108 0a54 54 0 1 1-108 0', mix([0.8, 0.08, 300], f.palette.second, 0.3), stroke('M-34-16q6-20 24-24', '#ffffff', 7, 0.8) + stroke('M-30 20q22-24 40-6t30-12', '#ffffff', 4, 0.5))}</g>`,
  },
  wrench: {
    ...upright,
    angle: 10,
    draw: (f) =>
      lump(f, 'M-9-96L-10 40Q0 52 10 40L9-96Q30-108 26-134L10-144V-122L-10-122V-144L-26-134Q-30-108-9-96z', steel),
  },
  hammer: {
    ...upright,
    draw: (f) => lump(f, 'M-6-110H6V40H-6z', wood) + lump(f, 'M-34-136H30L36-128V-118L30-108H-34z', iron),
  },
  axe: {
    ...upright,
    draw: (f) => lump(f, 'M-6-150H6V40H-6z', wood) + lump(f, 'M4-148Q40-158 60-134Q66-114 60-96Q40-112 4-108z', steel),
  },
  trowel: {
    grip: 'fist',
    at: [86, 196],
    draw: (f) =>
      lump(f, 'M-6-50H6V14H-6z', wood) +
      line(f, 'M0-50V-74', steel, 6) +
      lump(f, 'M-20-76H20Q24-112 0-146Q-24-112-20-76z', steel),
  },
  spoon: {
    grip: 'fist',
    at: [86, 194],
    angle: 6,
    draw: (f) =>
      line(f, 'M0 30V-92', wood, 8) + lump(f, 'M-19-112Q-19-140 0-142Q19-140 19-112Q16-88 0-84Q-16-88-19-112z', wood),
  },
  teaspoon: {
    grip: 'pinch',
    at: [72, 170],
    angle: -18,
    draw: (f) =>
      line(f, 'M2 4L0-82', steel, 4.5) +
      lump(f, 'M-13-102Q-12-124 0-126Q12-124 13-102Q10-84 0-80Q-10-84-13-102z', steel),
  },
  chopsticks: {
    grip: 'pinch',
    at: [80, 176],
    angle: -14,
    draw: (f) => line(f, 'M8 20L-22-120M18 16L0-120', [0.36, 0.1, 30], 4.5),
  },
  gourd: {
    grip: 'fist',
    at: [84, 204],
    draw: (f) =>
      lump(
        f,
        'M-8-128H8Q10-112 20-104Q30-86 16-74Q44-60 40-26Q32 6 0 6Q-32 6-40-26Q-44-60-16-74Q-30-86-20-104Q-10-112-8-128z',
        clay,
        line(f, 'M-18-76H18', red, 5) + line(f, 'M-36-18q12 10 24 0t24 0 24 0', straw, 4)
      ) + lump(f, 'M-8-142H8V-126H-8z', wood),
  },
  apple: {
    grip: 'tray',
    at: [84, 190],
    hand: 'behind',
    draw: (f) =>
      lump(f, 'M0-62Q-36-72-34-42Q-28-16 0-18Q28-16 34-42Q36-72 0-62z', red) +
      line(f, 'M0-62Q2-74 8-80', wood, 4) +
      flat(f, 'M6-76q20-10 26 0q-16 8-26 0z', leaf),
  },
  melon: {
    grip: 'tray',
    at: [84, 192],
    hand: 'behind',
    draw: (f) =>
      lump(f, 'M-50-70Q0-10 50-70L44-78Q0-40-44-78z', leaf) + lump(f, 'M-44-78H44Q0-24-44-78z', [0.76, 0.14, 50]),
  },
  fig: {
    grip: 'tray',
    at: [80, 194],
    hand: 'behind',
    draw: (f) =>
      lump(
        f,
        'M2-78Q10-66 26-52Q36-18 0-16Q-36-18-26-52Q-6-66 2-78z',
        [0.36, 0.11, 320],
        ruled(f, 'M2-72Q-10-44-6-20M4-70Q14-44 10-20', 0.5)
      ),
  },
  acorn: {
    grip: 'tray',
    at: [84, 190],
    hand: 'behind',
    draw: (f) =>
      lump(f, 'M-22-44H22Q20-8 0 0Q-20-8-22-44z', [0.62, 0.12, 65]) +
      lump(f, 'M-28-44Q-24-66 0-66Q24-66 28-44z', wood) +
      line(f, 'M0-66V-78', wood, 5),
  },
  biscuits: {
    grip: 'tray',
    at: [84, 196],
    hand: 'behind',
    draw: (f) =>
      [-26, 4, 28]
        .map(
          (x, at) =>
            circle(x, -34 - (at % 2) * 12, 17, hex([0.68, 0.12, 65])) +
            stroke(`M${x - 5} ${-38 - (at % 2) * 12}h0m9 6h0m-6 6h0`, hex(leather), 4)
        )
        .join('') + lump(f, 'M-58-24H58Q40-6 0-6Q-40-6-58-24z', paper),
  },
  bowl: {
    grip: 'tray',
    at: [84, 196],
    hand: 'behind',
    draw: (f) =>
      steam(0, -56) +
      lump(f, 'M-48-50H48Q44-10 16-4H-16Q-44-10-48-50z', clay) +
      `<ellipse cx="0" cy="-50" rx="47" ry="9" fill="${hex([0.62, 0.12, 70])}"/>`,
  },
  shirt: {
    grip: 'fist',
    at: [84, 152],
    angle: 10,
    other: ['fist', -84, 152, -10],
    hand: 'over',
    draw: (f) =>
      `<g transform="rotate(-10)translate(-84 6)">${lump(f, 'M-62-26L-22-38Q0-24 22-38L62-26L96 8L74 34L58 22V150H-58V22L-74 34L-96 8z', [0.93, 0.01, 250], flat(f, 'M-52-34h20v190h-20zM-12-34h24v190h-24zM32-34h20v190h-20zM-96 8h18v26h-18zM78 8h18v26h-18z', red) + circle(0, 62, 38, '#fff') + `<g transform="scale(${f.looks.side ?? 1} 1)">${stroke('M-14 42V84M6 52a9 11 0 1 1 18 0v22a9 11 0 1 1-18 0z', hex(ink), 7)}</g>`)}</g>`,
  },
  handkerchief: {
    grip: 'pinch',
    at: [80, 184],
    draw: (f) =>
      lump(
        f,
        'M-4-56L6-56Q40-40 34 20L14 4L2 28L-12 4L-32 18Q-38-34-4-56z',
        paper,
        ruled(f, 'M-2-50Q-14-20-12 4M4-50Q16-20 14 4', 0.3)
      ),
  },
  trumpet: {
    grip: 'fist',
    at: [70, 174],
    angle: -30,
    draw: (f) => line(f, 'M0 34V-60', brass, 9) + lump(f, 'M-6-56Q-8-90-34-112H34Q8-90 6-56z', brass),
  },
  stamp: {
    grip: 'fist',
    at: [88, 196],
    draw: (f) => lump(f, 'M-9-66a9 12 0 1 1 18 0L6 0H-6z', wood) + lump(f, 'M-24 0H24V16H-24z', iron),
  },
  stampGloved: {
    grip: 'fist',
    glove: true,
    at: [84, 192],
    other: ['edge', -62, 216],
    draw: (f) => lump(f, 'M-9-66a9 12 0 1 1 18 0L6 0H-6z', wood) + lump(f, 'M-26 2H26V20H-26z', iron),
  },
  concertina: {
    grip: 'fist',
    at: [92, 196],
    angle: 8,
    other: ['fist', -92, 196, -8],
    hand: 'over',
    draw: (f) =>
      `<g transform="rotate(-8)">${lump(f, 'M-160-46L-24-46L-16-22L-24 8H-160L-168-22z', [0.3, 0.04, 20], [0, 1, 2, 3, 4, 5].map((fold) => path(`M${-154 + fold * 22}-48l11 26l-11 34h-8l10-34l-10-26z`, hex(red), 0.85)).join(''))}${lump(f, 'M-30-58L4-52V8L-30 18z', wood)}${lump(f, 'M-156-58L-190-52V8L-156 18z', wood)}</g>`,
  },
  ukulele: {
    grip: 'fist',
    at: [100, 120],
    angle: 24,
    other: ['edge', -30, 226],
    hand: 'over',
    draw: (f) =>
      lump(f, 'M-7-76H7L6 80H-6zM-13-104H13V-74H-13z', leather) +
      lump(
        f,
        'M0 72Q34 66 32 96Q30 110 40 124Q44 168 0 168Q-44 168-40 124Q-30 110-32 96Q-34 66 0 72z',
        [0.6, 0.12, 60],
        circle(0, 112, 12, hex(ink))
      ) +
      line(f, 'M-3-96V140M3-96V140', paper, 1.2),
  },
  guitar: {
    grip: 'fist',
    at: [104, 110],
    angle: 26,
    other: ['edge', -34, 226],
    hand: 'over',
    draw: (f) =>
      lump(f, 'M-7-96H7L7 80H-7zM-14-128H14V-94H-14z', leather) +
      lump(
        f,
        'M0 70Q48 62 46 102Q40 120 54 140Q60 200 0 200Q-60 200-54 140Q-40 120-46 102Q-48 62 0 70z',
        [0.6, 0.13, 55],
        circle(0, 122, 15, hex(ink))
      ) +
      line(f, 'M-3-120V160M3-120V160', paper, 1.3),
  },
  honeycomb: {
    grip: 'tray',
    at: [84, 194],
    hand: 'behind',
    draw: (f) =>
      lump(
        f,
        'M-52-84H52V-22H-52z',
        [0.72, 0.14, 72],
        [-36, -12, 12, 36]
          .flatMap((x) =>
            [-70, -50].map((y, row) => path(`M${x - 8 + row * 8} ${y - 9}l8-5 8 5v10l-8 5-8-5z`, hex([0.52, 0.13, 60])))
          )
          .join('')
      ) + line(f, 'M-58-88H58M-52-84V-22M52-84V-22', wood, 6),
  },
  tile: {
    grip: 'pinch',
    at: [82, 186],
    hand: 'over',
    draw: (f) =>
      lump(
        f,
        'M0-134L14-110L40-118L32-92L56-78L32-64L40-38L14-46L0-22L-14-46L-40-38L-32-64L-56-78L-32-92L-40-118L-14-110z',
        [0.52, 0.13, 240],
        path('M0-108L20-98L30-78L20-58L0-48L-20-58L-30-78L-20-98z', hex([0.86, 0.05, 90])) +
          path('M0-94L11-78L0-62L-11-78z', hex([0.6, 0.15, 40]))
      ),
  },
  puppet: {
    grip: null,
    at: [86, 150],
    draw: (f) =>
      lump(f, 'M-28 180L-22 30H22L28 180z', [0.7, 0.12, 240]) +
      lump(
        f,
        'M0-58Q40-14 38 14Q34 48 0 48Q-34 48-38 14Q-40-14 0-58z',
        [0.66, 0.13, 235],
        circle(-13, 4, 8.5, '#fff') +
          circle(13, 4, 8.5, '#fff') +
          circle(-11, 6, 4, hex(ink)) +
          circle(11, 6, 4, hex(ink)) +
          stroke('M-16 22Q0 38 16 22', hex(ink), 4)
      ) +
      lump(f, 'M-22 56Q-50 40-56 60Q-44 76-22 72zM22 56Q50 40 56 60Q44 76 22 72z', [0.66, 0.13, 235]),
  },
  magnifier: {
    grip: 'fist',
    at: [80, 178],
    angle: -12,
    draw: (f) =>
      lump(f, 'M-6-48H6V30H-6z', wood) +
      circle(0, -84, 36, hex([0.9, 0.03, 220]), 0.35) +
      `<circle cx="0" cy="-84" r="36" fill="none" stroke="${hex(brass)}" stroke-width="7"/>` +
      stroke('M-20-94q6-14 18-16', '#ffffff', 5, 0.7),
  },
  telescope: {
    grip: 'fist',
    at: [80, 176],
    angle: 50,
    draw: (f) =>
      lump(f, 'M-12 40H12L14-60H-14z', brass) +
      lump(f, 'M-17-60H17L20-130H-20z', leather, line(f, 'M-20-124H20M-17-64H17', brass, 6)),
  },
  map: {
    ...low,
    draw: (f) =>
      lump(
        f,
        'M-130-92L-94-84L-58-92L-22-84L14-92V8L-22 16L-58 8L-94 16L-130 8z',
        [0.84, 0.06, 85],
        line(f, 'M-112-20Q-90-70-60-44T-4-66', red, 3) +
          line(f, 'M-12-74l14 14m0-14l-14 14', red, 4) +
          ruled(f, 'M-94-84V16M-58-92V8M-22-84V16', 0.25)
      ),
  },
  key: {
    grip: 'pinch',
    at: [82, 184],
    draw: (f) =>
      `<circle cx="0" cy="-66" r="15" fill="none" stroke="${hex(brass)}" stroke-width="8"/>` +
      line(f, 'M0-82V-138M0-136H18M0-120H14', brass, 8),
  },
  chisel: {
    grip: 'fist',
    at: [86, 190],
    angle: 8,
    draw: (f) => lump(f, 'M-7-44H7V30H-7z', wood) + lump(f, 'M-7-44L-9-130L-22-170H22L9-130L7-44z', iron),
  },
  boxes: {
    grip: 'edge',
    at: [60, 218],
    other: ['edge', -60, 218],
    draw: (f) => lump(f, 'M-132-88H16V6H-132z', [0.6, 0.09, 65], flat(f, 'M-70-88h24V6h-24z', [0.5, 0.08, 60])),
  },
  mail: {
    grip: 'edge',
    at: [62, 218],
    other: ['edge', -60, 218],
    draw: (f) =>
      lump(f, 'M-124-34H8V12H-124z', [0.62, 0.09, 65], line(f, 'M-58-34V12M-124-12H8', straw, 3)) +
      lump(f, 'M-104-66H-6V-32H-104z', paper, ruled(f, 'M-104-66L-55-44L-6-66')),
  },
  books: {
    grip: 'edge',
    at: [60, 220],
    other: ['edge', -60, 220],
    draw: (f) =>
      [
        [-130, 8, -22, red],
        [-120, 2, -46, leaf],
        [-128, 12, -70, [0.44, 0.12, 270]],
        [-114, -4, -92, gold],
      ]
        .map(([x, right, y, colour]) =>
          lump(
            f,
            `M${x as number} ${y as number}H${right as number}V${(y as number) + 24}H${x as number}z`,
            colour as Colour,
            flat(
              f,
              `M${x as number} ${(y as number) + 7}H${right as number}V${(y as number) + 11}H${x as number}z`,
              paper,
              0.6
            )
          )
        )
        .join(''),
  },
  pumpkin: {
    ...low,
    draw: (f) =>
      lump(
        f,
        'M-58-86Q-134-100-128-36Q-124 10-58 10Q8 10 12-36Q18-100-58-86z',
        [0.66, 0.17, 50],
        stroke('M-58-86Q-98-60-80 8M-58-86Q-18-60-36 8M-58-86V8', hex(f.palette.dark), 2.4, 0.35)
      ) + line(f, 'M-58-86Q-60-104-46-112', leaf, 9),
  },
  teddy: {
    grip: 'edge',
    at: [66, 214],
    draw: (f) =>
      lump(f, 'M-40 30Q-44-26-10-30Q24-26 20 30z', clay) +
      lump(
        f,
        'M-46-62a36 34 0 1 1 72 0a36 34 0 1 1-72 0',
        clay,
        circle(-22, -66, 4, hex(ink)) +
          circle(2, -66, 4, hex(ink)) +
          circle(-10, -52, 12, hex([0.8, 0.07, 70])) +
          circle(-10, -55, 4, hex(ink))
      ) +
      circle(-40, -92, 13, hex(mix(clay, f.palette.dark, 0.2))) +
      circle(20, -92, 13, hex(clay)),
  },
  wave: { grip: 'palm', at: [98, 166], angle: 12 },
  palms: {
    grip: 'palm',
    at: [98, 188],
    angle: 14,
    other: ['palm', -98, 188, -14],
    bare: true,
    draw: () => stroke('M-12-6H12M-11 2H11', '#ffffff', 5, 0.85),
  },
  finger: { grip: 'point', at: [92, 176], angle: 6 },
  hush: { grip: 'point', at: [10, 116], angle: -4 },
  heart: { grip: 'edge', at: [-20, 196], angle: -62 },
}

/** Draws the figure's prop or the gesture of its hands, on the lit side. */
export const propOf = (figure: Figure): string => {
  const { lit, looks } = figure
  if (!looks.prop) return ''
  const { grip, at, angle = 0, other, hand = 'around', bare = false, glove = false, draw } = shapes[looks.prop]
  const mirrored = (markup: string) => (lit > 0 ? markup : `<g transform="scale(-1 1)">${markup}</g>`)
  const drawn = draw ? mirrored(draw({ ...figure, lit: 1, looks: { ...looks, side: lit } })) : ''
  const [x, y] = [lit * at[0], at[1]]
  if (!grip && !other) return `<g transform="translate(${x} ${y})">${drawn}</g>`
  const placed = `<g transform="translate(${x} ${y})rotate(${lit * angle})">${drawn}</g>`
  const arm = (between = '') =>
    grip ? armWithHand(figure, lit, grip, [x, y], { angle: lit * angle, between, bare, glove }) : ''
  const otherArm = other
    ? armWithHand(figure, -lit as 1 | -1, other[0], [lit * other[1], other[2]], {
        angle: lit * (other[3] ?? 0),
        bare,
        glove,
        between: looks.prop === 'palms' ? drawn : '',
      })
    : ''
  const isEdge = grip === 'edge'
  if (isEdge) return placed + arm() + otherArm
  if (hand === 'over') return placed + arm() + otherArm
  if (hand === 'behind') return otherArm + arm() + placed
  return otherArm + arm(drawn)
}
