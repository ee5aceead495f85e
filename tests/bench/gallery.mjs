/**
 * Measures response times of a large gallery over HTTP, and of the simplest SQL for the same pages. README.md explains the figures. Run it
 * with Node 24 after a build.
 */
import http from 'node:http'
import pg from 'pg'

import { ROOT } from '../../apps/launcher/settings.mjs'
import { analyze } from './lib/database.mjs'
import { startFacet } from './lib/facet.mjs'
import { addressOf, emptyScene, likesPerUser, scenesOf } from './lib/gallery_scenes.mjs'
import { machineWith, nodeVersion } from './lib/machine.mjs'
import { finish, readOptions } from './lib/options.mjs'
import { watchTrees } from './lib/proc.mjs'
import { bareEnv } from './lib/processes.mjs'
import { runWithCleanup } from './lib/run_with_cleanup.mjs'
import { openStage } from './lib/stage.mjs'
import { median, percentile } from './lib/stats.mjs'
import { figure, table } from './lib/table.mjs'

const options = readOptions('gallery', {
  characters: { type: 'string', default: '1000000', value: 'N', help: 'how many there are (1,000,000)' },
})

const runDeadlineMs = 40 * 60_000
const characters = Number(options.characters)
const plan = options.quick ? { cycles: 1, warmUpMs: 100, measureMs: 400 } : { cycles: 5, warmUpMs: 100, measureMs: 700 }
const clients = 8
const deepPage = 200
/** The factor of the bare SQL's p95 on top of an empty answer's, the slowdown of the deep page, and the growth of the memory. */
const limits = { sql: 1.3, deepPage: 1.2, growth: 1.25 }

await runWithCleanup(runDeadlineMs, bench)

async function bench(undo) {
  const stage = await setUp(undo)
  const rounds = []
  const memory = []
  const scenes = scenesOf(stage.userId)
  const askEmpty = () => stage.get(addressOf(emptyScene))
  for (const scene of scenes) {
    const ask = () => stage.get(addressOf(scene))
    const [empty, http, sql] = await inTurn([askEmpty, ask, () => stage.pool.query(scene.sql)])
    rounds.push({ name: scene.name, empty, http, sql })
    memory.push(stage.residentMb())
    console.log(`${scene.name}: done`)
  }
  const cursors = [null, await cursorOfPage(stage, scenes[0], deepPage)]
  const [first, deep] = await inTurn(cursors.map((cursor) => () => stage.get(addressOf(scenes[0], cursor))))
  return report(stage, rounds, { first, deep }, memory)
}

async function setUp(undo) {
  const { dataDir, databases, processes } = await openStage(undo, { isDurable: true })
  const { facetUrl: databaseUrl } = databases
  const models = { basic: 'none', standard: 'none' }
  const modelUrl = 'http://127.0.0.1:9/v1'
  const facet = await startFacet(processes, { databaseUrl, dataDir, modelUrl, models, people: 1 })

  console.log(`adding ${characters.toLocaleString('en')} characters`)
  const seed = ['build/cli/main.js', 'seed-demo', '--characters', String(characters)]
  const env = { ...bareEnv(), NODE_ENV: 'production', DATABASE_URL: databaseUrl, DATA_DIR: dataDir }
  console.log((await processes.run('command seed-demo', process.execPath, seed, { env, cwd: ROOT })).trim())

  const pool = new pg.Pool({ connectionString: databaseUrl, max: clients, idleTimeoutMillis: 0 })
  pool.on('error', () => {})
  undo(() => pool.end())
  await analyze(databaseUrl)
  const agent = new http.Agent({ keepAlive: true, maxSockets: clients })
  undo(() => agent.destroy())
  const get = (path) => ask(agent, facet.url + path, facet.cookies[0])
  const { id: userId } = JSON.parse((await get('/api/auth/user')).body)
  await like(pool, userId)
  const residentMb = () => {
    const { server } = watchTrees({ server: facet.pid }).stop()
    return server && server.peakResidentBytes / 2 ** 20
  }
  return { databases, pool, get, residentMb, userId }
}

/** Likes the oldest characters. They have any popularity, because ids are in the order of insertion. */
async function like(pool, userId) {
  await pool.query(
    `INSERT INTO character_likes (user_id, character_id)
     SELECT $1, id FROM (SELECT id FROM characters WHERE is_public ORDER BY id LIMIT $2) AS oldest`,
    [userId, likesPerUser]
  )
  await pool.query('ANALYZE character_likes')
}

/** Reads the whole response. Throws unless it is 200. */
function ask(agent, address, cookie) {
  return new Promise((fulfil, reject) => {
    const request = http.get(address, { agent, headers: { cookie } }, (response) => {
      const pieces = []
      response.on('data', (piece) => pieces.push(piece))
      response.on('error', reject)
      response.on('end', () => {
        if (response.statusCode === 200) fulfil({ link: response.headers.link, body: Buffer.concat(pieces) })
        else reject(new Error(`${address} answered ${response.statusCode}`))
      })
    })
    request.on('error', reject)
  })
}

/** Plays a round, in which every client sends requests one after another. */
async function playRound(work) {
  const begins = performance.now() + plan.warmUpMs
  const ends = begins + plan.measureMs
  const times = []
  const client = async () => {
    for (let began = performance.now(); began < ends; began = performance.now()) {
      await work()
      if (began >= begins) times.push(performance.now() - began)
    }
  }
  await Promise.all(Array.from({ length: clients }, client))
  times.sort((a, b) => a - b)
  return { p50: percentile(times, 50), p95: percentile(times, 95), p99: percentile(times, 99) }
}

/** Alternates workloads in short rounds, so that other load on the machine affects all of them. Returns the median of each figure. */
async function inTurn(works) {
  const rounds = works.map(() => [])
  for (let cycle = 0; cycle < plan.cycles; cycle++)
    for (const [index, work] of works.entries()) rounds[index].push(await playRound(work))
  const medianOf = (some, name) => median(some.map((round) => round[name]))
  return rounds.map((some) => Object.fromEntries(['p50', 'p95', 'p99'].map((name) => [name, medianOf(some, name)])))
}

async function cursorOfPage({ get }, scene, page) {
  let cursor = null
  for (let number = 1; number < page; number++) {
    const { link } = await get(addressOf(scene, cursor))
    if (!link) throw new Error(`There are only ${number} pages: the gallery is too small.`)
    cursor = new URLSearchParams(/^<[^?]*\?([^>]*)>/.exec(link)[1]).get('cursor')
  }
  return cursor
}

function judge(rounds, { first, deep }, memory) {
  const lines = rounds.map(({ name, empty, http, sql }) => {
    const limitMs = empty.p95 + limits.sql * sql.p95
    return { name, empty, http, sql, text: `p95 ${figure(limitMs, 'ms')}`, holds: http.p95 <= limitMs }
  })
  const deeper = deep.p95 / first.p95
  lines.push({
    name: `page ${deepPage} against page 1: ${figure(deeper)} x`,
    empty: null,
    http: deep,
    sql: null,
    text: `at most ${limits.deepPage} x`,
    holds: deeper <= limits.deepPage,
  })
  const [before, after] = [memory[0], memory.at(-1)]
  const grown = before === null ? null : after / before
  return { lines, memory: { before, after, grown, holds: grown === null || grown <= limits.growth } }
}

function report({ databases: { version, durable } }, rounds, pages, residentMb) {
  const { lines, memory } = judge(rounds, pages, residentMb)
  const ms = (value) => figure(value, 'ms')
  console.log(
    `\n${table([
      ['query', 'p50', 'p95', 'p99', 'empty answer, p95', 'bare SQL, p95', 'target', 'verdict'],
      ...lines.map(({ name, empty, http, sql, text, holds }) => [
        name,
        ...[http.p50, http.p95, http.p99].map(ms),
        ...(sql ? [empty.p95, sql.p95].map(ms) : ['', '']),
        text,
        holds ? 'reached' : 'missed',
      ]),
    ])}\n`
  )
  const { before, after, grown, holds } = memory
  console.log(
    `The server's memory: ${figure(before, 'MB')} after the first query, ${figure(after, 'MB')} after the last` +
      (grown === null ? '.' : ` (at most ${limits.growth} x: ${holds ? 'reached' : 'missed'}).`)
  )
  const machine = machineWith(nodeVersion, `PostgreSQL ${version}`)
  console.log(
    `${machine}; ${characters.toLocaleString('en')} characters, ${clients} clients, medians of ${plan.cycles} × ${plan.measureMs / 1_000} s, in turn. ` +
      `A target is the empty answer's p95 and ${limits.sql} times the bare SQL's.`
  )
  const figures = { machine, postgres: { version, durable }, characters, plan, lines, memory }
  return finish(options, figures, !holds || lines.some((line) => !line.holds))
}
