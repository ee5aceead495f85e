import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const veil = readFileSync(join(import.meta.dirname, 'chat.css'), 'utf8')
const tokens = readFileSync(join(import.meta.dirname, '../../styles/tokens.css'), 'utf8')

type Rgb = [number, number, number]
const themes = ['light', 'dark'] as const

function color(token: string, theme: (typeof themes)[number]): Rgb {
  const pair = new RegExp(`--${token}: light-dark\\(#([0-9a-f]{6}), #([0-9a-f]{6})\\)`).exec(tokens)
  const hex = pair?.[theme === 'light' ? 1 : 2]
  if (!hex) throw new Error(`--${token} is not a pair of hex colors`)
  return [0, 2, 4].map((at) => parseInt(hex.slice(at, at + 2), 16)) as Rgb
}

/** The opacity of the veil behind the text, from 0 to 1. */
function opacity(theme: (typeof themes)[number]): number {
  const shares = [...(/--over-text: ([^;]+);/.exec(veil)?.[1] ?? '').matchAll(/(\d+)%/g)].map(([, share]) =>
    Number(share)
  )
  expect(shares).toHaveLength(2)
  return shares[theme === 'light' ? 0 : 1]! / 100
}

/** Relative luminance of WCAG 2.2. */
function luminance(rgb: Rgb): number {
  const [r, g, b] = rgb.map((part) =>
    part / 255 <= 0.04045 ? part / 255 / 12.92 : ((part / 255 + 0.055) / 1.055) ** 2.4
  )
  return 0.2126 * r! + 0.7152 * g! + 0.0722 * b!
}

test.each(
  themes.flatMap((theme) => ['text', 'text-soft', 'danger-text', 'warning-text'].map((text) => [text, theme] as const))
)('%s has enough contrast over any picture in the %s theme', (text, theme) => {
  const worstPicture = theme === 'light' ? 0 : 255
  const share = opacity(theme)
  const background = color('bg', theme).map((part) => part * share + worstPicture * (1 - share)) as Rgb
  const [dark, light] = [luminance(background), luminance(color(text, theme))].sort((a, b) => a - b) as [number, number]
  expect((light + 0.05) / (dark + 0.05)).toBeGreaterThanOrEqual(4.5)
})
