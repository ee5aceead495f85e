import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { brand } from '#config/brand'
import { describe, expect, test } from 'vitest'
import { contrast, rgbOf } from '../../tests/contrast.ts'

const css = readFileSync(join(import.meta.dirname, 'tokens.css'), 'utf8')
type Theme = 'light' | 'dark'

/** The colour of a token in a theme, as #rrggbb. */
function color(token: string, theme: Theme): string {
  const value = new RegExp(`--${token}: ([^;]+);`).exec(css)?.[1]
  const pair = /^light-dark\((#[0-9a-f]{6}), (#[0-9a-f]{6})\)$/.exec(value ?? '')
  const found = pair ? pair[theme === 'light' ? 1 : 2] : /^#[0-9a-f]{6}$/.exec(value ?? '')?.[0]
  if (!found) throw new Error(`--${token} is not a plain colour in tokens.css: ${value}`)
  return found
}

const backgrounds = ['bg', 'bg-sunken', 'bg-raised', 'bg-float', 'bg-field', 'bg-hover']
const pairs: [text: string, backgrounds: string[]][] = [
  ['text', [...backgrounds, 'bubble-user', 'accent-soft']],
  ['text-soft', [...backgrounds, 'bubble-user', 'accent-soft']],
  ['text-faint', [...backgrounds, 'bubble-user']],
  ['accent-text', [...backgrounds, 'bubble-user', 'accent-soft']],
  ['on-accent', ['accent', 'accent-hover']],
  ['danger-text', [...backgrounds, 'danger-bg']],
  ['success-text', [...backgrounds, 'success-bg']],
  ['warning-text', [...backgrounds, 'warning-bg']],
  ['bg', ['text', 'text-soft']],
  ['on-picture', ['tone-1', 'tone-2', 'tone-3', 'tone-4', 'tone-5', 'tone-6', 'tone-end']],
]

describe.each(['dark', 'light'] as const)('in the %s theme', (theme) => {
  test.each(pairs.flatMap(([text, on]) => on.map((background) => [text, background] as const)))(
    '%s is readable on %s',
    (text, background) => {
      expect(contrast(rgbOf(color(text, theme)), rgbOf(color(background, theme)))).toBeGreaterThanOrEqual(4.5)
    }
  )

  test.each(
    ['bg', 'bg-sunken', 'bg-raised', 'bg-float', 'bg-field'].flatMap((on) =>
      ['line-strong', 'focus'].map((of) => [of, on])
    )
  )('the border %s is visible on %s', (edge, background) => {
    expect(contrast(rgbOf(color(edge!, theme)), rgbOf(color(background!, theme)))).toBeGreaterThanOrEqual(3)
  })

  test('the theme colour is the page background', () => {
    expect(brand.themeColor[theme]).toBe(color('bg', theme))
  })
})

test('black on white is 21 to 1', () => {
  expect(contrast([0, 0, 0], [255, 255, 255])).toBeCloseTo(21)
})
