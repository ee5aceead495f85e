import { randomBytes } from 'node:crypto'
import { readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { Refusal } from './say.mjs'
import { writeWhole } from './whole_file.mjs'

/*
 * The embedded cluster has two roles. `postgres` owns the tables and runs migrations. `server` reads and writes rows, and gets its rights
 * after each migration (modules/kernel/server_role.ts). Call these functions only while holding the database's lock.
 */
const OWNER = { name: 'postgres', file: 'database.password' }
const SERVER = { name: 'server', file: 'server.password' }

/** The password files in a data folder. */
export const passwordFiles = [OWNER.file, SERVER.file]

export const ownerUrl = (password, port) => `postgres://${OWNER.name}:${password}@127.0.0.1:${port}/app`
export const serverUrl = (password, port) => `postgres://${SERVER.name}:${password}@127.0.0.1:${port}/app`

/** Returns the owner's password for a new cluster. Creates the file, or replaces an unusable one, because no data depends on it yet. */
export function makeOwnerPassword(dataDir, { fs } = {}) {
  const path = join(dataDir, OWNER.file)
  const found = readPassword(path)
  if (isUsable(found)) return found
  const password = newPassword()
  writeWhole(path, password, { fs })
  return password
}

/** Returns the owner's password of an existing cluster. Throws a Refusal if the file is missing, empty or damaged. */
export function readOwnerPassword(dataDir) {
  const path = join(dataDir, OWNER.file)
  const found = readPassword(path)
  if (isUsable(found)) return found
  throw new Refusal(
    found === null
      ? `${path} is missing, and the database is running: stop all programs that use it, then start again.`
      : `${path} is empty or damaged: restore it from a backup, or delete it while nothing runs and start again, which sets a new password.`
  )
}

/**
 * Sets a new password for the owner if the file is missing. `runStatement` runs SQL in the stopped cluster. The file is written last, so
 * that the next start repeats an interrupted call.
 */
export function replaceLostOwnerPassword(dataDir, runStatement, { fs } = {}) {
  const path = join(dataDir, OWNER.file)
  if (readPassword(path) !== null) return
  const password = newPassword()
  runStatement(`ALTER ROLE ${OWNER.name} PASSWORD '${password}'`)
  writeWhole(path, password, { fs })
}

/** Removes the server's password file of an earlier cluster. In a new cluster, the server role doesn't exist yet. */
export const forgetServerPassword = (dataDir) => rmSync(join(dataDir, SERVER.file), { force: true })

/**
 * Returns the server role's password. Creates the role, or resets its password, when the file is missing or unusable. The file is written
 * last, so that the next start completes an interrupted one.
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
    // The two statements are one query, and therefore one transaction.
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

/** Checks that the password is long enough and needs no escaping in a URL. */
const isUsable = (password) => password !== null && /^[\w.~-]{16,}$/.test(password)

function readPassword(path) {
  try {
    return readFileSync(path, 'utf8').trim()
  } catch (error) {
    if (error.code === 'ENOENT') return null
    throw error
  }
}
