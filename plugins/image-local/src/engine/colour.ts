/** A color in OKLCH, with lightness from 0 to 1, chroma from 0 to about 0.3, and hue in degrees. */
export type Colour = readonly [lightness: number, chroma: number, hue: number]

/** Formats a color as `#rrggbb`. Clips channels outside sRGB. */
export const hex = ([lightness, chroma, hue]: Colour): string => {
  const angle = (hue * Math.PI) / 180
  const [a, b] = [chroma * Math.cos(angle), chroma * Math.sin(angle)]
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3
  const red = 4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s
  const green = -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s
  const blue = -0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s
  return `#${[red, green, blue].map(channel).join('')}`
}

/** Mixes two colors in OKLab, so that the mix does not pass through other hues. */
export const mix = (from: Colour, to: Colour, share: number): Colour => {
  const [x1, y1] = plane(from)
  const [x2, y2] = plane(to)
  const [x, y] = [x1 + (x2 - x1) * share, y1 + (y2 - y1) * share]
  return [from[0] + (to[0] - from[0]) * share, Math.hypot(x, y), (Math.atan2(y, x) * 180) / Math.PI]
}

export const lighter = ([lightness, chroma, hue]: Colour, by: number): Colour => [
  Math.min(0.99, Math.max(0.02, lightness + by)),
  chroma,
  hue,
]

const plane = ([, chroma, hue]: Colour) => {
  const angle = (hue * Math.PI) / 180
  return [chroma * Math.cos(angle), chroma * Math.sin(angle)] as const
}

const channel = (linear: number) => {
  const bounded = Math.min(1, Math.max(0, linear))
  const value = bounded <= 0.0031308 ? bounded * 12.92 : 1.055 * bounded ** (1 / 2.4) - 0.055
  return Math.round(value * 255)
    .toString(16)
    .padStart(2, '0')
}
