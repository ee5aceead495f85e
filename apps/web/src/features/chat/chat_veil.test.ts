import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { readingChoices } from '#modules/accounts/api'
import { describe, expect, test } from 'vitest'
import { contrast, rgbOf, type Rgb } from '../../../tests/contrast.ts'

const veil = readFileSync(join(import.meta.dirname, 'chat.css'), 'utf8')
const tokens = readFileSync(join(import.meta.dirname, '../../styles/tokens.css'), 'utf8')

const themes = ['light', 'dark'] as const

type Theme = (typeof themes)[number]

function color(token: string, theme: Theme, css = tokens): Rgb {
  const pair = new RegExp(`--${token}: light-dark\\((#[0-9a-f]{6}), (#[0-9a-f]{6})\\)`).exec(css)
  const hex = pair?.[theme === 'light' ? 1 : 2]
  if (!hex) throw new Error(`--${token} is not a pair of hex colors`)
  return rgbOf(hex)
}

/** Sample colors of a picture: black, white and colors in between. */
const pictureColors: Rgb[] = [0, 64, 128, 192, 255].flatMap((r, _, steps) =>
  steps.flatMap((g) => steps.map((b): Rgb => [r, g, b]))
)

/** The opacity of the veil behind the text, from 0 to 1. */
function opacity(theme: Theme): number {
  const shares = [...(/--over-text: ([^;]+);/.exec(veil)?.[1] ?? '').matchAll(/(\d+)%/g)].map(([, share]) =>
    Number(share)
  )
  expect(shares).toHaveLength(2)
  return shares[theme === 'light' ? 0 : 1]! / 100
}

/** The backgrounds of the text over any picture. */
function backgrounds(theme: Theme): Rgb[] {
  const ground = /light-dark\((#[0-9a-f]{6}), transparent\);\s+mix-blend-mode: luminosity/.exec(veil)?.[1]
  const share = opacity(theme)
  return pictureColors.map((picture) => {
    const tinted = theme === 'light' ? withLuminosity(picture, luminosity(rgbOf(ground ?? ''))) : picture
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

test.each(
  themes.flatMap((theme) =>
    ['text', 'text-soft', 'accent-text', 'danger-text', 'warning-text'].map((text) => [text, theme] as const)
  )
)('%s has enough contrast over any picture in the %s theme', (text, theme) => {
  const contrasts = backgrounds(theme).map((background) => contrast(background, color(text, theme)))
  expect(Math.min(...contrasts)).toBeGreaterThanOrEqual(4.5)
})

const texts = ['text', 'text-soft', 'text-faint', 'accent-text', 'danger-text', 'success-text', 'warning-text']

describe.each(readingChoices.paper.filter((paper) => paper !== 'none'))('on the paper %s', (paper) => {
  const rule = new RegExp(`\\[data-reading-paper='${paper}'\\] \\{([^}]+)\\}`).exec(veil)?.[1]

  test.each(themes)('texts, coloured speech and borders have enough contrast in the %s theme', (theme) => {
    const ground = color('bg', theme, rule ?? '')
    const bubble = color('bubble-user', theme, rule?.includes('--bubble-user') ? rule : tokens)
    for (const text of texts) expect(contrast(ground, color(text, theme)), text).toBeGreaterThanOrEqual(4.5)
    for (const text of ['text', 'text-soft', 'text-faint', 'accent-text'])
      expect(contrast(bubble, color(text, theme)), `${text} in a bubble`).toBeGreaterThanOrEqual(4.5)
    for (const edge of ['line-strong', 'focus'])
      expect(contrast(ground, color(edge, theme)), edge).toBeGreaterThanOrEqual(3)
  })
})

test('the veil behind the text is as wide as the widest column', () => {
  const halfOf = (rule: RegExp) => Number(rule.exec(veil)?.[1])
  const column = halfOf(/\[data-reading-width='wide'\] \.chat-column \{\s+max-width: (\d+)rem/) / 2
  expect(halfOf(/\[data-reading-width='wide'\] \.chat-veil \{\s+--text-half: (\d+)rem/)).toBeGreaterThanOrEqual(column)
})
