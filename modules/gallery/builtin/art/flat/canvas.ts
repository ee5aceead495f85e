import { chance } from '../solid/vector.ts'

/** A sheet of vector paint: definitions and shapes in the order they were laid on. */
export class Canvas {
  #definitions: string[] = []
  #shapes: string[] = []
  #ids = 0

  readonly width: number
  readonly height: number

  constructor(width: number, height: number) {
    this.width = width
    this.height = height
  }

  add(...shapes: string[]) {
    this.#shapes.push(...shapes)
  }

  /** A paint that changes along a line; points are shares of the painted shape. Stops are 'offset colour opacity?'. */
  linear(stops: string[], [x1, y1, x2, y2]: readonly number[] = [0, 0, 0, 1]): string {
    return this.#define(
      (id) =>
        `<linearGradient id="${id}" x1="${x1}" y1="${y1}" x2="${x2}" y2="${y2}">${stops.map(stop).join('')}</linearGradient>`
    )
  }

  radial(stops: string[], [cx, cy, r]: readonly number[] = [0.5, 0.5, 0.5]): string {
    return this.#define(
      (id) => `<radialGradient id="${id}" cx="${cx}" cy="${cy}" r="${r}">${stops.map(stop).join('')}</radialGradient>`
    )
  }

  blur(deviation: number): string {
    return this.#define(
      (id) =>
        `<filter id="${id}" x="-60%" y="-60%" width="220%" height="220%"><feGaussianBlur stdDeviation="${deviation}"/></filter>`
    )
  }

  /** The whole sheet in one paint. */
  fill(paint: string) {
    this.add(`<rect width="${this.width}" height="${this.height}" fill="${paint}"/>`)
  }

  /** A soft round light. */
  glow(x: number, y: number, r: number, colour: string, opacity = 1) {
    const paint = this.radial([`0 ${colour} ${opacity}`, `.35 ${colour} ${opacity * 0.45}`, `1 ${colour} 0`])
    this.add(`<circle cx="${x}" cy="${y}" r="${r}" fill="${paint}"/>`)
  }

  /**
   * Light broken by a cut stone: triangles over the whole sheet, lighter towards the light and darker away from it, each
   * by a little more or less. Our one ornament, and the ground of every portrait.
   */
  facets(seed: number, [lx, ly]: readonly [number, number], bright: string, dark: string, strength = 0.16, size = 90) {
    const random = chance(seed)
    const [columns, rows] = [Math.ceil(this.width / size) + 2, Math.ceil(this.height / size) + 2]
    const points = Array.from({ length: columns * rows }, (_, n) => [
      round(((n % columns) - 0.5 + (random() - 0.5) * 0.8) * size),
      round((Math.floor(n / columns) - 0.5 + (random() - 0.5) * 0.8) * size),
    ])
    for (let r = 0; r < rows - 1; r++)
      for (let c = 0; c < columns - 1; c++) {
        const [a, b] = [r * columns + c, r * columns + c + 1]
        const [d, e] = [a + columns, b + columns]
        for (const three of random() < 0.5
          ? [
              [a, b, d],
              [b, e, d],
            ]
          : [
              [a, b, e],
              [a, e, d],
            ]) {
          const [[ax, ay], [bx, by], [cx, cy]] = three.map((n) => points[n]!) as [number[], number[], number[]]
          const far = Math.hypot((ax! + bx! + cx!) / 3 - lx, (ay! + by! + cy!) / 3 - ly) / this.width
          const tone = (0.55 - far) * 0.9 + (random() - 0.5) * 1.3
          const opacity = Math.min(1, Math.abs(tone)) * strength
          this.add(
            `<path d="M${ax} ${ay}L${bx} ${by}L${cx} ${cy}Z" fill="${tone > 0 ? bright : dark}" opacity="${opacity.toFixed(3)}"/>`
          )
        }
      }
  }

  /** Darkens the corners. */
  vignette(colour = '#000', opacity = 0.5) {
    this.fill(this.radial([`.5 ${colour} 0`, `1 ${colour} ${opacity}`], [0.5, 0.45, 0.75]))
  }

  /** As a file, so many pixels wide. */
  toSvg(pixels = this.width): string {
    return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${this.width} ${this.height}" width="${pixels}" height="${Math.round((pixels * this.height) / this.width)}"><defs>${this.#definitions.join('')}</defs>${this.#shapes.join('')}</svg>\n`
  }

  #define(definition: (id: string) => string): string {
    const id = `p${++this.#ids}`
    this.#definitions.push(definition(id))
    return `url(#${id})`
  }
}

const stop = (text: string) => {
  const [offset, colour, opacity] = text.split(' ')
  return `<stop offset="${offset}" stop-color="${colour}"${opacity === undefined ? '' : ` stop-opacity="${Number(opacity).toFixed(3)}"`}/>`
}

export const path = (d: string, fill: string, more = '') => `<path d="${d}" fill="${fill}" ${more}/>`
export const line = (d: string, stroke: string, width: number, more = '') =>
  `<path d="${d}" fill="none" stroke="${stroke}" stroke-width="${width}" stroke-linecap="round" stroke-linejoin="round" ${more}/>`
export const circle = (cx: number, cy: number, r: number, fill: string, more = '') =>
  `<circle cx="${cx}" cy="${cy}" r="${r}" fill="${fill}" ${more}/>`
export const ellipse = (cx: number, cy: number, rx: number, ry: number, fill: string, more = '') =>
  `<ellipse cx="${cx}" cy="${cy}" rx="${rx}" ry="${ry}" fill="${fill}" ${more}/>`
export const rect = (x: number, y: number, width: number, height: number, fill: string, more = '') =>
  `<rect x="${x}" y="${y}" width="${width}" height="${height}" fill="${fill}" ${more}/>`
export const group = (attributes: string, ...shapes: string[]) => `<g ${attributes}>${shapes.join('')}</g>`
export const round = (number: number) => Math.round(number * 10) / 10
