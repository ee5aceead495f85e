import assert from 'node:assert/strict'
import * as nodeFs from 'node:fs'
import { readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import process from 'node:process'
import { test } from 'node:test'
import { openDatabase } from '../database.mjs'
import { startOf } from '../processes.mjs'
import { makeFolder, openElsewhere, query, readText, spawnScript, support } from './support/world.mjs'

const quiet = { unsafeFast: true, say: () => {} }
const ownerFile = (dataDir) => join(dataDir, 'database.password')
const serverFile = (dataDir) => join(dataDir, 'server.password')

/** Returns a file system on which the call `step` fails for the file `name`, as on a full disk. */
const fullDisk = (name, step) => ({
  ...nodeFs,
  openSync: (path, ...rest) => {
    const file = nodeFs.openSync(path, ...rest)
    if (String(path).includes(name)) files.add(file)
    return file
  },
  [step]: (file, ...rest) => {
    if (files.delete(file)) throw Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC' })
    return nodeFs[step](file, ...rest)
  },
})
const files = new Set()

/** Creates a cluster like that of a release without the server role. */
async function makeOldCluster(dataDir) {
  const database = await openDatabase({ dataDir, ...quiet })
  await query(database.ownerUrl, 'create table kept as select 42 as answer; drop role server')
  await database.close()
  rmSync(serverFile(dataDir))
}

test("creates a server role that can't create, drop or alter", async (t) => {
  const dataDir = makeFolder(t)
  const database = await openDatabase({ dataDir, ...quiet })
  const [role] = await query(
    database.url,
    `select rolname, rolsuper, rolcreatedb, rolcreaterole, rolreplication, rolbypassrls
     from pg_roles where rolname = current_user`
  )
  assert.deepEqual(Object.values(role), ['server', false, false, false, false, false])
  await query(database.ownerUrl, 'create table kept as select 1 as one')
  for (const sql of [
    'create table mine (n int)',
    'drop table kept',
    'alter table kept add more int',
    'set role postgres',
  ])
    await assert.rejects(query(database.url, sql), { code: '42501' }, sql)
  for (const file of [ownerFile(dataDir), serverFile(dataDir)]) assert.equal(statSync(file).mode & 0o777, 0o600)
  assert.notEqual(readText(ownerFile(dataDir)), readText(serverFile(dataDir)))
  await database.close()
})

test('converts a cluster of one role at the next start and keeps its data', async (t) => {
  const dataDir = makeFolder(t)
  await makeOldCluster(dataDir)
  const next = await openDatabase({ dataDir, ...quiet })
  assert.deepEqual(await query(next.url, 'select current_user as name'), [{ name: 'server' }])
  assert.deepEqual(await query(next.ownerUrl, 'select answer from kept'), [{ answer: 42 }])
  await next.close()
  const again = await openDatabase({ dataDir, ...quiet })
  assert.equal(again.url.replace(/:\d+\//, ''), next.url.replace(/:\d+\//, ''), 'a second start changes no password')
  await again.close()
})

test('completes a conversion that was killed after the role was created', async (t) => {
  const dataDir = makeFolder(t)
  await makeOldCluster(dataDir)
  const database = await openElsewhere(t, dataDir)
  await database.kill()
  // The role's password isn't in any file.
  rmSync(serverFile(dataDir))
  const next = await openDatabase({ dataDir, ...quiet })
  assert.equal(next.adopted, true)
  assert.deepEqual(await query(next.url, 'select current_user as name'), [{ name: 'server' }])
  assert.notEqual(next.url, database.url)
  await next.close()
})

test('completes a conversion that was killed before the role could sign in', async (t) => {
  const dataDir = makeFolder(t)
  await makeOldCluster(dataDir)
  const database = await openDatabase({ dataDir, ...quiet })
  await query(database.ownerUrl, 'alter role server nologin password null')
  await database.close()
  rmSync(serverFile(dataDir))
  const next = await openDatabase({ dataDir, ...quiet })
  assert.deepEqual(await query(next.url, 'select current_user as name'), [{ name: 'server' }])
  await next.close()
})

test("resets the server's password when its file is empty", async (t) => {
  const dataDir = makeFolder(t)
  await (await openDatabase({ dataDir, ...quiet })).close()
  writeFileSync(serverFile(dataDir), '')
  const next = await openDatabase({ dataDir, ...quiet })
  assert.deepEqual(await query(next.url, 'select current_user as name'), [{ name: 'server' }])
  await next.close()
})

test('does not use the password of a removed cluster for a new one', async (t) => {
  const dataDir = makeFolder(t)
  await (await openDatabase({ dataDir, ...quiet })).close()
  rmSync(join(dataDir, 'postgres'), { recursive: true })
  const next = await openDatabase({ dataDir, ...quiet })
  assert.deepEqual(await query(next.url, 'select current_user as name'), [{ name: 'server' }])
  await next.close()
})

for (const step of ['writeFileSync', 'fsyncSync'])
  for (const name of ['database.password', 'server.password'])
    test(`leaves no part of ${name} when the disk is full at ${step}, and starts once there is space`, async (t) => {
      const dataDir = makeFolder(t)
      await assert.rejects(openDatabase({ dataDir, ...quiet, fs: fullDisk(name, step) }), { code: 'ENOSPC' })
      assert.deepEqual(
        readdirSync(dataDir).filter((entry) => entry.startsWith(name)),
        []
      )
      assert.equal(startOf(Number(readText(join(dataDir, 'postgres/postmaster.pid')).split('\n')[0] || 0)), null)
      const next = await openDatabase({ dataDir, ...quiet })
      assert.equal(next.adopted, false)
      assert.deepEqual(await query(next.url, 'select current_user as name'), [{ name: 'server' }])
      await next.close()
    })

test('replaces an empty password file while there is no cluster', async (t) => {
  const dataDir = makeFolder(t)
  writeFileSync(ownerFile(dataDir), '')
  const database = await openDatabase({ dataDir, ...quiet })
  assert.deepEqual(await query(database.ownerUrl, 'select 1 as one'), [{ one: 1 }])
  await database.close()
})

test('explains how to fix an empty password file; deleting it sets a new password', async (t) => {
  const dataDir = makeFolder(t)
  await makeOldCluster(dataDir)
  const before = readText(ownerFile(dataDir))
  writeFileSync(ownerFile(dataDir), '')
  const run = spawnScript(t, [support('run_stub.mjs')], {
    env: { ...environmentWithoutDatabase(), DATA_DIR: dataDir, PORT: '39871', JOURNAL: join(dataDir, 'journal') },
  })
  assert.equal(await run.ended, 1)
  assert.match(run.words.err, /database\.password is empty or damaged: restore it from a backup, or delete it .*\n$/)
  assert.equal(run.words.err.trim().split('\n').length, 1)

  rmSync(ownerFile(dataDir))
  const next = await openDatabase({ dataDir, ...quiet })
  assert.deepEqual(await query(next.ownerUrl, 'select answer from kept'), [{ answer: 42 }])
  assert.notEqual(readFileSync(ownerFile(dataDir), 'utf8'), before)
  await next.close()
})

test('does not set a new password under a running database', async (t) => {
  const dataDir = makeFolder(t)
  const first = await openDatabase({ dataDir, ...quiet })
  const kept = readText(ownerFile(dataDir))
  rmSync(ownerFile(dataDir))
  await assert.rejects(
    openDatabase({ dataDir, ...quiet }),
    /is missing, and the database is running: stop all programs/
  )
  writeFileSync(ownerFile(dataDir), kept)
  await first.close()
})

function environmentWithoutDatabase() {
  const { DATABASE_URL: _, DATABASE_OWNER_URL: __, ...rest } = process.env
  return rest
}
