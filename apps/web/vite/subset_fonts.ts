import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join, resolve } from 'node:path'
import type { Plugin } from 'vite'

const require = createRequire(import.meta.url)

interface SubsetOptions {
  targetFormat: 'woff2'
  keepFeatures: readonly string[]
  preserveNameIds: readonly number[]
  variationAxes: Record<string, { min: number; max: number }>
}

/** The package has no types. */
const subsetFont = require('subset-font') as (
  font: Buffer,
  characters: string,
  options: SubsetOptions
) => Promise<Buffer>

const styles = ['fonts.css', 'book_fonts.css', 'reading_fonts.css'].map((name) =>
  resolve(import.meta.dirname, '../src/styles', name)
)
const cache = resolve(import.meta.dirname, '../../../node_modules/.cache')

/**
 * The OpenType features that are on by default. The fonts have no features for figures: all figures are lining, and those of Hanken
 * Grotesk have equal widths. Use Hanken Grotesk for numbers in columns and for numbers that change.
 */
const keepFeatures = ['calt', 'ccmp', 'clig', 'kern', 'liga', 'locl', 'mark', 'mkmk', 'rclt', 'rlig', 'rvrn']

/** The name records that hold the license of the fonts and its URL. */
const preserveNameIds = [13, 14]

/**
 * Makes the fonts of these styles. Each rule's `@fonts/FILE.NAME.woff2` is fontsource's FILE, reduced to the weights and characters
 * that the rule declares. That is half of the bytes, which a first visit loads before the largest paint.
 */
export const subsetFonts: Plugin = {
  name: 'subset-fonts',
  async config(_, { mode }) {
    // Tests load no styles.
    if (mode === 'test') return {}
    return { resolve: { alias: [{ find: '@fonts', replacement: await makeFonts() }] } }
  },
}

async function makeFonts(): Promise<string> {
  const css = styles.map((file) => readFileSync(file, 'utf8')).join('\n')
  const rules = [...css.matchAll(/@font-face {[^}]*@fonts[^}]*}/g)].map(([rule]) => readRule(rule))
  const inputs = [css, readFileSync(import.meta.filename), ...rules.map(({ source }) => readFileSync(source))]
  const hash = inputs.reduce((hash, input) => hash.update(input), createHash('sha256')).digest('hex')
  const folder = join(cache, `fonts-${hash.slice(0, 12)}`)
  if (existsSync(folder)) return folder
  const draft = `${folder}-${process.pid}`
  mkdirSync(draft, { recursive: true })
  for (const { name, source, characters, weights } of rules) {
    const variationAxes = { wght: weights }
    const options = { targetFormat: 'woff2', keepFeatures, preserveNameIds, variationAxes } as const
    writeFileSync(join(draft, name), await subsetFont(readFileSync(source), characters, options))
  }
  try {
    renameSync(draft, folder)
  } catch (error) {
    rmSync(draft, { recursive: true })
    // Another process may have made the same files.
    if (!existsSync(folder)) throw error
  }
  return folder
}

function readRule(rule: string) {
  const [, name, file, family] = /@fonts\/((([\w-]+?)-latin[\w-]*)\.\w+\.woff2)/.exec(rule) ?? []
  const [, min, max] = /font-weight: (\d+) (\d+);/.exec(rule) ?? []
  const ranges = [...rule.matchAll(/U\+([\dA-F]+)(?:-([\dA-F]+))?/g)]
  if (!name || !min || !max || ranges.length === 0)
    throw new Error(`A font needs a file, a range of weights and characters: ${rule}`)
  const characters = ranges.flatMap(([, from = '', to = from]) => {
    const first = parseInt(from, 16)
    return Array.from({ length: parseInt(to, 16) - first + 1 }, (_, index) => String.fromCodePoint(first + index))
  })
  return {
    name,
    source: require.resolve(`@fontsource-variable/${family}/files/${file}.woff2`),
    characters: characters.join(''),
    weights: { min: Number(min), max: Number(max) },
  }
}
