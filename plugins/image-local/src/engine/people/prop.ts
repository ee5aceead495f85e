import { hex, lighter, mix, type Colour } from '../colour.ts'
import { circle, path, stroke } from '../sheet.ts'
import type { Prop } from '../traits.ts'
import { gem } from './clothes.ts'
import { shaded, solid, type Figure } from './figure.ts'

/** A prop in front of the lit shoulder. Its lower end lies outside the picture, so no hand is needed. */
export const propOf = (figure: Figure): string =>
  figure.looks.prop
    ? `<g transform="translate(${figure.lit * 82} 0)rotate(${figure.lit * 8} 0 160)">${shapes[figure.looks.prop](figure)}</g>`
    : ''

const steel: Colour = [0.74, 0.02, 260]
const gold: Colour = [0.76, 0.12, 85]
const wood: Colour = [0.42, 0.07, 55]
const wax: Colour = [0.9, 0.04, 90]

const flame = (figure: Figure, y: number): string => {
  const glow = figure.sheet.radial(
    [
      [0, [0.92, 0.12, 85], 0.85],
      [1, [0.8, 0.15, 70], 0],
    ],
    0,
    y,
    56
  )
  return `<circle cx="0" cy="${y}" r="56" fill="${glow}"/>${path(`M0 ${y - 20}Q12 ${y - 2} 7 ${y + 8}Q0 ${y + 15}-7 ${y + 8}Q-12 ${y - 2} 0 ${y - 20}z`, '#ffe9a8')}`
}

const shapes: Record<Prop, (figure: Figure) => string> = {
  sword: (figure) =>
    solid(figure, 'M-9 130V-60L0-92L9-60V130z', shaded(figure, steel, 60), {
      on: stroke('M0-80V130', hex(figure.palette.dark), 2.5, 0.5),
    }) +
    solid(figure, 'M-36 128Q0 116 36 128V140Q0 132-36 140z', shaded(figure, gold, 40)) +
    solid(figure, 'M-7 138H7V320H-7z', shaded(figure, wood, 30)),
  staff: (figure) =>
    solid(figure, 'M-6-60L6-60L9 320H-9z', shaded(figure, wood, 40)) +
    solid(figure, 'M-16-62Q-22-100 0-118Q22-100 16-62L0-52z', shaded(figure, gold, 40)) +
    gem(figure, 0, -88, 20),
  book: (figure) =>
    solid(figure, 'M-62 120L0 132L62 120V230L0 242L-62 230z', shaded(figure, figure.trim, 80)) +
    solid(
      figure,
      'M-56 112Q-26 108 0 124Q26 108 56 112V222Q26 218 0 234Q-26 218-56 222z',
      shaded(figure, [0.9, 0.03, 85], 90),
      {
        on: stroke(
          'M0 124V234M-46 132q22-4 36 6M-46 148q22-4 36 6M-46 164q22-4 36 6M46 132q-22-4-36 6M46 148q-22-4-36 6M46 164q-22-4-36 6',
          hex(figure.palette.dark),
          2,
          0.45
        ),
      }
    ),
  cup: (figure) =>
    stroke('M-10 112q-12-16 0-32t0-32M12 112q-12-16 0-32t0-32', '#ffffff', 4, 0.3) +
    stroke('M38 144q34-4 28 24t-36 22', hex(lighter(figure.trim, 0.1)), 9) +
    solid(figure, 'M-44 124H44Q44 190 26 208H-26Q-44 190-44 124z', shaded(figure, lighter(figure.trim, 0.12), 60)) +
    `<ellipse cx="0" cy="126" rx="42" ry="10" fill="${hex(mix([0.36, 0.08, 50], figure.palette.dark, 0.2))}"/>`,
  flower: (figure) => {
    const petal = lighter(mix(figure.trim, [0.62, 0.2, 12], 0.5), 0.04)
    const petals = [0, 60, 120, 180, 240, 300]
      .map((angle) => `<g transform="rotate(${angle} 0 70)">${path('M0 70Q-22 44 0 26Q22 44 0 70z', hex(petal))}</g>`)
      .join('')
    return (
      stroke('M0 76Q-12 180 6 320', hex([0.46, 0.11, 145]), 6) +
      path('M-4 150Q-44 130-52 164Q-20 174-6 166zM2 196Q40 172 52 206Q22 218 4 212z', hex([0.5, 0.12, 145])) +
      petals +
      circle(0, 70, 17, hex(lighter(petal, 0.12))) +
      circle(0, 70, 8, hex(gold))
    )
  },
  lantern: (figure) =>
    stroke('M0-40V62', hex(mix(steel, figure.palette.dark, 0.6)), 3) +
    flame(figure, 112) +
    stroke('M-22 88V146M22 88V146', hex(mix(wood, figure.palette.dark, 0.4)), 5) +
    solid(figure, 'M-32 88L0 58L32 88z', shaded(figure, mix(wood, figure.palette.dark, 0.3), 40)) +
    solid(figure, 'M-30 144H30L24 158H-24z', shaded(figure, mix(wood, figure.palette.dark, 0.3), 40)),
  candle: (figure) =>
    flame(figure, 78) +
    solid(figure, 'M-17 102Q0 94 17 102V320H-17z', shaded(figure, wax, 50), {
      on: stroke('M-12 104q2 30 0 40M8 100q3 20 0 30', '#ffffff', 4, 0.5),
    }),
}
