/**
 * `node --import=resolve_once.mjs` resolves the imports of the compiled server and its packages without searching the disk, which takes a
 * third of a start. What imports mean is kept beside the compile cache, for the other servers of a run.
 */
import { readFileSync, renameSync, writeFileSync } from 'node:fs'
import { registerHooks } from 'node:module'
import process from 'node:process'
import { fileURLToPath } from 'node:url'

const build = new URL('../../build/', import.meta.url).href
const file = process.env.NODE_COMPILE_CACHE ? `${process.env.NODE_COMPILE_CACHE}.imports.json` : null
const known = read()
const before = known.size

registerHooks({
  resolve(specifier, context, next) {
    const { parentURL, conditions, importAttributes } = context
    const isImport = parentURL && conditions.includes('import') && Object.keys(importAttributes ?? {}).length === 0
    if (!isImport || specifier.startsWith('node:')) return next(specifier, context)
    // The compiled files import packages and `#…` by names that mean the same in all of them.
    const isOwnName = parentURL.startsWith(build) && !specifier.startsWith('.')
    const key = isOwnName ? specifier : `${specifier} ${parentURL}`
    const found = known.get(key)
    if (found) return { ...found, shortCircuit: true }
    const { url, format } = next(specifier, context)
    if (url.startsWith('file:') && format) known.set(key, { url, format })
    return { url, format, shortCircuit: true }
  },
  load(url, context, next) {
    if (context.format !== 'module' || !url.startsWith('file:') || url.includes('?')) return next(url, context)
    return { format: 'module', source: readFileSync(fileURLToPath(url)), shortCircuit: true }
  },
})

process.on('exit', () => {
  if (!file || known.size === before) return
  // Another server may be reading it.
  writeFileSync(`${file}.${process.pid}`, JSON.stringify({ build, imports: [...known] }))
  renameSync(`${file}.${process.pid}`, file)
})

function read() {
  try {
    const kept = file ? JSON.parse(readFileSync(file, 'utf8')) : null
    // A copy of this folder has the file of the original, whose addresses lead there.
    return new Map(kept?.build === build ? kept.imports : [])
  } catch (error) {
    if (error.code !== 'ENOENT') throw error
    return new Map()
  }
}
