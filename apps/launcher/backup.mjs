import {
  closeSync,
  cpSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readdirSync,
  renameSync,
  writeSync,
} from 'node:fs'
import { join } from 'node:path'
import { passwordFiles } from './database_roles.mjs'
import { Refusal } from './say.mjs'
import { writeWhole } from './whole_file.mjs'

/** Files to copy besides the database. Not copied are temporary files, the outbox, and models, which can be downloaded again. */
const KEPT = ['app.key', ...passwordFiles, 'pictures', 'cards', 'card-imports', 'payments-sandbox']

/**
 * Copies the running embedded database and the files next to it into a new folder. Returns the size of the database as `{ bytes }`. The
 * database is copied first, so that every file it refers to is included. `whole.json` is written last and marks a complete backup.
 */
export async function backUp({ ownerUrl, dataDir, folder, now = new Date() }) {
  if (existsSync(folder) && readdirSync(folder).length > 0)
    throw new Refusal(`${folder} is not empty: name a new folder for this backup.`)
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const bytes = await copyDatabase(ownerUrl, join(folder, 'database.tar'))
  // A data folder has this mode because PostgreSQL may run as another user, which must be able to enter it.
  mkdirSync(join(folder, 'data'), { mode: 0o755 })
  for (const name of KEPT) {
    const from = join(dataDir, name)
    if (existsSync(from)) cpSync(from, join(folder, 'data', name), { recursive: true, preserveTimestamps: true })
  }
  writeWhole(join(folder, 'whole.json'), `${JSON.stringify({ format: 1, takenAt: now, databaseBytes: bytes })}\n`)
  return { bytes }
}

/**
 * Writes a base backup of the cluster as tar, including the write-ahead log it needs. Uses the replication protocol, like pg_basebackup
 * (https://www.postgresql.org/docs/18/protocol-replication.html), because the embedded PostgreSQL has no pg_dump.
 */
async function copyDatabase(url, path) {
  const { default: pg } = await import('pg')
  const client = new pg.Client({ connectionString: url, replication: 'true' })
  await client.connect()
  const draft = `${path}.draft`
  const file = openSync(draft, 'wx', 0o600)
  let bytes = 0
  // Written synchronously, because the next message overwrites the buffer.
  client.connection.on('copyData', ({ chunk }) => {
    if (chunk[0] !== CONTENT) return
    for (let done = 1; done < chunk.length;) done += writeSync(file, chunk, done)
    bytes += chunk.length - 1
  })
  try {
    await client.query(`BASE_BACKUP (LABEL 'facet', CHECKPOINT 'fast', WAL true, MANIFEST 'no')`)
    fsyncSync(file)
  } finally {
    closeSync(file)
    await client.end()
  }
  renameSync(draft, path)
  return bytes
}

/** The type of messages with file contents. Other types contain names and progress. */
const CONTENT = 'd'.charCodeAt(0)
