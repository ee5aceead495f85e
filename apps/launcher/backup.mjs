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

/** What else of a data folder must outlive the machine; the rest of it is the database, its log and what is under way. */
const KEPT = ['app.key', ...passwordFiles, 'pictures', 'payments-sandbox']

/**
 * Copies the embedded database, while it runs, and the files beside it into a new folder: `{ bytes }`, the database's. The database
 * comes first, so that no picture that it knows is missing. A folder without `whole.json` is of a backup that did not end.
 */
export async function backUp({ ownerUrl, dataDir, folder, now = new Date() }) {
  if (existsSync(folder) && readdirSync(folder).length > 0)
    throw new Refusal(`${folder} is not empty: name a folder for this backup alone.`)
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const bytes = await copyDatabase(ownerUrl, join(folder, 'database.tar'))
  // As open as a data folder is, whose place it takes: PostgreSQL may run as another user and has to get through it.
  mkdirSync(join(folder, 'data'), { mode: 0o755 })
  for (const name of KEPT) {
    const from = join(dataDir, name)
    if (existsSync(from)) cpSync(from, join(folder, 'data', name), { recursive: true, preserveTimestamps: true })
  }
  writeWhole(join(folder, 'whole.json'), `${JSON.stringify({ format: 1, takenAt: now, databaseBytes: bytes })}\n`)
  return { bytes }
}

/**
 * The whole cluster as a tar, with as much of the write-ahead log as makes it consistent: PostgreSQL's own base backup, as pg_basebackup
 * asks for it (https://www.postgresql.org/docs/18/protocol-replication.html), since no pg_dump comes with the embedded one.
 */
async function copyDatabase(url, path) {
  const { default: pg } = await import('pg')
  const client = new pg.Client({ connectionString: url, replication: 'true' })
  await client.connect()
  const draft = `${path}.draft`
  const file = openSync(draft, 'wx', 0o600)
  let bytes = 0
  // Written at once: the piece lies in a buffer that the next one overwrites.
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

/** The other kinds of message tell names and progress. */
const CONTENT = 'd'.charCodeAt(0)
