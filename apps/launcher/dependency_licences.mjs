import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { LICENCE_EXCEPTIONS, LICENCES } from './dependency_rules.mjs'

/** Returns all packages of the lock file, for every platform: `[{ name, version, licence, isForDevelopment }]`. `licence` may be null. */
export function listPackages(root) {
  const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'))
  return Object.entries(packages)
    .filter(([path, entry]) => path !== '' && !entry.link)
    .map(([path, entry]) => ({
      name: path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length),
      version: entry.version,
      licence: entry.license ?? readLicence(join(root, path)),
      isForDevelopment: entry.dev === true,
    }))
}

/** Returns one line for each package whose license isn't allowed, and for each unused exception. */
export function findLicenceProblems(packages, { allowed = LICENCES, exceptions = LICENCE_EXCEPTIONS } = {}) {
  const used = new Set()
  const problems = packages
    .filter((entry) => {
      if (isAllowed(entry.licence, allowed)) return false
      const exception = exceptions.find((rule) => excepts(rule, entry, allowed))
      if (exception) used.add(exception)
      return !exception
    })
    .map(
      ({ name, version, licence, isForDevelopment }) =>
        `${name} ${version} ${licence === null ? 'has no licence' : `has the licence ${licence}`}` +
        `${isForDevelopment ? ' (for development)' : ''}`
    )
  const unused = exceptions
    .filter((rule) => !used.has(rule))
    .map(({ packages: names, licence }) => `the exception for ${names[0]} (${licence}) is not needed by any package`)
  return [...problems, ...unused]
}

/** Requires all licenses of `A AND B`, and one of `A OR B`. Rejects expressions with both operators, because a person must read them. */
function isAllowed(licence, allowed) {
  if (licence === null) return false
  const words = licence.replace(/[()]/g, ' ').trim()
  const all = words.split(/\s+AND\s+/)
  const any = words.split(/\s+OR\s+/)
  if (all.length > 1 && any.length > 1) return false
  return any.length > 1 ? any.some((entry) => allowed.has(entry)) : all.every((entry) => allowed.has(entry))
}

function excepts({ packages, licence, developmentOnly = false }, entry, allowed) {
  if (developmentOnly && !entry.isForDevelopment) return false
  if (!packages.some((name) => (name.endsWith('*') ? entry.name.startsWith(name.slice(0, -1)) : entry.name === name)))
    return false
  return licence === null ? entry.licence === null : isAllowed(entry.licence, new Set([...allowed, licence]))
}

function readLicence(folder) {
  try {
    const { license } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
    return typeof license === 'string' ? license : null
  } catch (error) {
    // Packages for other platforms aren't installed.
    if (error.code === 'ENOENT') return null
    throw error
  }
}
