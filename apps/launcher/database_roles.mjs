import { randomBytes } from 'node:crypto'
import { readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { Refusal } from './say.mjs'
import { writeWhole } from './whole_file.mjs'

/*
 * The embedded cluster has two roles. `postgres` made it, owns the tables and migrates them. `server` reads and writes rows, and gets
 * its rights after each migration (modules/kernel/server_role.ts). Call all of this under the database's lock.
 */
const OWNER = { name: 'postgres', file: 'database.password' }
const SERVER = { name: 'server', file: 'server.password' }

/** The files of a data folder that hold the passwords. */
export const passwordFiles = [OWNER.file, SERVER.file]

export const ownerUrl = (password, port) => `postgres://${OWNER.name}:${password}@127.0.0.1:${port}/app`
export const serverUrl = (password, port) => `postgres://${SERVER.name}:${password}@127.0.0.1:${port}/app`

/** The owner's password for a cluster that is about to be made. An unusable file is replaced: no data depends on it yet. */
export function makeOwnerPassword(dataDir, { fs } = {}) {
  const path = join(dataDir, OWNER.file)
  const found = readPassword(path)
  if (isUsable(found)) return found
  const password = newPassword()
  writeWhole(path, password, { fs })
  return password
}

/** The owner's password of an existing cluster; a Refusal with one sentence when its file is missing, empty or damaged. */
export function readOwnerPassword(dataDir) {
  const path = join(dataDir, OWNER.file)
  const found = readPassword(path)
  if (isUsable(found)) return found
  throw new Refusal(
    found === null
      ? `${path} is missing, and the database is running: stop all programs that use it, then start again.`
      : `${path} is empty or damaged: put it back from a backup, or delete it while nothing runs and start again, which sets a new password.`
  )
}

/**
 * Sets a new owner's password when the file is missing. `runStatement` executes SQL in a cluster that doesn't run. The file comes last,
 * so that an interrupted call is repeated at the next start.
 */
export function replaceLostOwnerPassword(dataDir, runStatement, { fs } = {}) {
  const path = join(dataDir, OWNER.file)
  if (readPassword(path) !== null) return
  const password = newPassword()
  runStatement(`ALTER ROLE ${OWNER.name} PASSWORD '${password}'`)
  writeWhole(path, password, { fs })
}

/** For a new cluster, which has no such role: a file left by an earlier one must not be believed. */
export const forgetServerPassword = (dataDir) => rmSync(join(dataDir, SERVER.file), { force: true })

/**
 * The password of the server's role, which is made when its file is missing or unusable. The file comes last: a start that is killed
 * anywhere before is completed by the next one.
 */
export async function ensureServerRole({ dataDir, url, fs }) {
  const path = join(dataDir, SERVER.file)
  const found = readPassword(path)
  if (isUsable(found)) return found
  const password = newPassword()
  const { default: pg } = await import('pg')
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    // One call, so one transaction.
    await client.query(
      `DO $$ BEGIN CREATE ROLE ${SERVER.name}; EXCEPTION WHEN duplicate_object THEN NULL; END $$;
       ALTER ROLE ${SERVER.name} LOGIN NOSUPERUSER NOCREATEDB NOCREATEROLE NOREPLICATION NOBYPASSRLS PASSWORD '${password}'`
    )
  } finally {
    await client.end()
  }
  writeWhole(path, password, { fs })
  return password
}

const newPassword = () => randomBytes(24).toString('hex')

/** Long enough, and fit for an address as it is. */
const isUsable = (password) => password !== null && /^[\w.~-]{16,}$/.test(password)

function readPassword(path) {
  try {
    return readFileSync(path, 'utf8').trim()
  } catch (error) {
    if (error.code === 'ENOENT') return null
    throw error
  }
}
