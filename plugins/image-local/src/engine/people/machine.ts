import { hex, lighter, mix } from '../colour.ts'
import { n } from '../curves.ts'
import { circle, path, stroke } from '../sheet.ts'
import { shaded, shadow, solid, type Figure } from './figure.ts'

/** Draws a robot's head. */
export const machine = (figure: Figure): string =>
  (figure.looks.body === 'stout' ? bulkhead : figure.dice.pick([visor, lens, mask]))(figure)

export const steelOf = ({ palette, dice, looks }: Pick<Figure, 'palette' | 'dice' | 'looks'>) =>
  mix(
    looks.skin ??
      dice.pick([
        [0.72, 0.015, 270],
        [0.42, 0.03, 280],
        [0.66, 0.09, 60],
        [0.86, 0.02, 80],
      ] as const),
    palette.second,
    0.14
  )

const bolts = (spots: string, figure: Figure) =>
  stroke(spots, hex(figure.palette.dark), 5, 0.6) + stroke(spots, figure.bright, 1.6, 0.7)

const visor = (figure: Figure): string => {
  const { palette, dice, lit } = figure
  const steel = steelOf(figure)
  const glow = hex(lighter(palette.key, 0.12))
  const eyes = dice.pick([
    `<path d="M-34-2H34" stroke="${glow}" stroke-width="5" stroke-linecap="round"/>`,
    circle(-20, -2, 8, glow) + circle(20, -2, 8, glow),
    stroke('M-30 2q10-12 20 0M10 2q10-12 20 0', glow, 5),
    `<path d="M-40-2H40" stroke="${glow}" stroke-width="12" stroke-linecap="butt" stroke-dasharray="4 5"/>`,
  ])
  return (
    [-1, 1]
      .map((s) =>
        solid(figure, `M${s * 52}-24h${s * 18}q${s * 8} 22 0 44h${s * -18}z`, shaded(figure, lighter(steel, -0.14), 80))
      )
      .join('') +
    stroke(`M${lit * -30}-70V-118`, hex(lighter(steel, -0.1)), 4) +
    circle(lit * -30, -120, 6, glow) +
    circle(lit * -30, -120, 15, glow, 0.25) +
    solid(figure, 'M-58-40Q-58-80 0-82Q58-80 58-40V24Q54 50 34 70H-34Q-54 50-58 24z', shaded(figure, steel, 70), {
      on:
        shadow(figure, `M${-lit * 14}-90L${-lit * 22} 90H${-lit * 90}V-90z`, 0.34) +
        stroke('M-58 30H58M0-82V-34M-20 44h40M-16 54h32M-12 64h24', hex(palette.dark), 2.4, 0.6) +
        solid(figure, 'M-50-26Q0-38 50-26Q54 0 48 20Q0 30-48 20Q-54 0-50-26z', hex(lighter(palette.dark, -0.04)), {
          rim: 2,
          on: `<g opacity=".95">${eyes}</g>` + path('M-44-24Q-10-32 14-30L-14 22Q-36 20-44 18z', '#fff', 0.09),
        }) +
        bolts('M-46-48h0M46-48h0M-44 38h0M44 38h0', figure),
    })
  )
}

const lens = (figure: Figure): string => {
  const { palette, lit, sheet } = figure
  const steel = steelOf(figure)
  const eye = sheet.radial(
    [
      [0, [0.98, 0.02, 90]],
      [0.18, lighter(palette.key, 0.14)],
      [0.5, palette.key],
      [0.85, mix(palette.key, palette.dark, 0.7)],
      [1, palette.dark],
    ],
    lit * 4,
    -12,
    40
  )
  let ticks = ''
  for (let tick = 0; tick < 16; tick++) {
    const angle = (tick / 16) * Math.PI * 2
    ticks += `M${n(Math.cos(angle) * 56)} ${n(-8 + Math.sin(angle) * 56)}h0`
  }
  return (
    solid(figure, 'M-72-8a72 72 0 1 1 144 0a72 72 0 1 1-144 0', shaded(figure, steel, 76), {
      on:
        shadow(figure, `M${-lit * 10}-90V90H${-lit * 90}V-90z`, 0.28) +
        stroke('M-72-8H-44M44-8H72M0-80V-52M-50-60L-32-40', hex(palette.dark), 2.6, 0.6) +
        stroke(ticks, figure.second, 4.5, 0.9),
    }) +
    solid(figure, 'M-46-8a46 46 0 1 1 92 0a46 46 0 1 1-92 0', hex(lighter(palette.dark, 0.03)), { rim: 3 }) +
    circle(0, -8, 38, eye) +
    `<circle cx="0" cy="-8" r="26" fill="none" stroke="${hex(palette.dark)}" stroke-width="1.6" opacity=".6"/>` +
    path(`M${lit * 8}-38Q${lit * 30}-32 ${lit * 30}-10Q${lit * 22}-26 ${lit * 8}-30z`, '#fff', 0.6) +
    circle(0, -8, 88, hex(palette.key), 0.1)
  )
}

const mask = (figure: Figure): string => {
  const { palette, lit } = figure
  const steel = steelOf(figure)
  const glow = hex(lighter(palette.key, 0.14))
  return solid(
    figure,
    'M0-78Q46-76 52-20Q52 24 36 46Q20 70 0 74Q-20 70-36 46Q-52 24-52-20Q-46-76 0-78z',
    shaded(figure, lighter(steel, 0.08), 62),
    {
      on:
        path('M10-10L24 44 2 36z', hex(palette.dark), 0.14) +
        shadow(
          figure,
          `M${-lit * 6}-80L${-lit * 10}-20 ${lit * 3} 24 ${-lit * 4} 34 ${-lit * 2} 80H${-lit * 80}V-80z`,
          0.46
        ) +
        path(`M${lit * 3} 24L${-lit * 12} 30 ${-lit * 4} 34z`, hex(palette.dark), 0.4) +
        path('M-40-4L-10 2Q-20 10-34 6zM40-4L10 2Q20 10 34 6z', hex(palette.dark)) +
        stroke('M-33 2L-17 4M33 2L17 4', glow, 3.6) +
        stroke('M-25 3h0M25 3h0', glow, 12, 0.3) +
        stroke('M-12 48H12', hex(palette.dark), 2.6, 0.8) +
        stroke(
          'M0-78V-18M-52-22L-22-30 0-18 22-30 52-22M-36 10L-30 48M36 10L30 48M-20 70L-12 56H12L20 70',
          hex(palette.dark),
          1.6,
          0.6
        ) +
        stroke('M0-66V-34', glow, 2.2, 0.9) +
        bolts('M-44-36h0M44-36h0', figure),
    }
  )
}

/** Draws the low head of a large machine, with two lamps under a brow and the grille of a loudspeaker. */
const bulkhead = (figure: Figure): string => {
  const { palette, lit } = figure
  const steel = steelOf(figure)
  const ink = hex(palette.dark)
  const lamp = (x: number) =>
    circle(x, -6, 17, ink) +
    circle(x, -6, 12.5, hex([0.86, 0.12, 80])) +
    circle(x - 3, -9, 5, '#fff8e0') +
    circle(x, -6, 30, hex([0.86, 0.12, 80]), 0.16)
  const lid = figure.looks.expression === 'tender' ? stroke('M-44-22Q-28-30-12-19M44-22Q28-30 12-19', ink, 5) : ''
  return (
    solid(figure, 'M-86-22L-72-70L-30-88H30L72-70L86-22L74 54L40 76H-40L-74 54z', shaded(figure, steel, 84), {
      rim: 4,
      on:
        shadow(figure, `M${-lit * 10}-100V100H${-lit * 110}V-100z`, 0.3) +
        stroke('M-72-70L-30-52H30L72-70M-86-22L-54-12M86-22L54-12M-30-88V-52M30-88V-52', ink, 2.4, 0.5) +
        solid(figure, 'M-60-30Q0-42 60-30L56 22Q0 30-56 22z', hex(lighter(palette.dark, -0.02)), { rim: 2 }) +
        lamp(-27) +
        lamp(27) +
        lid +
        stroke('M-30 42H30M-27 51H27M-22 60H22', ink, 4, 0.75) +
        stroke('M46-74l16 22M-70 20l10 12M54 30l14-8', hex(lighter(steel, 0.18)), 2.4, 0.7) +
        bolts('M-76-20h0M76-20h0M-62-62h0M62-62h0M-64 46h0M64 46h0', figure),
    }) +
    stroke(`M${lit * 50}-84V-118`, hex(steel), 5) +
    circle(lit * 50, -120, 6, hex(palette.key))
  )
}
