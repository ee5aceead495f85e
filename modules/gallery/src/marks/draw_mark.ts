import type { Mark } from './mark_address.ts'

type Point = readonly [x: number, y: number]
type Colour = readonly [lightness: number, chroma: number, hue: number]

/** Draws a facet mark as a square SVG, a cut stone in two colors with initials on its table. The same mark gives the same SVG. */
export const drawMark = ({ seed, initials }: Mark): string => {
  const random = randomOf(seed)
  const { key, second } = coloursOf(random)
  const ground = facets(500, 500, 5, random, (x, y) => {
    const near = Math.max(0, 1 - Math.hypot(x - 250, y - 210) / 330)
    return mix([0.2, 0.06, second[2]], [0.44, key[1] * 0.75, key[2]], near ** 1.6)
  })
  const glow = `<radialGradient id="g"><stop stop-color="${hex(key)}" stop-opacity=".7"/><stop offset="1" stop-color="${hex(key)}" stop-opacity="0"/></radialGradient>`
  const halo = '<circle cx="250" cy="225" r="240" fill="url(#g)"/>'
  return svg(500, 500, `<defs>${glow}</defs>${ground}${halo}${gem(random, key, second)}${lettersOf(initials)}`)
}

/** Draws the 16:9 background for chats with a mark. It has quiet facets in the mark's colors. */
export const drawMarkPlace = ({ seed }: Mark): string => {
  const random = randomOf(seed)
  const { key, second } = coloursOf(random)
  const side = random() < 0.5 ? 150 : 650
  const field = facets(800, 450, 8, random, (x, y) => {
    const near = Math.max(0, 1 - Math.hypot((x - side) / 1.3, y - 90) / 420)
    return mix([0.19, 0.055, second[2]], [0.46, key[1] * 0.7, key[2]], near ** 1.7)
  })
  return svg(800, 450, field)
}

const svg = (width: number, height: number, content: string) =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width * 2}" height="${height * 2}">${content}</svg>`

/** The center of the gem. It is above the center of the picture, because cards show text over the lower third. */
const middle: Point = [250, 225]

/** Draws a brilliant cut seen from above, with table, star facets, kites and girdle facets. Each is lit by its direction. */
const gem = (random: () => number, key: Colour, second: Colour): string => {
  const sides = [8, 8, 6, 10][Math.floor(random() * 4)]!
  const turn = (random() - 0.5) * 0.5
  const ring = (count: number, radius: number, shift: number): Point[] =>
    Array.from({ length: count }, (_, n) => {
      const angle = turn + ((n + shift) / count) * 2 * Math.PI - Math.PI / 2
      return [middle[0] + Math.cos(angle) * radius, middle[1] + Math.sin(angle) * radius]
    })
  const table = ring(sides, 120, 0)
  const stars = ring(sides, 148, 0.5)
  const girdle = ring(sides * 2, 190, 0)
  const at = (points: Point[], n: number) => points[(n + points.length) % points.length]!

  /** Light falls from the upper left. Outer facets are steeper, so it affects them more. */
  const lit = (points: Point[], steep: number): string => {
    const [x, y] = centreOf(points)
    const towards = ((middle[0] - x) * 0.55 + (middle[1] - y) * 0.83) / 184
    const light = towards * steep + (random() - 0.5) * 0.34
    const hue = mix(second, key, 0.5 + (x - middle[0]) / 320 + (random() - 0.5) * 0.3)
    return facet(points, [clamp(hue[0] + light * 0.42, 0.2, 0.95), hue[1] * (light > 0.5 ? 0.62 : 1), hue[2]])
  }
  let shapes = ''
  for (let n = 0; n < sides; n++) {
    const [star, next] = [at(stars, n), at(girdle, 2 * n + 1)]
    shapes += lit([star, at(girdle, 2 * n), next], 1.15) + lit([star, next, at(girdle, 2 * n + 2)], 1.15)
    shapes += lit([at(table, n), star, at(girdle, 2 * n), at(stars, n - 1)], 0.9)
    shapes += lit([at(table, n), at(table, n + 1), star], 0.55)
  }
  // The table shows the lower facets through the stone, dark enough for white letters.
  const deep = mix([0.33, 0.13, second[2]], [0.4, 0.15, key[2]], random())
  for (let n = 0; n < sides; n++) {
    const tone = (random() - 0.5) * 0.1 + (n < sides / 2 ? -0.02 : 0.03)
    shapes += facet([middle, at(table, n), at(table, n + 1)], [deep[0] + tone, deep[1], deep[2]])
  }
  const edge = hex([0.97, 0.03, key[2]])
  return `${shapes}<g fill="none" stroke="${edge}" stroke-linejoin="round"><path d="${path(table)}" stroke-width="2.5" opacity=".75"/><path d="${path(girdle)}" stroke-width="2" opacity=".5"/></g><path d="${path([at(table, 0), at(table, 1), middle, at(table, -1)])}" fill="#fff" opacity=".09"/>`
}

const lettersOf = (initials: string): string =>
  initials &&
  `<text x="250" y="225" fill="#fff" font-family="Georgia,'Times New Roman',serif" font-size="${[...initials].length > 1 ? 100 : 128}" font-weight="600" text-anchor="middle" dominant-baseline="central">${initials}</text>`

/** Fills a rectangle with triangles on a grid whose corners are shifted. */
const facets = (
  width: number,
  height: number,
  columns: number,
  random: () => number,
  colourAt: (x: number, y: number) => Colour
): string => {
  const step = width / columns
  const rows = Math.ceil(height / step)
  const corners = Array.from({ length: rows + 3 }, (_, row) =>
    Array.from({ length: columns + 3 }, (_, column): Point => [
      (column - 1 + (random() - 0.5) * 0.7) * step,
      (row - 1 + (random() - 0.5) * 0.7) * step,
    ])
  )
  let shapes = `<path d="M0 0h${width}v${height}H0z" fill="${hex(colourAt(width / 2, height))}"/>`
  for (let row = 0; row < rows + 2; row++)
    for (let column = 0; column < columns + 2; column++) {
      const [a, b] = [corners[row]![column]!, corners[row]![column + 1]!]
      const [c, d] = [corners[row + 1]![column]!, corners[row + 1]![column + 1]!]
      for (const points of random() < 0.5
        ? [
            [a, b, c],
            [b, d, c],
          ]
        : [
            [a, b, d],
            [a, d, c],
          ]) {
        const [lightness, chroma, hue] = colourAt(...centreOf(points as Point[]))
        const shade = (random() - 0.5) * 0.055
        if (isOutside(points as Point[], width, height)) continue
        shapes += facet(points as Point[], [lightness + shade, chroma, hue])
      }
    }
  return shapes
}

/** Whether a facet, including its stroke, is outside the picture. */
const isOutside = (points: readonly Point[], width: number, height: number) =>
  points.every(([x]) => x < -1) ||
  points.every(([x]) => x > width + 1) ||
  points.every(([, y]) => y < -1) ||
  points.every(([, y]) => y > height + 1)

/** Draws a facet. The stroke in its own color closes the hairlines that antialiasing leaves between neighbors. */
const facet = (points: Point[], colour: Colour): string => {
  const paint = hex(colour)
  return `<path d="${path(points)}" fill="${paint}" stroke="${paint}"/>`
}

const path = (points: readonly Point[]) => `M${points.map(([x, y]) => `${Math.round(x)} ${Math.round(y)}`).join('L')}z`

const centreOf = (points: readonly Point[]): Point => [
  points.reduce((sum, [x]) => sum + x, 0) / points.length,
  points.reduce((sum, [, y]) => sum + y, 0) / points.length,
]

/** Picks two colors whose hues are well apart. Yellows are lighter and blues darker, because that looks best. */
const coloursOf = (random: () => number) => {
  const hue = random() * 360
  const other = hue + (random() < 0.5 ? -1 : 1) * (45 + random() * 65)
  const colour = (angle: number, chroma: number): Colour => [
    0.62 + 0.09 * Math.cos(((angle - 95) * Math.PI) / 180),
    chroma,
    angle,
  ]
  return { key: colour(hue, 0.17), second: colour(other, 0.15) }
}

/** Returns a generator of numbers from 0 to 1 (mulberry32), with the seed of a mark. */
const randomOf = (seed: string) => {
  let state = Number.parseInt(seed.slice(0, 7), 36) ^ Number.parseInt(seed.slice(7), 36)
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

const clamp = (value: number, low: number, high: number) => Math.min(high, Math.max(low, value))

/** Mixes two colors, along the shorter way around the hue circle. */
const mix = (from: Colour, to: Colour, share: number): Colour => {
  const part = clamp(share, 0, 1)
  const turn = ((((to[2] - from[2]) % 360) + 540) % 360) - 180
  return [from[0] + (to[0] - from[0]) * part, from[1] + (to[1] - from[1]) * part, from[2] + turn * part]
}

/** Converts OKLCH to `#rrggbb`. Channels outside sRGB are clipped. */
const hex = ([lightness, chroma, hue]: Colour): string => {
  const angle = (hue * Math.PI) / 180
  const [a, b] = [chroma * Math.cos(angle), chroma * Math.sin(angle)]
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3
  const channels = [
    4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s,
    -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
    -0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s,
  ]
  return `#${channels
    .map((linear) => {
      const bounded = clamp(linear, 0, 1)
      const value = bounded <= 0.0031308 ? bounded * 12.92 : 1.055 * bounded ** (1 / 2.4) - 0.055
      return Math.round(value * 255)
        .toString(16)
        .padStart(2, '0')
    })
    .join('')}`
}
