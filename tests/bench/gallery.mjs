/**
 * Measures response times of a large gallery over HTTP, and of the simplest SQL for the same pages. README.md explains the figures. Run it
 * with Node 24 after a build.
 */
import { writeFileSync } from 'node:fs'
import http from 'node:http'
import pg from 'pg'

import { ROOT } from '../../apps/launcher/settings.mjs'
import { startFacet } from './lib/facet.mjs'
import { addressOf, scenes } from './lib/gallery_scenes.mjs'
import { machineWith, nodeVersion } from './lib/machine.mjs'
import { readOptions } from './lib/options.mjs'
import { watchTrees } from './lib/proc.mjs'
import { bareEnv } from './lib/processes.mjs'
import { runWithCleanup } from './lib/run_with_cleanup.mjs'
import { openStage } from './lib/stage.mjs'
import { percentile } from './lib/stats.mjs'
import { figure, table } from './lib/table.mjs'

const usage = `node tests/bench/gallery.mjs [--characters N] [--quick] [--check] [--json FILE]
  --characters N  how many there are (1,000,000)
  --quick         short rounds: a look, not a measurement
  --check         exit 1 when a target is missed
  --json FILE     every figure and verdict as JSON
DATABASE_URL, when set, is the PostgreSQL to use (a role that may create databases); else a throw-away one is started.`

const options = readOptions(usage, { characters: { type: 'string', default: '1000000' } })

const runDeadlineMs = 40 * 60_000
const characters = Number(options.characters)
const plan = options.quick ? { warmUpMs: 200, measureMs: 800 } : { warmUpMs: 1_000, measureMs: 5_000 }
const clients = 8
const deepPage = 200
/** Allowed slowdown of the deep page, and growth of the server's memory. */
const limits = { deepPage: 1.5, growth: 1.25 }

await runWithCleanup(runDeadlineMs, bench)

async function bench(undo) {
  const stage = await setUp(undo)
  const rounds = []
  const memory = []
  for (const scene of scenes) {
    const http = await playRound(() => stage.get(addressOf(scene)))
    const sql = scene.sql && (await playRound(() => stage.pool.query(scene.sql)))
    rounds.push({ name: scene.name, target: scene.target, http, sql })
    memory.push(stage.residentMb())
    console.log(`${scene.name}: done`)
  }
  const cursors = [null, await cursorOfPage(stage, deepPage)]
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
  await pool.query('VACUUM ANALYZE characters')
  const agent = new http.Agent({ keepAlive: true, maxSockets: clients })
  undo(() => agent.destroy())
  const get = (path) => ask(agent, facet.url + path, facet.cookies[0])
  const residentMb = () => {
    const { server } = watchTrees({ server: facet.pid }).stop()
    return server && server.peakResidentBytes / 2 ** 20
  }
  return { databases, pool, get, residentMb }
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

/** Every client sends requests one after another until the round ends. */
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
  return { count: times.length, p50: percentile(times, 50), p95: percentile(times, 95), p99: percentile(times, 99) }
}

/** Alternates two workloads in short rounds, so that other load on the machine affects both. */
async function inTurn(works) {
  const rounds = works.map(() => [])
  for (let number = 0; number < 3; number++)
    for (const [index, work] of works.entries()) rounds[index].push(await playRound(work))
  return rounds.map((some) => some.sort((a, b) => a.p50 - b.p50)[1])
}

async function cursorOfPage({ get }, page) {
  let cursor = null
  for (let number = 1; number < page; number++) {
    const { link } = await get(addressOf(scenes[0], cursor))
    if (!link) throw new Error(`There are only ${number} pages: the gallery is too small.`)
    cursor = new URLSearchParams(/^<[^?]*\?([^>]*)>/.exec(link)[1]).get('cursor')
  }
  return cursor
}

function judge(rounds, { first, deep }, memory) {
  const lines = rounds.map(({ name, target, http, sql }) => {
    const holds = http.p95 <= target.p95Ms && http.p99 <= (target.p99Ms ?? Infinity)
    const text = `p95 ${target.p95Ms}${target.p99Ms ? `, p99 ${target.p99Ms}` : ''} ms`
    return { name, http, sql, text, holds }
  })
  const deeper = deep.p50 / first.p50
  lines.push({
    name: `page ${deepPage} against page 1: ${figure(deeper)} x`,
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
      ['query', 'p50', 'p95', 'p99', 'bare SQL p50', 'bare SQL p95', 'target', 'verdict'],
      ...lines.map(({ name, http, sql, text, holds }) => [
        name,
        ...[http.p50, http.p95, http.p99].map(ms),
        ...(sql ? [sql.p50, sql.p95].map(ms) : ['', '']),
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
    `${machine}; ${characters.toLocaleString('en')} characters, ${clients} clients, ${plan.measureMs / 1_000} s each.`
  )
  if (options.json)
    writeFileSync(
      options.json,
      JSON.stringify({ machine, postgres: { version, durable }, characters, plan, lines, memory }, null, 2)
    )
  return options.check && !(holds && lines.every((line) => line.holds)) ? 1 : 0
}
