import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const veil = readFileSync(join(import.meta.dirname, 'chat.css'), 'utf8')
const tokens = readFileSync(join(import.meta.dirname, '../../styles/tokens.css'), 'utf8')

type Rgb = [number, number, number]
const themes = ['light', 'dark'] as const

const parse = (hex: string) => [0, 2, 4].map((at) => parseInt(hex.slice(at, at + 2), 16)) as Rgb

function color(token: string, theme: (typeof themes)[number]): Rgb {
  const pair = new RegExp(`--${token}: light-dark\\(#([0-9a-f]{6}), #([0-9a-f]{6})\\)`).exec(tokens)
  const hex = pair?.[theme === 'light' ? 1 : 2]
  if (!hex) throw new Error(`--${token} is not a pair of hex colors`)
  return parse(hex)
}

/** Black, white and what lies between. */
const pictureColors: Rgb[] = [0, 64, 128, 192, 255].flatMap((r, _, steps) =>
  steps.flatMap((g) => steps.map((b): Rgb => [r, g, b]))
)

/** The opacity of the veil behind the text, from 0 to 1. */
function opacity(theme: (typeof themes)[number]): number {
  const shares = [...(/--over-text: ([^;]+);/.exec(veil)?.[1] ?? '').matchAll(/(\d+)%/g)].map(([, share]) =>
    Number(share)
  )
  expect(shares).toHaveLength(2)
  return shares[theme === 'light' ? 0 : 1]! / 100
}

/** The backgrounds of the text over any picture. */
function backgrounds(theme: (typeof themes)[number]): Rgb[] {
  const ground = /light-dark\(#([0-9a-f]{6}), transparent\);\s+mix-blend-mode: luminosity/.exec(veil)?.[1]
  const share = opacity(theme)
  return pictureColors.map((picture) => {
    const tinted = theme === 'light' ? withLuminosity(picture, luminosity(parse(ground ?? ''))) : picture
    return color('bg', theme).map((part, at) => part * share + tinted[at]! * (1 - share)) as Rgb
  })
}

// `Lum`, `SetLum` and `ClipColor` of W3C Compositing and Blending Level 1.
const luminosity = ([r, g, b]: Rgb) => 0.3 * r + 0.59 * g + 0.11 * b
function withLuminosity(rgb: Rgb, target: number): Rgb {
  const shifted = rgb.map((part) => part + target - luminosity(rgb))
  const [least, most] = [Math.min(...shifted), Math.max(...shifted)]
  const clip = (part: number) =>
    most > 255
      ? target + ((part - target) * (255 - target)) / (most - target)
      : least < 0
        ? target + ((part - target) * target) / (target - least)
        : part
  return shifted.map(clip) as Rgb
}

/** Relative luminance of WCAG 2.2. */
function luminance(rgb: Rgb): number {
  const [r, g, b] = rgb.map((part) =>
    part / 255 <= 0.04045 ? part / 255 / 12.92 : ((part / 255 + 0.055) / 1.055) ** 2.4
  )
  return 0.2126 * r! + 0.7152 * g! + 0.0722 * b!
}

function contrast(one: Rgb, other: Rgb): number {
  const [dark, light] = [luminance(one), luminance(other)].sort((a, b) => a - b) as [number, number]
  return (light + 0.05) / (dark + 0.05)
}

test.each(
  themes.flatMap((theme) => ['text', 'text-soft', 'danger-text', 'warning-text'].map((text) => [text, theme] as const))
)('%s has enough contrast over any picture in the %s theme', (text, theme) => {
  const contrasts = backgrounds(theme).map((background) => contrast(background, color(text, theme)))
  expect(Math.min(...contrasts)).toBeGreaterThanOrEqual(4.5)
})
