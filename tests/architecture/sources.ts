import { globSync, readFileSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'

export const root = join(import.meta.dirname, '../..')

/** Every file of the product, as a path from the root. Tests and generated files are left out. */
export const sources = globSync(['{apps,modules,plugins,config,cli}/**/*.{ts,tsx}', 'adonisrc.ts'], {
  cwd: root,
}).filter(
  (file) =>
    !/(^|\/)(node_modules|dist|tests)\//.test(file) &&
    !file.endsWith('.d.ts') &&
    !/\.(test|spec)\.tsx?$/.test(file) &&
    file !== 'apps/server/bin/test.ts'
)

export const textOf = (file: string): string => readFileSync(join(root, file), 'utf8')

/** The file that an import names, as a path from the root; null for a package. */
export const resolveImport = (file: string, specifier: string): string | null => {
  if (specifier.startsWith('.')) return withExtension(relative(root, resolve(root, dirname(file), specifier)))
  const alias = /^#(modules|plugins|config|server|cli|tests|web)\/(.*)$/.exec(specifier)
  if (!alias) return null
  const folders: Record<string, string> = { server: 'apps/server', web: 'apps/web/src' }
  return withExtension(`${folders[alias[1]!] ?? alias[1]}/${alias[2]}`)
}

const known = new Set(sources)
const withExtension = (path: string) =>
  /\.\w+$/.test(path) ? path : known.has(`${path}.tsx`) ? `${path}.tsx` : `${path}.ts`

export interface Import {
  from: string
  to: string
  isTypeOnly: boolean
}

const importPattern = /\b(?:import|export)(\s+type)?\s+(?:[^'"`;()=]*?\bfrom\s+)?'([^']+)'|\bimport\(\s*'([^']+)'/g

/** Every import of one of our files by another, dynamic imports included. */
export const imports: Import[] = sources.flatMap((from) =>
  [...textOf(from).matchAll(importPattern)].flatMap(([, type, named, dynamic]) => {
    const to = resolveImport(from, (named ?? dynamic)!)
    return to ? [{ from, to, isTypeOnly: type !== undefined }] : []
  })
)
