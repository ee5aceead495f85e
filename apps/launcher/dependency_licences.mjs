import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { LICENCE_EXCEPTIONS, LICENCES } from './dependency_rules.mjs'

/** Every package of the lock, also those of other platforms: `[{ name, version, licence, isForDevelopment }]`; licence may be null. */
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

/** One sentence for each package whose licence is neither allowed nor excepted, and for each exception that nobody needs. */
export function findLicenceProblems(packages, { allowed = LICENCES, exceptions = LICENCE_EXCEPTIONS } = {}) {
  const used = new Set()
  const problems = packages
    .filter((one) => {
      if (isAllowed(one.licence, allowed)) return false
      const exception = exceptions.find((rule) => excepts(rule, one, allowed))
      if (exception) used.add(exception)
      return !exception
    })
    .map(
      ({ name, version, licence, isForDevelopment }) =>
        `${name} ${version} ${licence === null ? 'names no licence' : `comes under ${licence}`}` +
        `${isForDevelopment ? ' (for development)' : ''}`
    )
  const unneeded = exceptions
    .filter((rule) => !used.has(rule))
    .map(
      ({ packages: names, licence }) => `the exception for ${names[0]} (${licence}) is needed by no package any more`
    )
  return [...problems, ...unneeded]
}

/** All of `A AND B`, one of `A OR B`. What has both is for a person to read. */
function isAllowed(licence, allowed) {
  if (licence === null) return false
  const words = licence.replace(/[()]/g, ' ').trim()
  const all = words.split(/\s+AND\s+/)
  const any = words.split(/\s+OR\s+/)
  if (all.length > 1 && any.length > 1) return false
  return any.length > 1 ? any.some((one) => allowed.has(one)) : all.every((one) => allowed.has(one))
}

function excepts({ packages, licence, developmentOnly = false }, one, allowed) {
  if (developmentOnly && !one.isForDevelopment) return false
  if (!packages.some((name) => (name.endsWith('*') ? one.name.startsWith(name.slice(0, -1)) : one.name === name)))
    return false
  return licence === null ? one.licence === null : isAllowed(one.licence, new Set([...allowed, licence]))
}

function readLicence(folder) {
  try {
    const { license } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
    return typeof license === 'string' ? license : null
  } catch (error) {
    // A package of another platform is not here.
    if (error.code === 'ENOENT') return null
    throw error
  }
}
