import { hex, lighter, mix, type Colour } from '../colour.ts'
import type { Dice } from '../dice.ts'
import { n, type Point } from '../curves.ts'
import type { Palette } from '../palette.ts'
import { path, type Sheet } from '../sheet.ts'
import type { Looks, Traits } from '../traits.ts'

/**
 * A figure that is being drawn. Its head is about 100 units wide and 140 high. The origin is between the eyes, and bodies
 * reach down to y = 300. `lit` is the side of the key light. 1 is right.
 */
export interface Figure {
  sheet: Sheet
  palette: Palette
  dice: Dice
  traits: Traits
  looks: Looks
  lit: 1 | -1
  /** The turn of the face in radians. Positive is right. */
  turn: number
  skin: Colour
  hair: Colour
  cloth: Colour
  trim: Colour
  /** The color of the rim on the side of the key light. `second` is the color of the rim on the other side. */
  rim: string
  second: string
  /** The rim color of small shapes. */
  bright: string
}

/** Draws a shape with a lit rim on both sides. `on` is drawn inside the shape. */
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
  // Shapes with a thin rim and without `on` get only one rim.
  if (rim < 2.5 && on === '')
    return `${whole}<use href="#${shape}" x="${n(-lit * rim)}" y="${n(rim * 0.55)}" fill="${fill}"/></g>`
  const shifted = sheet.define(
    (id) => `<clipPath id="${id}"><use href="#${shape}" x="${n(-lit * rim)}" y="${n(rim * 0.55)}"/></clipPath>`
  )
  return `${whole}<g clip-path="url(#${shifted})"><use href="#${shape}" fill="${figure.second}"/><use href="#${shape}" x="${n(lit * second)}" y="1" fill="${fill}"/>${on}</g></g>`
}

/** Defines a gradient that shades a color from the key light to the dark side. */
export const shaded = (figure: Figure, colour: Colour, reach = 75, middle = 0): string => {
  const { sheet, palette, lit } = figure
  return sheet.linear(
    [
      [0, mix(lighter(colour, 0.07), palette.key, 0.28)],
      [0.42, colour],
      [1, mix(mix(colour, palette.dark, 0.5), palette.second, 0.12)],
    ],
    middle + lit * reach,
    -reach * 0.8,
    middle - lit * reach,
    reach * 0.7
  )
}

/** Shades the skin as `shaded` does, but keeps it reddish on the dark side. */
export const shadedSkin = (figure: Figure, reach: number, middle = 0): string => {
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

/** Draws a warm shadow on a face, with some of the second light. */
export const faceShadow = ({ palette, traits }: Figure, d: string, opacity: number) =>
  path(
    d,
    hex(mix(mix(palette.dark, palette.second, 0.3), [0.34, 0.13, 15], traits.being === 'ghost' ? 0 : 0.38)),
    opacity
  )

/** Draws a shadow with some of the second light. */
export const shadow = ({ palette }: Figure, d: string, opacity: number) =>
  path(d, hex(mix(palette.dark, palette.second, 0.3)), opacity)

/** Rotates a point of the head by the turn. `depth` is its distance from the axis towards the viewer. */
export const turned = ({ turn }: Figure, [x, y]: Point, depth: number): Point => [
  x * Math.cos(turn) + depth * Math.sin(turn),
  y,
]
