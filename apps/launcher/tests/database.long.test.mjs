import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import process from 'node:process'
import { after, test } from 'node:test'
import { clusterOf, openDatabase } from '../database.mjs'
import { startOf } from '../processes.mjs'
import { makeFolder, openElsewhere, query, spawnScript, until } from './support/world.mjs'

const quiet = { unsafeFast: true, say: () => {} }

const original = makeFolder({ after })
let created = null

/** Copies a data folder with a stopped database, because creating a database takes seconds. */
async function makeDataDir(t) {
  created ??= openDatabase({ dataDir: original, ...quiet }).then(({ close }) => close())
  await created
  const dataDir = makeFolder(t)
  // If the tests run as root, the cluster may be outside this folder. The test then creates its own.
  if (clusterOf(original) === join(original, 'postgres')) execFileSync('cp', ['-a', `${original}/.`, dataDir])
  return dataDir
}

test('creates a PostgreSQL 18 with the builtin C.UTF-8 locale and checksums, closed to other users', async (t) => {
  const dataDir = makeFolder(t)
  const database = await openDatabase({ dataDir, ...quiet })
  const [row] = await query(
    database.ownerUrl,
    `select current_setting('server_version_num')::int / 10000 as major, datlocprovider, datlocale,
            current_setting('data_checksums') as checksums, pg_encoding_to_char(encoding) as encoding
     from pg_database where datname = current_database()`
  )
  assert.deepEqual(row, { major: 18, datlocprovider: 'b', datlocale: 'C.UTF-8', checksums: 'on', encoding: 'UTF8' })
  assert.equal(statSync(join(dataDir, 'database.password')).mode & 0o077, 0)
  await assert.rejects(query(database.ownerUrl.replace(/:[^:@]+@/, ':wrong@'), 'select 1'), { code: '28P01' })
  assert.deepEqual(await database.close(), { stopped: true })
})

test('flushes to disk, except for a throwaway database', async (t) => {
  const folder = await makeDataDir(t)
  for (const [unsafeFast, fsync] of [
    [false, 'on'],
    [true, 'off'],
  ]) {
    const database = await openDatabase({ dataDir: folder, unsafeFast, say: () => {} })
    assert.equal((await query(database.ownerUrl, 'show fsync'))[0].fsync, fsync)
    await database.close()
  }
})

test('keeps data over a restart', async (t) => {
  const dataDir = await makeDataDir(t)
  const first = await openDatabase({ dataDir, ...quiet })
  await query(first.ownerUrl, 'create table kept as select 42 as answer')
  await first.close()
  const second = await openDatabase({ dataDir, ...quiet })
  assert.equal(second.adopted, false)
  assert.deepEqual(await query(second.ownerUrl, 'select answer from kept'), [{ answer: 42 }])
  await second.close()
})

test('a second process adopts the running server, and the last one stops it', async (t) => {
  const dataDir = await makeDataDir(t)
  const first = await openElsewhere(t, dataDir)
  const second = await openElsewhere(t, dataDir)
  assert.deepEqual([first.adopted, second.adopted], [false, true])
  assert.equal(second.pid, first.pid)
  await first.close()
  assert.notEqual(startOf(first.pid), null, 'the process that started it left, but another still uses it')
  assert.deepEqual(await query(second.ownerUrl, 'select 1 as one'), [{ one: 1 }])
  await second.close()
  assert.equal(startOf(first.pid), null)
  assert.deepEqual(readdirSync(join(dataDir, 'clients')), [])
})

test('adopts and finally stops the orphan of a killed launcher', async (t) => {
  const dataDir = await makeDataDir(t)
  const killed = await openElsewhere(t, dataDir)
  await query(killed.ownerUrl, 'create table kept as select 1 as one')
  await killed.kill()
  assert.notEqual(startOf(killed.pid), null, 'the orphan is running')
  const next = await openElsewhere(t, dataDir)
  assert.deepEqual([next.adopted, next.pid], [true, killed.pid])
  assert.deepEqual(await query(next.ownerUrl, 'select one from kept'), [{ one: 1 }])
  await next.close()
  assert.equal(startOf(killed.pid), null, 'the dead client does not keep it running')
})

test('recovers committed data after launcher and database were killed', async (t) => {
  const dataDir = await makeDataDir(t)
  const killed = await openElsewhere(t, dataDir, { env: { ...process.env, DURABLE: '1' } })
  await query(killed.ownerUrl, 'create table kept as select 1 as one')
  process.kill(killed.pid, 'SIGKILL')
  await killed.kill()
  const next = await openElsewhere(t, dataDir, { env: { ...process.env, DURABLE: '1' } })
  assert.equal(next.error, undefined)
  assert.equal(next.adopted, false)
  assert.deepEqual(await query(next.ownerUrl, 'select one from kept'), [{ one: 1 }])
  await next.close()
})

test('ignores a stale pid file whose id belongs to another program', async (t) => {
  const dataDir = await makeDataDir(t)
  const first = await openDatabase({ dataDir, ...quiet })
  await first.close()
  const lines = [process.pid, join(dataDir, 'postgres'), 1, 1, '', '127.0.0.1', '', 'ready', '']
  writeFileSync(join(dataDir, 'postgres/postmaster.pid'), lines.join('\n'))
  const next = await openDatabase({ dataDir, ...quiet })
  assert.equal(next.adopted, false)
  await next.close()
})

test('ignores lock and client files of dead processes, even when their ids are reused', async (t) => {
  const dataDir = await makeDataDir(t)
  mkdirSync(join(dataDir, 'clients'), { recursive: true })
  writeFileSync(join(dataDir, 'database.lock'), `${process.pid} 00000000:1 abc\n`)
  writeFileSync(join(dataDir, 'clients', '1'), '00000000:1')
  const database = await openDatabase({ dataDir, ...quiet })
  assert.deepEqual(await database.close(), { stopped: true })
  assert.equal(existsSync(join(dataDir, 'database.lock')), false)
})

test('a client added by another process keeps the database running until it ends', async (t) => {
  const dataDir = await makeDataDir(t)
  const server = spawnScript(t, ['--eval', 'process.stdin.resume()'])
  const launcher = await openElsewhere(t, dataDir)
  const database = await openDatabase({ dataDir, ...quiet })
  await database.addClient(server.child.pid)
  await launcher.close()
  assert.deepEqual(readdirSync(join(dataDir, 'clients')).sort(), [process.pid, server.child.pid].map(String).sort())
  await database.close()
  server.child.stdin.end()
  await server.ended
})

test('eight processes that start concurrently share one server', async (t) => {
  const dataDir = makeFolder(t)
  const opened = await Promise.all(Array.from({ length: 8 }, () => openElsewhere(t, dataDir)))
  assert.deepEqual(new Set(opened.map(({ pid }) => pid)).size, 1)
  assert.equal(opened.filter(({ adopted }) => !adopted).length, 1)
  await Promise.all(opened.map(({ close }) => close()))
  assert.equal(startOf(opened[0].pid), null)
})

test('repeats an interrupted first start', async (t) => {
  const dataDir = makeFolder(t)
  mkdirSync(join(dataDir, 'postgres.new-1/base'), { recursive: true })
  writeFileSync(join(dataDir, 'postgres.new-1/PG_VERSION'), '18\n')
  const database = await openDatabase({ dataDir, ...quiet })
  assert.deepEqual(await query(database.ownerUrl, 'select 1 as one'), [{ one: 1 }])
  await database.close()
})

test('refuses data of another major version in one line and leaves it unchanged', async (t) => {
  const dataDir = makeFolder(t)
  mkdirSync(join(dataDir, 'postgres'))
  writeFileSync(join(dataDir, 'postgres/PG_VERSION'), '17\n')
  await assert.rejects(openDatabase({ dataDir, ...quiet }), (error) => {
    assert.match(error.message, /was made by PostgreSQL 17, and this is PostgreSQL 18/)
    assert.doesNotMatch(error.message, /\n/)
    return true
  })
  assert.deepEqual(readdirSync(join(dataDir, 'postgres')), ['PG_VERSION'])
})

test('shows the log of a server that does not start, whatever bytes the log contains', async (t) => {
  const dataDir = makeFolder(t)
  mkdirSync(join(dataDir, 'postgres'))
  writeFileSync(join(dataDir, 'postgres/PG_VERSION'), '18\n')
  writeFileSync(join(dataDir, 'database.password'), 'a'.repeat(48))
  writeFileSync(join(dataDir, 'postgres.log'), '静かな海\n'.repeat(500))
  await assert.rejects(openDatabase({ dataDir, ...quiet }), {
    message: /^PostgreSQL did not start\. The end of .*postgres\.log:\n[^]*postgres[^]*$/,
  })
})

test('restarts a server that dies, at the same address', async (t) => {
  const dataDir = await makeDataDir(t)
  const database = await openDatabase({ dataDir, say: () => {} })
  await query(database.ownerUrl, 'create table kept as select 1 as one')
  database.keepUp()
  process.kill(database.pid, 'SIGKILL')
  await until(
    async () => (await query(database.ownerUrl, 'select one from kept').catch(() => [])).length === 1,
    'the database'
  )
  assert.deepEqual(await database.close(), { stopped: true })
})
