import { hex, lighter, mix, type Colour } from '../colour.ts'
import type { Dice } from '../dice.ts'
import { n, type Point } from '../curves.ts'
import type { Palette } from '../palette.ts'
import { path, type Sheet } from '../sheet.ts'
import type { Looks, Traits } from '../traits.ts'

/**
 * Somebody under way. A head is about 100 wide and 140 high, with the eyes at 0, 0; bodies go down to 300. `lit` says on
 * which side the key light stands: 1 is right.
 */
export interface Figure {
  sheet: Sheet
  palette: Palette
  dice: Dice
  traits: Traits
  looks: Looks
  lit: 1 | -1
  /** How far the face is turned, in radians; to the right above 0. */
  turn: number
  skin: Colour
  hair: Colour
  cloth: Colour
  trim: Colour
  /** Rims: of the key light, and of the other one. */
  rim: string
  second: string
  /** The same as plain colours, for what is small. */
  bright: string
}

/** A solid thing: its shape with an edge of light on both sides, and what is painted on it. */
export const solid = (
  figure: Figure,
  d: string,
  fill: string,
  { rim = 3.4, second = 1.8, on = '' }: { rim?: number; second?: number; on?: string } = {}
): string => {
  const { sheet, lit } = figure
  const shape = sheet.define((id) => `<path id="${id}" d="${d}"/>`)
  const inside = sheet.define((id) => `<clipPath id="${id}"><use href="#${shape}"/></clipPath>`)
  const whole = `<g clip-path="url(#${inside})"><use href="#${shape}" fill="${figure.rim}"/>`
  // what is small needs no more than one edge
  if (rim < 2.5 && on === '')
    return `${whole}<use href="#${shape}" x="${n(-lit * rim)}" y="${n(rim * 0.55)}" fill="${fill}"/></g>`
  const shifted = sheet.define(
    (id) => `<clipPath id="${id}"><use href="#${shape}" x="${n(-lit * rim)}" y="${n(rim * 0.55)}"/></clipPath>`
  )
  return `${whole}<g clip-path="url(#${shifted})"><use href="#${shape}" fill="${figure.second}"/><use href="#${shape}" x="${n(lit * second)}" y="1" fill="${fill}"/>${on}</g></g>`
}

/** A colour of things as this light shows it: towards the key light on its side, into the dark on the other. */
export const modelled = (figure: Figure, colour: Colour, reach = 75, middle = 0): string => {
  const { sheet, palette, lit } = figure
  return sheet.linear(
    [
      [0, mix(lighter(colour, 0.07), palette.key, 0.28)],
      [0.42, colour],
      [1, mix(mix(colour, palette.dark, 0.58), palette.second, 0.14)],
    ],
    middle + lit * reach,
    -reach * 0.8,
    middle - lit * reach,
    reach * 0.7
  )
}

/** Skin keeps some blood in it, even where it turns from the light. */
export const fleshed = (figure: Figure, reach: number, middle = 0): string => {
  const { sheet, palette, lit, skin } = figure
  return sheet.linear(
    [
      [0, mix(lighter(skin, 0.07), palette.key, 0.13)],
      [0.45, skin],
      [1, mix(mix(skin, [0.34, 0.12, 15], 0.45), palette.dark, 0.35)],
    ],
    middle + lit * reach,
    -reach * 0.8,
    middle - lit * reach,
    reach * 0.8
  )
}

/** Half of a face in shadow: dark, warm, and never without the colour of the other light. */
export const faceShadow = ({ palette, traits }: Figure, d: string, opacity: number) =>
  path(
    d,
    hex(mix(mix(palette.dark, palette.second, 0.3), [0.34, 0.13, 15], traits.being === 'ghost' ? 0 : 0.38)),
    opacity
  )

/** Never without the colour of the other light. */
export const shadow = ({ palette }: Figure, d: string, opacity: number) =>
  path(d, hex(mix(palette.dark, palette.second, 0.3)), opacity)

/** Where a point of the head comes to lie when the head turns; `depth` is how far it stands out. */
export const turned = ({ turn }: Figure, [x, y]: Point, depth: number): Point => [
  x * Math.cos(turn) + depth * Math.sin(turn),
  y,
]
