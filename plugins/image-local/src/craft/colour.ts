/** Lightness 0 to 1, green to red, blue to yellow: mixes as paint and light do to the eye (OKLab, https://bottosson.github.io/posts/oklab/). */
export type Colour = readonly [lightness: number, a: number, b: number]

const toLinear = (value: number) => (value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4)
const fromLinear = (value: number) => (value <= 0.0031308 ? value * 12.92 : 1.055 * value ** (1 / 2.4) - 0.055)

/** Of three bytes, 0 to 255. */
export function ofBytes(red: number, green: number, blue: number): Colour {
  const [r, g, b] = [toLinear(red / 255), toLinear(green / 255), toLinear(blue / 255)]
  const l = Math.cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b)
  const m = Math.cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b)
  const s = Math.cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b)
  return [
    0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s,
    1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s,
    0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s,
  ]
}

/** Of `#rrggbb` or `rrggbb`. */
export function colour(hex: string): Colour {
  const bits = Number.parseInt(hex.replace('#', ''), 16)
  return ofBytes(bits >> 16, (bits >> 8) & 255, bits & 255)
}

/** As SVG reads it; what a screen can't show is cut off. */
export function css([lightness, a, b]: Colour): string {
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3
  const channels = [
    4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s,
    -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
    -0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s,
  ]
  const byte = (linear: number) => Math.round(fromLinear(Math.min(1, Math.max(0, linear))) * 255)
  return '#' + channels.map((linear) => byte(linear).toString(16).padStart(2, '0')).join('')
}

export const blend = (one: Colour, other: Colour, share: number): Colour => [
  one[0] + (other[0] - one[0]) * share,
  one[1] + (other[1] - one[1]) * share,
  one[2] + (other[2] - one[2]) * share,
]

/** Lighter, or darker below 0. */
export const lit = ([lightness, a, b]: Colour, by: number): Colour => [
  Math.min(1, Math.max(0.02, lightness + by)),
  a,
  b,
]

/** More colourful above 1, greyer below. */
export const vivid = ([lightness, a, b]: Colour, times: number): Colour => [lightness, a * times, b * times]

/** The hue turned towards that of another colour; lightness stays. */
export function tinted(one: Colour, other: Colour, share: number): Colour {
  const strength = Math.hypot(one[1], one[2])
  const far = Math.hypot(other[1], other[2]) || 1
  const chroma = Math.max(strength, far * 0.55)
  const [a, b] = [(other[1] / far) * chroma, (other[2] / far) * chroma]
  return [one[0], one[1] + (a - one[1]) * share, one[2] + (b - one[2]) * share]
}
