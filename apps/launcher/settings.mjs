import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import process from 'node:process'
import { fileURLToPath } from 'node:url'
import { Refusal } from './say.mjs'

/** The absolute path of the repository. */
export const ROOT = fileURLToPath(new URL('../..', import.meta.url)).replace(/\/$/, '')

/**
 * Reads the settings needed before any TypeScript runs, from the environment, else from `.env`:
 * `{ host, port, appUrl, databaseUrl, dataDir, drainMs }`. config/env.ts reads and validates all settings.
 */
export function readSettings({ root = ROOT, environment = process.env } = {}) {
  const file = readEnvFile(join(root, '.env'))
  const read = (name) => environment[name] || file[name] || undefined
  return {
    host: read('HOST'),
    port: toPort(read('PORT') ?? '3333'),
    appUrl: read('APP_URL'),
    databaseUrl: read('DATABASE_URL'),
    dataDir: resolve(root, read('DATA_DIR') ?? '.data'),
    drainMs: Number(read('DRAIN_MS') ?? 8_000),
  }
}

function toPort(text) {
  const port = Number(text)
  if (Number.isInteger(port) && port >= 1 && port <= 65_535) return port
  throw new Refusal(`PORT must be a whole number from 1 to 65535, not ${JSON.stringify(text)}`)
}

function readEnvFile(path) {
  let text
  try {
    text = readFileSync(path, 'utf8')
  } catch (error) {
    if (error.code === 'ENOENT') return {}
    throw error
  }
  const values = {}
  for (const line of text.split(/\r?\n/)) {
    const found = /^\s*(?:export\s+)?([A-Za-z_][A-Za-z0-9_]*)\s*=\s*(.*)$/.exec(line)
    if (found) values[found[1]] = withoutQuotes(found[2])
  }
  return values
}

function withoutQuotes(text) {
  const quoted = /^(["'`])(.*?)\1\s*(?:#.*)?$/.exec(text)
  return quoted ? quoted[2] : text.replace(/(^|\s)#.*$/, '').trim()
}
