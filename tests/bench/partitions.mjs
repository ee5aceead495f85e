/**
 * Compares a large database whose private tables are partitioned with one whose tables aren't. README.md explains the figures. Run it with
 * Node 24 after a build.
 */
import { join } from 'node:path'
import pg from 'pg'

import { callJson, stream } from './lib/clients.mjs'
import { analyze } from './lib/database.mjs'
import { startFacet } from './lib/facet.mjs'
import { drawUsers, fillUsers, filledTables, messagesPerUser } from './lib/fill_users.mjs'
import { machineWith, nodeVersion } from './lib/machine.mjs'
import { finish, readOptions } from './lib/options.mjs'
import { watchTrees } from './lib/proc.mjs'
import { pacedModel } from './lib/reply_stage.mjs'
import { runWithCleanup } from './lib/run_with_cleanup.mjs'
import { openStage, startModel } from './lib/stage.mjs'
import { median, percentile } from './lib/stats.mjs'
import { figure, table } from './lib/table.mjs'

const options = readOptions('partitions', {
  messages: { type: 'string', default: '200000', value: 'N', help: 'how many messages each database has (200,000)' },
  parts: { type: 'string', default: '8', value: 'N', help: 'how many partitions each private table has (8)' },
})
const [messages, parts] = [Number(options.messages), Number(options.parts)]

const runDeadlineMs = 8 * 60 * 60_000
const plan = options.quick
  ? { cycles: 1, warmUpMs: 200, measureMs: 3_000 }
  : { cycles: 5, warmUpMs: 500, measureMs: 4_000 }
const clients = 4
const people = 8
const deletedUsers = 20
/** The ledger keeps its rows. */
const deletedTables = filledTables.filter((name) => !name.startsWith('ruby_'))

/** The calls of a user. Each resolves when the answer is complete, or to the time of its first text. */
const scenes = {
  'begin of a reply': async ({ url }, { id, characterId, cookie }) => {
    let firstAt
    const body = { content: 'And then?', model: 'basic', sessionId: id }
    await stream(`${url}/api/chats/${characterId}/stream`, { headers: { cookie }, body }, (event) => {
      if (event.error) throw new Error(event.error)
      if (event.type === 'aiChunk') firstAt ??= performance.now()
    })
    return firstAt
  },
  'page of messages': ({ url }, { id, characterId, cookie }) =>
    callJson('GET', `${url}/api/chats/${characterId}?session=${id}`, { cookie }),
  'list of chats': ({ url }, { cookie }) => callJson('GET', `${url}/api/chats`, { cookie }),
}

await runWithCleanup(runDeadlineMs, bench)

async function bench(undo) {
  const { dataDir, databases, processes } = await openStage(undo, { isDurable: true })
  const model = await startModel(processes)
  const { postmaster } = databases
  const sides = []
  for (const [name, databaseUrl, env] of [
    ['one table', databases.facetUrl, {}],
    [`${parts} partitions`, databases.besideUrl, { TEST_PARTITIONS: String(parts) }],
  ]) {
    const tier = pacedModel({ tokens: 1, firstMs: 0, delayMs: 0 })
    const facet = await startFacet(processes, {
      databaseUrl,
      dataDir: join(dataDir, name),
      modelUrl: model.url,
      models: { basic: tier, standard: tier },
      people,
      env,
    })
    const db = new pg.Client({ connectionString: databaseUrl })
    await db.connect()
    undo(() => db.end())
    console.log(`${name}: writing ${messages.toLocaleString('en')} messages`)
    await fillUsers(db, facet.characterIds[0], messages)
    await analyze(databaseUrl)
    await db.query('CHECKPOINT')
    sides.push({ name, db, facet, chats: await chatsOf(db, facet), rounds: [] })
  }
  for (let cycle = 0; cycle < plan.cycles; cycle++) {
    console.log(`round ${cycle + 1} of ${plan.cycles}`)
    // Alternate the order, so that a machine that gets slower or faster favors neither.
    for (const side of cycle % 2 === 0 ? sides : sides.toReversed())
      for (const [scene, call] of Object.entries(scenes))
        side.rounds.push({ scene, ...(await playRound(side, call, postmaster)) })
  }
  for (const side of sides) Object.assign(side, await deleteUsers(side), await sizesOf(side.db))
  return report(databases, sides)
}

/** The chats of the users who send requests. */
async function chatsOf(db, { cookies }) {
  const { rows } = await db.query(
    `SELECT s.id, s.character_id AS "characterId", substring(u.email FROM '[0-9]+')::int AS person
     FROM users u JOIN chat_sessions s ON s.user_id = u.id WHERE u.email ~ '^bench-[0-9]+@' ORDER BY s.id`
  )
  return rows.map(({ person, ...chat }) => ({ ...chat, cookie: cookies[person] }))
}

async function measured(postmaster, work) {
  const watch = watchTrees({ postgres: postmaster })
  const begun = performance.now()
  await work()
  return { seconds: (performance.now() - begun) / 1_000, cpuSeconds: watch.stop().postgres?.cpuSeconds ?? null }
}

/** Plays a round, in which every client sends requests one after another. Clients share no chat. */
async function playRound({ facet, chats }, call, postmaster) {
  const begins = performance.now() + plan.warmUpMs
  const ends = begins + plan.measureMs
  const times = []
  let calls = 0
  const { cpuSeconds } = await measured(postmaster, () =>
    Promise.all(
      Array.from({ length: clients }, async (_, client) => {
        const own = chats.filter((_, index) => index % clients === client)
        for (let number = 0, began = performance.now(); began < ends; number++, began = performance.now()) {
          const result = await call(facet, own[number % own.length])
          const end = typeof result === 'number' ? result : performance.now()
          calls++
          if (began >= begins) times.push(end - began)
        }
      })
    )
  )
  times.sort((a, b) => a - b)
  const cpuMs = cpuSeconds === null ? null : (cpuSeconds * 1_000) / calls
  return { p50: percentile(times, 50), p95: percentile(times, 95), cpuMs }
}

/** Deletes the chats of some users, each in a transaction, and vacuums the tables afterwards. */
async function deleteUsers({ db, facet, name }) {
  await facet.stop()
  console.log(`${name}: deleting users`)
  const times = []
  for (const userId of await drawUsers(db, deletedUsers)) {
    const begun = performance.now()
    const deletions = deletedTables.map((one) => `DELETE FROM ${one} WHERE user_id = '${userId}'`)
    await db.query(`BEGIN; ${deletions.join('; ')}; COMMIT`)
    times.push(performance.now() - begun)
  }
  const vacuum = async (one) => {
    const begun = performance.now()
    await db.query(`VACUUM ${one}`)
    return (performance.now() - begun) / 1_000
  }
  const { rows } = await db.query(`SELECT to_regclass('chat_messages_1') IS NOT NULL AS "isSplit"`)
  const vacuumPartSeconds = await vacuum(rows[0].isSplit ? 'chat_messages_0' : 'chat_messages')
  return { deletionMs: median(times), vacuumPartSeconds, vacuumSeconds: await vacuum(deletedTables.join(', ')) }
}

async function sizesOf(db) {
  const { rows } = await db.query(
    `SELECT name, sum(pg_table_size(c.oid))::float8 AS rows, sum(pg_indexes_size(c.oid))::float8 AS indexes
     FROM unnest($1::text[]) name JOIN pg_class c ON c.relkind = 'r' AND c.relname ~ ('^' || name || '(_[0-9]+)?$') GROUP BY name`,
    [filledTables]
  )
  const { rows: all } = await db.query('SELECT pg_database_size(current_database())::float8 AS size')
  return { size: all[0].size, sizes: Object.fromEntries(rows.map(({ name, ...size }) => [name, size])) }
}

function linesOf({ name, rounds, sizes, size, deletionMs, vacuumSeconds, vacuumPartSeconds }) {
  const of = (scene, key) => median(rounds.filter((round) => round.scene === scene).map((round) => round[key]))
  const mb = (bytes) => bytes / 1e6
  return {
    name,
    lines: [
      ...Object.keys(scenes).flatMap((scene) => [
        [`${scene}, p50`, of(scene, 'p50'), 'ms'],
        [`${scene}, p95`, of(scene, 'p95'), 'ms'],
        [`${scene}, CPU of PostgreSQL`, of(scene, 'cpuMs'), 'ms'],
      ]),
      ['size of the database', mb(size), 'MB'],
      ...filledTables.flatMap((one) => [
        [`${one}, rows`, mb(sizes[one].rows), 'MB'],
        [`${one}, indexes`, mb(sizes[one].indexes), 'MB'],
      ]),
      ['deleting the chats of a user', deletionMs, 'ms'],
      ['vacuum of chat_messages, or of its partition', vacuumPartSeconds, 's'],
      ['vacuum of the tables of chats, afterwards', vacuumSeconds, 's'],
    ],
  }
}

function report({ version, durable }, sides) {
  const [whole, split] = sides.map(linesOf)
  const rows = whole.lines.map(([name, value, unit], index) => {
    const other = split.lines[index][1]
    const ratio = value ? `${figure(other / value)} x` : 'n/a'
    return { name, measured: figure(other, unit), floor: figure(value, unit), ratio }
  })
  const cells = rows.map(({ name, measured, floor, ratio }) => [name, floor, measured, ratio])
  console.log(`\n${table([['figure', whole.name, split.name, 'ratio'], ...cells])}\n`)
  const machine = machineWith(nodeVersion, `PostgreSQL ${version}`)
  const users = Math.ceil(messages / messagesPerUser)
  console.log(
    `${machine}; ${messages.toLocaleString('en')} messages of ${users.toLocaleString('en')} users, ${people} of which send requests over ` +
      `${clients} connections, medians of ${plan.cycles} × ${plan.measureMs / 1_000} s, in turn.`
  )
  return finish(
    options,
    { machine, postgres: { version, durable }, messages, parts, plan, sides: [whole, split], summary: rows },
    false
  )
}
