import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const read = (name: string) => readFileSync(join(import.meta.dirname, name), 'utf8')

/** The weights and characters of each file; the build reduces the fonts to these. */
const rules = [...read('fonts.css').matchAll(/@font-face {[^}]*@fonts[^}]*}/g)].map(([rule]) => ({
  font: `${/font-family: '([^']+)'/.exec(rule)?.[1]} ${/font-style: (\w+)/.exec(rule)?.[1] ?? 'normal'}`,
  file: /@fonts\/([^']+)/.exec(rule)?.[1],
  weights: /font-weight: (\d+) (\d+);/.exec(rule)?.slice(1).map(Number) as [number, number],
  ranges: [...rule.matchAll(/U\+([\dA-F]+)(?:-([\dA-F]+))?/g)].map(([, from = '', to = from]) => [from, to]),
}))

test('the display font has every weight that the tokens and the numbers on it use', () => {
  const used = [...read('tokens.css').matchAll(/--weight-display[\w-]*: (\d+);/g)].map(([, weight]) => Number(weight))
  expect(used.length).toBeGreaterThan(0)
  // The number of rubies in the shop is semibold.
  for (const { weights } of rules.filter(({ font }) => font.startsWith('Fraunces')))
    for (const weight of [...used, 600]) {
      expect(weight).toBeGreaterThanOrEqual(weights[0])
      expect(weight).toBeLessThanOrEqual(weights[1])
    }
})

test('common Latin letters are in one file of each font, so that a page fetches one', () => {
  const codes = Array.from('Aa zZ 09 “quotes” ‘and’ – — … é ñ ü ç · × −', (letter) => letter.codePointAt(0) ?? 0)
  for (const font of new Set(rules.map((rule) => rule.font)))
    for (const code of codes) {
      const files = rules.filter(
        (rule) =>
          rule.font === font &&
          rule.ranges.some(([from = '', to = '']) => code >= parseInt(from, 16) && code <= parseInt(to, 16))
      )
      expect(files.map(({ file }) => file)).toEqual([expect.stringContaining('.basic.')])
    }
})
