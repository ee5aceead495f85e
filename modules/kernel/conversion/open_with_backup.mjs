import { spawnSync } from 'node:child_process'
import { chmodSync, constants, cpSync, existsSync, mkdirSync, renameSync, rmSync, statfsSync } from 'node:fs'
import { join } from 'node:path'
import { clusterOf, openDatabase } from '../../../apps/launcher/database.mjs'
import { passwordFiles } from '../../../apps/launcher/database_roles.mjs'
import { withFileLock } from '../../../apps/launcher/file_lock.mjs'
import { findPostmaster, stopPostmaster } from '../../../apps/launcher/postmaster.mjs'
import { Refusal, say as sayAloud } from '../../../apps/launcher/say.mjs'

/** Every database from before 0.1.0 has this migration, and no later one does. */
const EARLIER = 'modules/chat/migrations/4010_create_chats'
const FOLDER = 'backup-before-0.1.0'
/** The backup, and the new tables beside those in use. */
const SIZES_NEEDED = 3

/**
 * Opens the embedded database, as `openDatabase` does. A database from before 0.1.0 is backed up first: PostgreSQL is stopped, its folder is
 * copied, and the copy is started once to compare it. The result has the `environment` of the processes that use it. It allows them to
 * convert a database that has a backup.
 *
 * `onStep` is for tests that interrupt it.
 */
export async function openWithBackup({
  dataDir,
  say = sayAloud,
  onStep = () => {},
  freeBytes = freeBytesOf,
  ...options
}) {
  const folder = join(dataDir, FOLDER)
  let database = await openDatabase({ dataDir, say, ...options })
  try {
    const { isEarlier, isUnderWay, bytes } = await inspect(database.ownerUrl)
    if (!isEarlier) return withEnvironment(database)
    if (!isUnderWay || !existsSync(folder)) {
      refuseWithoutSpace(dataDir, SIZES_NEEDED * bytes - freeBytes(dataDir))
      say(`this release converts the database, once: making a backup in ${folder}`)
      const rows = await countRows(database.ownerUrl)
      const { stopped } = await database.close()
      if (!stopped) throw new Refusal(`Other Facet processes use ${dataDir}. Stop all of them, then start again.`)
      await copy({ dataDir, folder, rows, onStep, options })
      database = await openDatabase({ dataDir, say, ...options })
    }
    say(
      `the backup is in ${folder}; to return to the earlier release, stop Facet and put its folder postgres in the place of ` +
        join(dataDir, 'postgres')
    )
    return withEnvironment(database, { FACET_HAS_BACKUP: 'on' })
  } catch (error) {
    await database.close()
    throw error
  }
}

const withEnvironment = (database, more = {}) =>
  Object.assign(database, {
    environment: { DATABASE_URL: database.url, DATABASE_OWNER_URL: database.ownerUrl, ...more },
  })

function refuseWithoutSpace(dataDir, missingBytes) {
  if (missingBytes <= 0) return
  throw new Refusal(
    `This release converts the database, once, and makes a backup first. ${Math.ceil(missingBytes / 1e6)} MB are missing in ` +
      `${dataDir}: free some space, then start again. Nothing has changed.`
  )
}

function freeBytesOf(folder) {
  const { bavail, bsize } = statfsSync(folder)
  return bavail * bsize
}

/** Copies the stopped cluster. A folder with the final name is complete. */
async function copy({ dataDir, folder, rows, onStep, options }) {
  const draft = `${folder}.draft`
  // A killed start may have left a server on its copy.
  const left = existsSync(draft) ? await findPostmaster(join(draft, 'postgres')) : null
  if (left) await stopPostmaster(left)
  rmSync(draft, { recursive: true, force: true })
  mkdirSync(draft, { mode: 0o755 })
  await withFileLock(join(dataDir, 'database.lock'), async () => {
    const cluster = clusterOf(dataDir)
    if (await findPostmaster(cluster))
      throw new Refusal('Another Facet process has started. Stop it, then start again.')
    // Without copying, where the file system can.
    cpSync(cluster, join(draft, 'postgres'), {
      recursive: true,
      mode: constants.COPYFILE_FICLONE,
      preserveTimestamps: true,
    })
    // Later versions of Node don't copy the mode of folders, and PostgreSQL refuses one that others may enter.
    chmodSync(join(draft, 'postgres'), 0o700)
    for (const name of passwordFiles)
      if (existsSync(join(dataDir, name))) cpSync(join(dataDir, name), join(draft, name))
  })
  await onStep('copied')
  await compare(draft, rows, options)
  for (const name of ['clients', 'database.lock', 'postgres.log'])
    rmSync(join(draft, name), { recursive: true, force: true })
  spawnSync('sync')
  rmSync(folder, { recursive: true, force: true })
  renameSync(draft, folder)
  await onStep('backed up')
}

/** Starts the copy once, on a port of its own. */
async function compare(draft, rows, options) {
  const database = await openDatabase({ dataDir: draft, ...options, say: () => {} })
  try {
    const copied = await countRows(database.ownerUrl)
    if (JSON.stringify(copied) !== JSON.stringify(rows))
      throw new Refusal(
        `The backup in ${draft} differs from the database. Nothing has changed. Check the disk, then start again.`
      )
  } finally {
    await database.close()
  }
}

const inspect = (url) =>
  withClient(url, async (query) => {
    const [{ hasList, hasProgress, bytes }] = await query(
      `SELECT to_regclass('adonis_schema') IS NOT NULL AS "hasList", to_regclass('facet_next.rebuild_progress') IS NOT NULL AS "hasProgress",
         pg_database_size(current_database())::float8 AS bytes`
    )
    const isEarlier = hasList && (await query('SELECT FROM adonis_schema WHERE name = $1', [EARLIER])).length > 0
    const isUnderWay = hasProgress && (await query('SELECT FROM facet_next.rebuild_progress')).length > 0
    return { isEarlier, isUnderWay, bytes }
  })

/** Returns the number of rows of each table, as pairs. */
const countRows = (url) =>
  withClient(url, async (query) => {
    const tables = await query(
      `SELECT oid::regclass::text AS name FROM pg_class WHERE relkind IN ('r', 'p') AND relnamespace = 'public'::regnamespace ORDER BY 1`
    )
    const counts = []
    for (const { name } of tables) counts.push([name, (await query(`SELECT count(*) FROM ${name}`))[0].count])
    return counts
  })

async function withClient(url, work) {
  const { default: pg } = await import('pg')
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return await work(async (sql, values) => (await client.query(sql, values)).rows)
  } finally {
    await client.end()
  }
}
