import { existsSync, readFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { join, resolve } from 'node:path'
import process from 'node:process'
import { fileURLToPath } from 'node:url'
import { Refusal } from './say.mjs'

const PROCESSES_MAX = 64

/** The absolute path of the repository. */
export const ROOT = fileURLToPath(new URL('../..', import.meta.url)).replace(/\/$/, '')

/**
 * Reads the settings that are needed before any TypeScript runs, from the environment or else from `.env`. Returns
 * `{ host, port, appUrl, databaseUrl, dataDir, drainMs, modelsProvider, processes }`. config/env.ts reads and validates all settings.
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
    modelsProvider: read('MODELS_PROVIDER'),
    processes: toProcesses(read('PROCESSES') ?? 'auto', { hasDatabase: read('DATABASE_URL') === undefined }),
  }
}

/** Whether a model writes the replies, either a configured model or one that `get-model` downloaded. */
export function hasModel({ modelsProvider, dataDir }) {
  return modelsProvider ? modelsProvider !== 'local' : existsSync(join(dataDir, 'models/model.json'))
}

function toPort(text) {
  const port = Number(text)
  if (Number.isInteger(port) && port >= 1 && port <= 65_535) return port
  throw new Refusal(`PORT must be a whole number from 1 to 65535, not ${JSON.stringify(text)}`)
}

/** Parses PROCESSES. `auto` means one process per core, except for a core of the embedded database, if this machine has it. */
function toProcesses(text, { hasDatabase }) {
  const count = text === 'auto' ? autoProcesses(availableParallelism(), hasDatabase) : Number(text)
  if (Number.isInteger(count) && count >= 1 && count <= PROCESSES_MAX) return count
  throw new Refusal(`PROCESSES must be auto or a whole number from 1 to ${PROCESSES_MAX}, not ${JSON.stringify(text)}`)
}

export const autoProcesses = (cores, hasDatabase) => Math.min(Math.max(1, cores - (hasDatabase ? 1 : 0)), PROCESSES_MAX)

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
