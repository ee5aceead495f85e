/**
 * `node --import=typescript.mjs` runs TypeScript as `@poppinss/ts-exec` does, and keeps what it compiled, one file per module. Each suite
 * would compile about 1,500 modules again.
 */
import { createHash } from 'node:crypto'
import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { registerHooks } from 'node:module'
import { join } from 'node:path'
import process from 'node:process'
import { fileURLToPath } from 'node:url'
import { transformSync, version } from '@swc/core'

const root = new URL('../../', import.meta.url).href
const folder = fileURLToPath(new URL('node_modules/.cache/typescript', root))
mkdirSync(folder, { recursive: true })
process.setSourceMapsEnabled(true)

/** The compiler options of `@adonisjs/tsconfig`. */
const options = {
  swcrc: false,
  configFile: false,
  sourceMaps: 'inline',
  module: { type: 'es6' },
  jsc: {
    target: 'esnext',
    parser: { syntax: 'typescript', decorators: true },
    transform: { decoratorMetadata: true, legacyDecorator: true, verbatimModuleSyntax: true },
    experimental: { keepImportAttributes: true },
    keepClassNames: true,
  },
}

const settings = version + JSON.stringify(options)

/** The addresses that imports from Facet's files mean. Node searches the disk for each import anew. */
const known = new Map()

registerHooks({
  resolve(specifier, context, next) {
    const { parentURL } = context
    const isOurs = parentURL?.startsWith(root) && !parentURL.includes('/node_modules/')
    if (!isOurs) return resolveSource(specifier, context, next)
    const key = specifier.startsWith('.') ? new URL(specifier, parentURL).href : specifier
    let found = known.get(key)
    if (!found) known.set(key, (found = { ...resolveSource(specifier, context, next), shortCircuit: true }))
    return found
  },
  load(url, context, next) {
    if (!context.format?.endsWith('-typescript')) return next(url, context)
    return { format: 'module', source: compiled(fileURLToPath(url)), shortCircuit: true }
  },
})

/** Adonis names files of its configuration with the extension of compiled ones. */
function resolveSource(specifier, context, next) {
  try {
    return next(specifier, context)
  } catch (error) {
    if (error.code !== 'ERR_MODULE_NOT_FOUND' || !error.url?.endsWith('.js')) throw error
    return next(error.url.replace(/\.js$/, '.ts'), context)
  }
}

function compiled(filename) {
  const source = readFileSync(filename, 'utf8')
  const file = join(folder, hashOf(filename))
  // At the end, so that a file that is cut off is compiled again.
  const mark = `\n// ${hashOf(settings + source)}\n`
  try {
    const kept = readFileSync(file, 'utf8')
    if (kept.endsWith(mark)) return kept
  } catch (error) {
    if (error.code !== 'ENOENT') throw error
  }
  const code = transformSync(source, { filename, ...options }).code + mark
  // Another suite may be reading it.
  const draft = `${file}.${process.pid}`
  writeFileSync(draft, code)
  renameSync(draft, file)
  return code
}

function hashOf(text) {
  return createHash('sha256').update(text).digest('hex')
}
