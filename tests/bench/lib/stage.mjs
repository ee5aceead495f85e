import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openThrowawayDatabase } from '../../../apps/launcher/throwaway_database.mjs'
import { openDatabases } from './database.mjs'
import { Processes } from './processes.mjs'

/**
 * Prepares a data folder, two empty databases on one PostgreSQL (DATABASE_URL or a temporary one), and processes. `undo` removes them.
 * `isDurable`: commits wait for the disk.
 */
export async function openStage(undo, { isDurable }) {
  const dataDir = mkdtempSync(join(tmpdir(), 'facet-bench-'))
  undo(() => rmSync(dataDir, { recursive: true, force: true }))
  const databases = await openDatabases(process.env.DATABASE_URL ?? (await startThrowAway(undo, isDurable)))
  undo(() => databases.close())
  if (isDurable && !databases.durable)
    console.log('Warning: this PostgreSQL does not flush its commits to disk, so nothing here is durable.')
  const processes = new Processes()
  undo(() => processes.stopAll())
  return { dataDir, databases, processes }
}

async function startThrowAway(undo, isDurable) {
  const database = await openThrowawayDatabase({ unsafeFast: !isDurable, say: () => {} })
  undo(() => database.remove())
  return database.url
}

/** Starts the mock model as a process. Resolves to `{ url, pid }`. */
export async function startModel(processes) {
  const model = processes.fork('mock model', join(import.meta.dirname, 'mock_model.mjs'))
  const { port } = await model.nextMessage()
  return { url: `http://127.0.0.1:${port}/v1`, pid: model.child.pid }
}
