import { registerHooks } from 'node:module'

/**
 * `node --import=resolve_once.mjs` resolves imports of the compiled server without searching the disk again. Node resolves each import of
 * each file anew, which takes a tenth of a start. The compiled files import packages and `#…` by names that mean the same in all of them,
 * and other files by complete paths.
 */
const build = new URL('../../build/', import.meta.url).href
const known = new Map()

registerHooks({
  resolve(specifier, context, next) {
    const { parentURL } = context
    if (!parentURL?.startsWith(build)) return next(specifier, context)
    if (specifier.startsWith('.')) {
      if (!specifier.endsWith('.js')) return next(specifier, context)
      return { url: new URL(specifier, parentURL).href, format: 'module', shortCircuit: true }
    }
    let found = known.get(specifier)
    if (!found) known.set(specifier, (found = { ...next(specifier, context), shortCircuit: true }))
    return found
  },
})
