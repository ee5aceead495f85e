import type { Dice } from './dice.ts'
import { hex, type Colour } from './colour.ts'
import { n } from './curves.ts'

/** A stop of a gradient. */
export type Stop = readonly [offset: number, colour: Colour, opacity?: number]

/** Collects the definitions and shapes of an SVG. */
export class Sheet {
  readonly width: number
  readonly height: number
  readonly dice: Dice
  #definitions = ''
  #shapes = ''
  readonly #known = new Map<string, string>()

  constructor(width: number, height: number, dice: Dice) {
    this.width = width
    this.height = height
    this.dice = dice
  }

  add(...shapes: string[]) {
    for (const shape of shapes) this.#shapes += shape
  }

  /** Adds a definition and returns its id. Equal definitions share one id. */
  define(element: (id: string) => string): string {
    const content = element('')
    const known = this.#known.get(content)
    if (known) return known
    const id = `_${this.#known.size.toString(36)}`
    this.#known.set(content, id)
    this.#definitions += element(id)
    return id
  }

  /** Defines a linear gradient in the picture's own units, and returns its paint. */
  linear(stops: readonly Stop[], x1: number, y1: number, x2: number, y2: number): string {
    return `url(#${this.define(
      (id) =>
        `<linearGradient id="${id}" gradientUnits="userSpaceOnUse" x1="${n(x1)}" y1="${n(y1)}" x2="${n(x2)}" y2="${n(y2)}">${stops.map(stop).join('')}</linearGradient>`
    )})`
  }

  radial(stops: readonly Stop[], cx: number, cy: number, r: number): string {
    return `url(#${this.define(
      (id) =>
        `<radialGradient id="${id}" gradientUnits="userSpaceOnUse" cx="${n(cx)}" cy="${n(cy)}" r="${n(r)}">${stops.map(stop).join('')}</radialGradient>`
    )})`
  }

  /** Adds a circle of light that fades outwards. */
  glow(cx: number, cy: number, r: number, colour: Colour, opacity: number, flat = 1) {
    const paint = this.radial(
      [
        [0, colour, opacity],
        [0.4, colour, opacity * 0.4],
        [1, colour, 0],
      ],
      cx,
      cy / flat,
      r
    )
    this.add(
      `<circle cx="${n(cx)}" cy="${n(cy / flat)}" r="${n(r)}" fill="${paint}"${flat === 1 ? '' : ` transform="scale(1 ${flat})"`}/>`
    )
  }

  fill(paint: string) {
    this.add(`<path d="M0 0h${this.width}v${this.height}H0z" fill="${paint}"/>`)
  }

  toSvg(): string {
    const { width, height } = this
    const content = `<defs>${this.#definitions}</defs>${this.#shapes}`.replaceAll(/ d="[^"]+"/g, tight)
    return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width * 2}" height="${height * 2}" stroke-linecap="round">${content}</svg>`
  }
}

export const path = (d: string, fill: string, opacity = 1): string =>
  `<path d="${d}" fill="${fill}"${opacity === 1 ? '' : ` opacity="${share(opacity)}"`}/>`

export const stroke = (d: string, colour: string, width: number, opacity = 1, more = ''): string =>
  `<path d="${d}" fill="none" stroke="${colour}" stroke-width="${n(width)}"${opacity === 1 ? '' : ` opacity="${share(opacity)}"`}${more}/>`

export const circle = (cx: number, cy: number, r: number, fill: string, opacity = 1): string =>
  `<circle cx="${n(cx)}" cy="${n(cy)}" r="${n(r)}" fill="${fill}"${opacity === 1 ? '' : ` opacity="${share(opacity)}"`}/>`

/** Removes spaces before minus signs, which SVG does not need. */
const tight = (d: string) => d.replaceAll(/([\d.]) -/g, '$1-')

const share = (value: number) => String(Math.round(value * 100) / 100).replace(/^0\./, '.')

const stop = ([offset, colour, opacity = 1]: Stop) =>
  `<stop offset="${share(offset)}" stop-color="${hex(colour)}"${opacity === 1 ? '' : ` stop-opacity="${share(opacity)}"`}/>`
