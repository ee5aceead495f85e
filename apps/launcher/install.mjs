import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import process from 'node:process'
import { exitCodeOf } from './child.mjs'
import { Refusal, say } from './say.mjs'
import { ROOT } from './settings.mjs'

/** Returns whether node_modules matches package.json and the lock file. Compares the stamp of the last install, then npm's own record. */
export function isInstalled(root = ROOT) {
  const stamp = join(root, 'node_modules/.install-stamp')
  if (readText(stamp) === fingerprint(root)) return true
  if (!matchesRecord(root)) return false
  writeStamp(root)
  return true
}

/** Runs `npm install`, because `npm ci` insists on packages for other platforms, which the registry may lack. */
export async function install(root = ROOT) {
  say('installing packages with npm (about a minute the first time)')
  const startedAt = Date.now()
  // Development packages are needed to build, whatever NODE_ENV is.
  const args = [
    'install',
    '--include=dev',
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
  writeStamp(root)
  say(`packages installed in ${((Date.now() - startedAt) / 1000).toFixed(0)} s`)
}

function fingerprint(root) {
  const hash = createHash('sha256')
  for (const name of ['package.json', 'package-lock.json']) hash.update(readText(join(root, name)) ?? '').update('\0')
  return hash.digest('hex')
}

function writeStamp(root) {
  try {
    writeFileSync(join(root, 'node_modules/.install-stamp'), fingerprint(root))
  } catch (error) {
    // The installation belongs to another user. Without a stamp, the comparison only runs again next time.
    if (error.code !== 'EACCES' && error.code !== 'EROFS') throw error
  }
}

function matchesRecord(root) {
  const record = readJson(join(root, 'node_modules/.package-lock.json'))
  const lock = readJson(join(root, 'package-lock.json'))
  const wanted = readJson(join(root, 'package.json'))
  if (!record || !lock || !wanted) return false
  for (const kind of ['dependencies', 'devDependencies', 'optionalDependencies']) {
    if (!sameEntries(wanted[kind], lock.packages['']?.[kind])) return false
  }
  return Object.entries(lock.packages).every(([path, entry]) => {
    if (path === '') return true
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
