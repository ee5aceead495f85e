import { readFileSync } from 'node:fs'
import type { Dice } from './dice.ts'
import type { Looks } from './words.ts'

export interface Size {
  width: number
  height: number
}

/** Colours by name: the sky above (`top`) and at the horizon (`low`), its light (`glow`), and shapes `far` away and `near`. */
export type Colours = Record<'top' | 'low' | 'glow' | 'far' | 'near', string>

/** A layer: hills, a band, or motifs in a row or scattered. Positions are shares of the picture, a gap is a share of `h`. */
interface Layer {
  y: number
  h?: number
  hills?: number
  /** How much of the near colour a band has, and how much of the horizon's. */
  band?: number
  light?: number
  motif?: string
  x?: number
  gap?: number
  even?: true
  count?: number
  to?: number
  opacity?: number
}

/** A motif consists of paths. It is one unit high, stands on the origin, and has a colour by name or that of its layer (''). */
const {
  skies,
  inks,
  scenes,
  things: allThings,
  weathers,
  motifs,
} = JSON.parse(readFileSync(new URL('./scenery.json', import.meta.url), 'utf8')) as {
  skies: Record<string, string[]>
  inks: Record<string, string>
  scenes: Record<string, { ground: string; inside?: true; light?: string; layers: Layer[] }>
  things: Record<string, { y?: number; h?: number; sky?: Layer; scene?: string; light?: string }>
  weathers: Record<string, Layer[]>
  motifs: Record<string, [path: string, colour: string, opacity?: number][]>
}

/** Mixes two colours of the form `#rrggbb`. */
export const mix = (from: string, to: string, share: number): string => {
  const [one, other] = [from, to].map((colour) => [1, 3, 5].map((at) => Number.parseInt(colour.slice(at, at + 2), 16)))
  const mixed = one!.map((channel, at) => Math.round(channel + (other![at]! - channel) * share))
  return `#${mixed.map((channel) => channel.toString(16).padStart(2, '0')).join('')}`
}

const n = (value: number) => Math.round(value * 100) / 100
const box = (y: number, height: number, fill: string, opacity = 1) =>
  `<rect x="-20" y="${n(y)}" width="900" height="${n(height)}" fill="${fill}" opacity="${opacity}"/>`
const use = (motif: string, x: number, y: number, h: number, rest = '') =>
  `<use href="#${motif}" transform="translate(${n(x)} ${n(y)}) scale(${n(h)})"${rest}/>`

const drawLayer = (layer: Layer, ink: string, { low, near }: Colours, dice: Dice, { width, height }: Size): string => {
  const { y, h = 0, hills, band, motif = '', x, gap, even, count = 1, to, opacity = 1 } = layer
  const [base, size] = [y * height, h * height]
  if (band !== undefined) return box(base, height * 1.2, mix(mix(ink, near, band), low, layer.light ?? 0))
  if (hills !== undefined) {
    const tops = Array.from({ length: hills + 2 }, () => n(base - size * dice.between(0, 1)))
    const curves = tops.map(
      (top, at) => `S${n(((at - 1) / hills) * width)} ${top} ${n(((at - 0.5) / hills) * width)} ${top}`
    )
    return `<path d="M${-width} ${height + 20}V${n(base)}${curves.join('')}V${height + 20}Z" fill="${ink}"/>`
  }
  const step = gap === undefined ? 0 : gap * size
  const uses = Array.from({ length: step > 0 ? Math.ceil(width / step) + 1 : count }, (_, at) => {
    const left = step > 0 ? (at + (even ? 0 : dice.between(-0.5, 0.5))) * step : (x ?? dice.between(0, 1)) * width
    const top = to === undefined ? base : dice.between(y, to) * height
    const isOne = x !== undefined || even
    const rest = ` fill="${ink}"${to === undefined ? '' : ` opacity="${n(opacity * dice.between(0.3, 1))}"`}`
    return use(dice.pick(motif.split(' ')), left, top, isOne ? size : size * dice.between(0.5, 1), rest)
  })
  return uses.join('')
}

/** Draws a place as layers of shapes under a sky, from the back to the front. */
export const drawPlace = (looks: Looks, dice: Dice, size: Size, isBackdrop: boolean) => {
  const { width, height } = size
  const { hue, secondHue = hue, weather } = looks
  const things = (looks.things ?? []).map((name) => ({ name, ...allThings[name]! }))
  const name =
    looks.scene ??
    things.find(({ scene }) => scene)?.scene ??
    dice.pick(Object.keys(scenes).filter((scene) => !weather || !scenes[scene]!.inside))
  const { ground, inside, layers, ...scene } = scenes[name]!
  const light =
    looks.light ??
    things.find((thing) => thing.light)?.light ??
    scene.light ??
    dice.pick(weather === 'sparks' ? ['dusk', 'night'] : Object.keys(skies))
  const [isDark, isDull] = [light === 'night' || light === 'dusk', weather === 'rain' || weather === 'mist']
  const [top, low, glow, far, near] = dice.pick(skies[light]!).split(' ') as [string, string, string, string, string]
  const sky = (colour: string) => mix(mix(colour, '#6d7b8c', isDull ? 0.4 : 0), ground, inside ? 0.4 : 0)
  const tint = (colour: string, by: string | undefined, share: number) => mix(colour, by ?? colour, share)
  const colours: Colours = {
    top: tint(sky(top), secondHue, 0.35),
    low: tint(sky(low), hue, isDark ? 0.35 : 0.5),
    glow: tint(glow, hue, 0.3),
    far: tint(mix(far, ground, 0.35), secondHue, 0.3),
    near: mix(near, ground, light === 'night' ? 0.12 : 0.25),
  }
  const shaded = (colour: string) => mix(colour, colours.near, isDark ? 0.25 : 0)
  const paints: Record<string, string> = {
    ...colours,
    sky: mix(colours.low, colours.glow, 0.5),
    lamp: isDark ? mix(colours.glow, '#ffc861', 0.75) : mix(colours.far, colours.top, 0.5),
    leaf: mix(colours.near, ground, 0.5),
    keep: mix(colours.near, colours.far, 0.45),
    ...Object.fromEntries(Object.entries(inks).map(([ink, colour]) => [ink, shaded(colour)])),
    scale: shaded(hue ?? '#3f9a5c'),
    cream: mix('#fff6e2', colours.glow, 0.3),
    white: '#ffffff',
  }
  const paint = (layer: Layer, ink = '#ffffff') => drawLayer(layer, ink, colours, dice, size)
  const haze = inside ? '' : box(height * 0.3, height, 'url(#haze)', 0.3)
  const drawn = layers.map((layer, at) => paint(layer, mix(colours.far, colours.near, at / (layers.length - 1))))
  const above = things.flatMap((thing) => thing.sky ?? [])
  if (light === 'night' && !inside && !isDull) above.push(allThings.star!.sky!)
  const unit = Math.min(width, height) / 4.5
  const spots = isBackdrop ? [0.13, 0.88, 0.1, 0.9] : [0.6, 0.24, 0.42, 0.84]
  const standing = things
    .filter(({ sky }) => !sky)
    .map(({ name, y, h = 1 }, at) => use(name, spots[at]! * width, y! * height, unit * h))
  // The front of a scene hides the feet of what stands in it.
  const front = standing.length > 0 && drawn.length > 4 ? drawn.pop()! : ''
  const body = [
    ...above.map((layer) => paint(layer)),
    drawn.join(haze),
    ...standing,
    front,
    ...(weather ? weathers[weather]! : []).map((layer) => paint(layer)),
  ].join('')
  const symbols = Object.entries(motifs).map(([motif, parts]) => {
    const paths = parts.map(
      ([d, colour, opacity = 1]) => `<path d="${d}"${colour && ` fill="${paints[colour]}"`} opacity="${opacity}"/>`
    )
    return body.includes(`href="#${motif}"`) ? `<g id="${motif}">${paths.join('')}</g>` : ''
  })
  const svg = [
    `<defs><linearGradient id="sky" x2="0" y2="1"><stop stop-color="${colours.top}"/><stop offset=".65" stop-color="${colours.low}"/></linearGradient>`,
    `<linearGradient id="haze" x2="0" y2="1"><stop stop-color="${colours.low}" stop-opacity="0"/><stop offset="1" stop-color="${colours.low}" stop-opacity=".6"/></linearGradient>`,
    `<radialGradient id="light"><stop stop-color="${colours.glow}" stop-opacity=".9"/><stop offset="1" stop-color="${colours.glow}" stop-opacity="0"/></radialGradient>`,
    ...symbols,
    `</defs>${box(-20, height + 40, 'url(#sky)')}`,
    `<circle cx="${n(width * dice.between(0.3, 0.7))}" cy="${height / 2}" r="${n(Math.max(width, height) * 0.55)}" fill="url(#light)" opacity=".8"/>`,
    body,
  ]
  return { svg: svg.join(''), colours }
}
