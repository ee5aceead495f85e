import { hex, mix } from '../colour.ts'
import { flip, n } from '../curves.ts'
import { path, stroke } from '../sheet.ts'
import { shaded, solid, type Figure } from './figure.ts'

/**
 * The hands by grip, as a palm, and fingers as lines from the farthest to the nearest. They are right hands seen from the
 * front, with the fingers up and the thumb on the left. The wrist is at 0, 0, and a hand is about 56 units long.
 */
const hands = {
  /** A hand around an upright stick. */
  fist: {
    palm: 'M-15 4L15 4L20-14L17-36Q0-44-17-36L-20-14z',
    fingers: ['M-11-8L15-8', 'M-13-17L17-17', 'M-13-26L17-26', 'M-11-35L14-35'],
    thumb: 'M-16-12Q-13-30 3-32',
  },
  /** An open hand towards the viewer. */
  palm: {
    palm: 'M-13 4L13 4L19-30L8-38L-12-38L-19-28z',
    fingers: ['M-13-34L-19-58', 'M-4-36L-6-66', 'M6-36L8-64', 'M14-32L21-54'],
    thumb: 'M-14-14Q-26-20-33-36',
  },
  /** A hand with one finger up. */
  point: {
    palm: 'M-14 4L14 4L18-20L15-38L-14-38L-18-20z',
    fingers: ['M14-26L5-28', 'M13-34L3-35', 'M10-40L1-40', 'M-9-34L-11-70'],
    thumb: 'M-14-12Q-11-26 5-24',
  },
  /** A hand with its fingertips together, around a small object. */
  pinch: {
    palm: 'M-13 4L13 4L18-18L14-34L-12-34L-17-16z',
    fingers: ['M14-20L16-42', 'M10-28L10-50', 'M4-30L0-54', 'M-4-30L-10-52'],
    thumb: 'M-14-12Q-24-30-12-50',
  },
  /** A flat hand that carries an object. */
  tray: {
    palm: 'M-12 6L12 6L26-8L24-18L-26-18L-28-8z',
    fingers: ['M-22-15L-42-20', 'M22-15L40-20'],
    thumb: 'M-20-12L20-12',
  },
  /** Four fingers that hold an edge from below. */
  edge: {
    palm: 'M-20 8L20 8L20-10L-20-10z',
    fingers: ['M-15-6L-16-26', 'M-5-6L-5-30', 'M5-6L6-29', 'M15-6L17-24'],
    thumb: '',
  },
} as const

const white = [0.92, 0.015, 85] as const

export type Grip = keyof typeof hands

/** Draws a hand with its wrist at `x`, `y`, and the forearm below it. If `s` is positive, both are in the right half of the picture. */
export const armWithHand = (
  figure: Figure,
  s: 1 | -1,
  grip: Grip,
  [x, y]: readonly [number, number],
  {
    angle = 0,
    between = '',
    bare = false,
    glove = false,
  }: { angle?: number; between?: string; bare?: boolean; glove?: boolean } = {}
): string => {
  const { palette, skin, lit, looks, traits, trim } = figure
  // Sleeves belong to the shirt below an apron or a waistcoat.
  const { garment } = looks
  const cloth = garment === 'apron' || garment === 'overalls' ? trim : garment === 'waistcoat' ? white : figure.cloth
  const isWorn = !(bare || looks.garment === 'leotard' || traits.being === 'robot')
  const radians = (angle * Math.PI) / 180
  // The cuff is straight below the wrist, before the arm bends to the elbow.
  const below = isWorn ? 16 : 6
  const cuff = [x - Math.sin(radians) * below, y + Math.cos(radians) * below] as const
  const elbow = [s * 128, 300] as const
  const [dx, dy] = [elbow[0] - cuff[0], elbow[1] - cuff[1]]
  const long = Math.hypot(dx, dy)
  const [ax, ay] = [(-dy / long) * 1, (dx / long) * 1]
  const [near, far] = isWorn ? [21, 34] : [14, 26]
  const sleeve = `M${n(cuff[0] + ax * near)} ${n(cuff[1] + ay * near)}L${n(elbow[0] + ax * far)} ${n(elbow[1] + ay * far)}L${n(elbow[0] - ax * far)} ${n(elbow[1] - ay * far)}L${n(cuff[0] - ax * near)} ${n(cuff[1] - ay * near)}Q${n(cuff[0] + (dx / long) * -6)} ${n(cuff[1] + (dy / long) * -6)} ${n(cuff[0] + ax * near)} ${n(cuff[1] + ay * near)}z`
  const tone = isWorn ? mix(cloth, palette.dark, s === lit ? 0.06 : 0.3) : mix(skin, palette.dark, s === lit ? 0 : 0.2)
  const edge = `M${n(cuff[0] + ax * near)} ${n(cuff[1] + ay * near)}L${n(cuff[0] - ax * near)} ${n(cuff[1] - ay * near)}`
  const arm =
    solid(figure, sleeve, shaded(figure, tone, 120, cuff[0]), { rim: 2.6 }) +
    (isWorn ? stroke(edge, hex(mix(figure.trim, palette.dark, s === lit ? 0.1 : 0.4)), 5) : '')
  const flesh = mix(glove ? white : skin, palette.dark, s === lit ? 0.12 : 0.3)
  const wrist = grip === 'tray' ? '' : stroke(`M${n(x)} ${n(y)}L${n(cuff[0])} ${n(cuff[1] + 6)}`, hex(flesh), 21)
  return `${wrist}${arm}<g transform="translate(${n(x)} ${n(y)})rotate(${n(angle)})">${hand(figure, s, grip, between, glove)}</g>`
}

/** Draws a hand with `between` behind its fingers and in front of its palm. */
const hand = (figure: Figure, s: 1 | -1, grip: Grip, between: string, glove: boolean): string => {
  const { palette, skin, lit } = figure
  const shape = hands[grip]
  const turned = (d: string) => (s > 0 ? d : flip(d))
  const colour = glove ? ([0.93, 0.01, 280] as const) : skin
  const flesh = mix(mix(colour, palette.key, s === lit ? 0.12 : 0.02), palette.dark, s === lit ? 0 : 0.14)
  const outline = hex(mix(mix(colour, [0.34, 0.12, 15], glove ? 0.1 : 0.45), palette.dark, 0.35))
  const fill = hex(flesh)
  const wide = grip === 'edge' ? 10.5 : 9.5
  const finger = (d: string, width: number) => stroke(turned(d), outline, width + 2.4) + stroke(turned(d), fill, width)
  const thumb = shape.thumb ? finger(shape.thumb, 10.5) : ''
  const palm = path(turned(shape.palm), outline) + `<g transform="scale(.94)">${path(turned(shape.palm), fill)}</g>`
  return palm + between + shape.fingers.map((d) => finger(d, wide)).join('') + thumb
}
