/**
 * Measures whether notifying many followers shows in the times of the gallery. README.md explains the figures. Run it with Node 24 after a
 * build.
 */
import pg from 'pg'

import { callJson } from './lib/clients.mjs'
import { analyze } from './lib/database.mjs'
import { startFacet } from './lib/facet.mjs'
import { machineWith, nodeVersion } from './lib/machine.mjs'
import { finish, readOptions } from './lib/options.mjs'
import { runWithCleanup } from './lib/run_with_cleanup.mjs'
import { openStage } from './lib/stage.mjs'
import { percentile } from './lib/stats.mjs'
import { figure, table } from './lib/table.mjs'

const options = readOptions('notifications', {
  followers: { type: 'string', default: '100000', value: 'N', help: 'how many a creator has (100,000)' },
})
const followers = options.quick ? 10_000 : Number(options.followers)
const runDeadlineMs = 30 * 60_000
const warmUp = 50
const requestsAlone = options.quick ? 300 : 2_000
const ratioMax = 1.3
const path = '/api/characters?limit=24'

await runWithCleanup(runDeadlineMs, bench)

async function bench(undo) {
  const { dataDir, databases, processes } = await openStage(undo, { isDurable: true })
  const { facetUrl: databaseUrl } = databases
  const models = { basic: 'none', standard: 'none' }
  const modelUrl = 'http://127.0.0.1:9/v1'
  const facet = await startFacet(processes, { databaseUrl, dataDir, modelUrl, models, people: 2 })
  const [creator, reader] = facet.cookies
  const db = new pg.Client({ connectionString: databaseUrl })
  await db.connect()
  undo(() => db.end())
  await db.query(
    `INSERT INTO follows (user_id, creator_id) SELECT uuidv7(), id FROM users, generate_series(1, $1::int) WHERE email = 'bench-0@example.test'`,
    [followers]
  )
  await analyze(databaseUrl)

  const request = async () => {
    const beganAt = performance.now()
    await callJson('GET', facet.url + path, { cookie: reader })
    return performance.now() - beganAt
  }
  for (let count = 0; count < warmUp; count++) await request()
  const alone = []
  for (let count = 0; count < requestsAlone; count++) alone.push(await request())

  const beganAt = performance.now()
  await callJson('POST', `${facet.url}/api/characters`, {
    cookie: creator,
    body: {
      name: 'Mara',
      description: 'Mends nets.',
      backstory: 'Was born at sea.',
      personality: 'Calm.',
      avatar: 'https://pictures.example.test/mara.png',
      isPublic: true,
    },
  })
  const isDone = async () => {
    const { rows } = await db.query(`SELECT state = 'done' AS done FROM jobs WHERE kind = 'fan_out_notifications'`)
    return rows[0]?.done === true
  }
  const beside = []
  while (!(await isDone())) for (let count = 0; count < 20; count++) beside.push(await request())
  const tookMs = performance.now() - beganAt
  const { rows } = await db.query(`SELECT count(*)::int AS n FROM notifications WHERE kind = 'creator_published'`)
  if (rows[0].n !== followers) throw new Error(`${rows[0].n} of ${followers} followers were notified.`)
  return report(databases, { alone, beside, tookMs })
}

function report({ version, durable }, { alone, beside, tookMs }) {
  const [before, during] = [alone, beside].map((times) => {
    times.sort((one, other) => one - other)
    return { p50: percentile(times, 50), p95: percentile(times, 95) }
  })
  const ratio = during.p95 / before.p95
  const isMissed = ratio > ratioMax
  const ms = (value) => figure(value, 'ms')
  console.log(
    `\n${table([
      ['gallery, first page', 'alone', 'during the fan-out', 'ratio', 'target', 'verdict'],
      ['p50', ms(before.p50), ms(during.p50), `${figure(during.p50 / before.p50)} x`, '', ''],
      ['p95', ms(before.p95), ms(during.p95), `${figure(ratio)} x`, `${ratioMax} x`, isMissed ? 'missed' : 'reached'],
    ])}\n`
  )
  const machine = machineWith(nodeVersion, `PostgreSQL ${version}`)
  console.log(
    `${machine}; ${followers.toLocaleString('en')} followers were notified in ${figure(tookMs / 1_000)} s; ${alone.length} and ${beside.length} requests, one at a time.`
  )
  const summary = [
    {
      name: 'gallery p95 during a fan-out',
      measured: ms(during.p95),
      floor: ms(before.p95),
      ratio: `${figure(ratio)} x`,
    },
  ]
  return finish(
    options,
    { machine, postgres: { version, durable }, followers, before, during, tookMs, summary },
    isMissed
  )
}
