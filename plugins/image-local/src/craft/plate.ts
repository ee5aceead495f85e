import { css, type Colour } from './colour.ts'
import { disc, n } from './lines.ts'

export type Stop = readonly [offset: number, colour: Colour, opacity?: number]

/**
 * What is painted on: shapes in their order, and what they refer to. The short side measures 1,000. On a flat plate the same strokes
 * come out as a printer would have them: a gradient in bands, a glow in discs, nothing blurred.
 */
export class Plate {
  #definitions = ''
  #shapes = ''
  #count = 0

  constructor(
    readonly width: number,
    readonly height: number,
    readonly isFlat: boolean
  ) {}

  add(...shapes: string[]): void {
    for (const shape of shapes) this.#shapes += shape
  }

  /** Gives the id of something to refer to. */
  define(element: (id: string) => string): string {
    const id = `d${this.#count++}`
    this.#definitions += element(id)
    return id
  }

  linear(stops: readonly Stop[], x1: number, y1: number, x2: number, y2: number, bands = 6): string {
    const inside = stopsOf(this.isFlat ? banded(stops, bands) : stops)
    return `url(#${this.define(
      (id) =>
        `<linearGradient id="${id}" gradientUnits="userSpaceOnUse" x1="${n(x1)}" y1="${n(y1)}" x2="${n(x2)}" y2="${n(y2)}">${inside}</linearGradient>`
    )})`
  }

  radial(stops: readonly Stop[], x: number, y: number, r: number, bands = 4): string {
    const inside = stopsOf(this.isFlat ? banded(stops, bands) : stops)
    return `url(#${this.define(
      (id) =>
        `<radialGradient id="${id}" gradientUnits="userSpaceOnUse" cx="${n(x)}" cy="${n(y)}" r="${n(r)}">${inside}</radialGradient>`
    )})`
  }

  /** Light around a place, to nothing. */
  glow(x: number, y: number, r: number, colour: Colour, strength: number, squeeze = 1): string {
    const paint = this.radial(
      [
        [0, colour, strength],
        [0.25, colour, strength * 0.55],
        [0.55, colour, strength * 0.18],
        [1, colour, 0],
      ],
      0,
      0,
      r,
      3
    )
    return `<g transform="translate(${n(x)} ${n(y)}) scale(1 ${squeeze})">${disc(0, 0, r, paint)}</g>`
  }

  /** Out of focus. */
  blurred(markup: string, by: number): string {
    if (this.isFlat || markup === '') return markup
    const id = this.define(
      (id) =>
        `<filter id="${id}" x="-30%" y="-30%" width="160%" height="160%" color-interpolation-filters="sRGB"><feGaussianBlur stdDeviation="${n(by)}"/></filter>`
    )
    return `<g filter="url(#${id})">${markup}</g>`
  }

  /** With light along all edges that face (`dx`, `dy`), as wide as those are long. */
  rimmed(markup: string, dx: number, dy: number, colour: Colour, strength = 1): string {
    const soften = this.isFlat ? 0 : Math.hypot(dx, dy) * 0.22
    const id = this.define(
      (id) =>
        `<filter id="${id}" x="-15%" y="-15%" width="130%" height="130%" color-interpolation-filters="sRGB">` +
        `<feOffset in="SourceAlpha" dx="${n(-dx)}" dy="${n(-dy)}" result="o"/>` +
        (soften > 0 ? `<feGaussianBlur in="o" stdDeviation="${n(soften)}" result="o"/>` : '') +
        `<feComposite in="SourceAlpha" in2="o" operator="out" result="r"/>` +
        `<feFlood flood-color="${css(colour)}" flood-opacity="${strength}"/><feComposite in2="r" operator="in" result="l"/>` +
        `<feMerge><feMergeNode in="SourceGraphic"/><feMergeNode in="l"/></feMerge></filter>`
    )
    return `<g filter="url(#${id})">${markup}</g>`
  }

  /** Only what lies inside of `d`. */
  clipped(markup: string, d: string): string {
    const id = this.define((id) => `<clipPath id="${id}"><path d="${d}"/></clipPath>`)
    return `<g clip-path="url(#${id})">${markup}</g>`
  }

  fill(paint: string, more = ''): void {
    this.add(`<path d="M0 0H${n(this.width)}V${n(this.height)}H0z" fill="${paint}" ${more}/>`)
  }

  /** Takes everything so far off the plate and gives it; what it refers to stays defined. */
  lift(): string {
    const shapes = this.#shapes
    this.#shapes = ''
    return shapes
  }

  toSvg(width: number, height: number): string {
    return (
      `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" viewBox="0 0 ${n(this.width)} ${n(this.height)}" ` +
      `preserveAspectRatio="none" width="${width}" height="${height}"><defs>${this.#definitions}</defs>${this.#shapes}</svg>`
    )
  }
}

const stopsOf = (stops: readonly Stop[]) =>
  stops
    .map(
      ([offset, colour, opacity = 1]) =>
        `<stop offset="${offset.toFixed(3)}" stop-color="${css(colour)}"${opacity === 1 ? '' : ` stop-opacity="${opacity.toFixed(3)}"`}/>`
    )
    .join('')

/** The same way in a few plain steps. */
function banded(stops: readonly Stop[], bands: number): Stop[] {
  const [first, last] = [stops[0]!, stops.at(-1)!]
  const span = last[0] - first[0]
  const result: Stop[] = []
  for (let band = 0; band < bands; band++) {
    const [, tone, opacity] = between(stops, first[0] + (span * (band + 0.5)) / bands)
    result.push(
      [first[0] + (span * band) / bands, tone, opacity],
      [first[0] + (span * (band + 1)) / bands, tone, opacity]
    )
  }
  // What fades to nothing still does.
  if (last[2] === 0) result.push([last[0], last[1], 0])
  return result
}

function between(stops: readonly Stop[], offset: number): Stop {
  const next = Math.max(
    1,
    stops.findIndex(([at]) => at >= offset)
  )
  const [from, to] = [stops[next - 1]!, stops[next]!]
  const share = Math.min(1, Math.max(0, (offset - from[0]) / (to[0] - from[0] || 1)))
  const mixed = (i: 0 | 1 | 2) => from[1][i] + (to[1][i] - from[1][i]) * share
  const [o1, o2] = [from[2] ?? 1, to[2] ?? 1]
  return [offset, [mixed(0), mixed(1), mixed(2)], o1 + (o2 - o1) * share]
}
