/**
 * Measures the cost of a reply: the built server against its floor. README.md explains the figures. Run it with Node 24 after a build.
 */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'

import { startFacet } from './lib/facet.mjs'
import { machineWith, nodeVersion } from './lib/machine.mjs'
import { readOptions } from './lib/options.mjs'
import { canMeasureProcesses, watchTrees } from './lib/proc.mjs'
import { judge, judgeCrowd, showCrowd, showVerdicts, summarize } from './lib/report.mjs'
import { runWithCleanup } from './lib/run_with_cleanup.mjs'
import { openStage, startModel } from './lib/stage.mjs'
import { figure } from './lib/table.mjs'

const usage = `node tests/bench/replies.mjs [--quick] [--check] [--json FILE] [--floor-only | --crowd]
  --quick       one short round of each: a look, not a measurement
  --check       exit 1 when a target is missed
  --json FILE   every round and verdict as JSON
  --floor-only  leave the server out: is the floor itself steady on this machine?
  --crowd       instead, a thousand chats that all stream at once, and what that takes: no floor beside it
DATABASE_URL, when set, is the PostgreSQL to use (a role that may create databases); else a throw-away one is started.`

const library = (name) => join(import.meta.dirname, 'lib', name)
const runDeadlineMs = 235_000
const lastRoundBeginsMs = 175_000 // a round takes about 45 s

const paced = { chats: 200, tokens: 50, firstMs: 100, delayMs: 20, tier: 'basic' }
const burst = { chats: 50, tokens: 50, firstMs: 0, delayMs: 0, tier: 'standard' }
/** Ten tokens a second each; one user per eight chats, each with every built-in character. */
const crowd = { chats: 1000, tokens: 40, firstMs: 500, delayMs: 100, tier: 'basic' }
const crowdPeople = 125
const scenes = { paced, burst, crowd }
const compared = ['paced', 'burst']
const sceneTitles = { paced: '200 paced', burst: '50 burst', both: 'both' }
for (const scene of Object.values(scenes)) {
  scene.model = `mock:t=${scene.tokens},f=${scene.firstMs},d=${scene.delayMs}`
}

const options = readOptions(usage, {
  'floor-only': { type: 'boolean', default: false },
  crowd: { type: 'boolean', default: false },
})
const plan = options.quick
  ? { rounds: 1, warmUpMs: 1000, measureMs: 3000, settleMs: 1000, people: 50 }
  : { rounds: 3, warmUpMs: 1500, measureMs: 8000, settleMs: 3000, people: paced.chats }

await runWithCleanup(runDeadlineMs, options.crowd ? benchCrowd : bench)

async function bench(undo) {
  if (!canMeasureProcesses) console.log('CPU and memory are read from /proc, which this system lacks: they stay n/a.')
  const { databases, sides, driver, model } = await setUp(undo)
  const trees = { postgres: databases.postmaster, client: driver.child.pid, mock: model.pid }
  const run = (name, sceneName, measureMs = plan.measureMs) =>
    playRound(driver, trees, sides[name], name, scenes[sceneName], measureMs)

  const names = Object.keys(sides).filter((name) => name !== 'bare')
  const rounds = Object.fromEntries(Object.keys(sides).map((name) => [name, { settling: [], paced: [], burst: [] }]))
  // Warm-up: only errors count.
  for (const name of names) rounds[name].settling.push(await run(name, 'burst', plan.settleMs))
  for (let number = 0; number < plan.rounds; number++) {
    if (number > 0 && performance.now() > lastRoundBeginsMs) {
      console.log('Out of time: skipping the remaining rounds.')
      break
    }
    console.log(`round ${number + 1} of ${plan.rounds}`)
    for (const sceneName of compared) {
      // Alternate the order, so that a machine that gets slower or faster favours neither.
      for (const name of number % 2 === 0 ? names : names.toReversed()) {
        rounds[name][sceneName].push(await run(name, sceneName))
      }
      if (number === 0) rounds.bare[sceneName].push(await run('bare', sceneName, Math.min(plan.measureMs, 4000)))
    }
  }
  return report(databases, rounds)
}

async function benchCrowd(undo) {
  const { databases, sides, driver, model } = await setUp(undo)
  const trees = { postgres: databases.postmaster, client: driver.child.pid, mock: model.pid }
  const rounds = []
  for (let number = 0; number < plan.rounds; number++) {
    console.log(`round ${number + 1} of ${plan.rounds}`)
    rounds.push(await playRound(driver, trees, sides.facet, 'facet', crowd, plan.measureMs))
  }
  const summary = summarize(rounds)
  const verdicts = judgeCrowd(summary)
  console.log(`\n${showCrowd(verdicts)}\n`)
  console.log(
    `${machineOf(databases)}; ${crowd.chats} chats, medians of ${rounds.length} × ${plan.measureMs / 1000} s. ` +
      `Load driver and mock model took ${figure(summary.clientCores)} and ${figure(summary.mockCores)} cores, PostgreSQL ${figure(summary.postgresCores)}.`
  )
  if (options.json) writeFileSync(options.json, JSON.stringify({ plan, crowd, verdicts, summary, rounds }, null, 2))
  return options.check && verdicts.some(({ verdict }) => verdict === 'missed') ? 1 : 0
}

function machineOf({ version }) {
  return machineWith(nodeVersion, `PostgreSQL ${version}`)
}

async function setUp(undo) {
  const begun = performance.now()
  const { dataDir, databases, processes } = await openStage(undo, { isDurable: true })
  const model = await startModel(processes)
  const startFloor = async (name, env) => {
    const floor = processes.fork(name, library('floor.mjs'), {
      FLOOR_MODEL_URL: `${model.url}/chat/completions`,
      ...env,
    })
    return { client: 'floor', pid: floor.child.pid, url: `http://127.0.0.1:${(await floor.nextMessage()).port}` }
  }
  const sides = {}
  if (!options.crowd) {
    sides.bare = await startFloor('physical floor', {})
    sides.floor = await startFloor('durable floor', { FLOOR_DATABASE_URL: databases.floorUrl })
  }
  if (!options['floor-only']) {
    const models = { basic: (options.crowd ? crowd : paced).model, standard: burst.model }
    const people = options.crowd ? crowdPeople : plan.people
    const { facetUrl: databaseUrl } = databases
    const started = await startFacet(processes, { databaseUrl, dataDir, modelUrl: model.url, models, people })
    sides.facet = { client: 'facet', ...started }
  }
  const driver = processes.fork('load driver', library('load.mjs'))
  console.log(
    `PostgreSQL ${databases.version}, mock model, ${Object.keys(sides).join(', ')}: up in ${figure((performance.now() - begun) / 1000)} s`
  )
  return { databases, sides, driver, model }
}

/** One round of load on one side: the driver's results, and the CPU and memory of each process tree. */
function playRound({ child, ended, describeEnd }, trees, { client, pid, ...at }, name, scene, measureMs) {
  return new Promise((settle, reject) => {
    let watch = null
    let used = null
    const hear = (message) => {
      if (message.measuring === true) watch = watchTrees({ server: pid, ...trees })
      else if (message.measuring === false) used = watch.stop()
      else {
        child.off('message', hear)
        if (message.failed) return reject(new Error(message.failed))
        const { errors, errorKinds } = message.result
        if (errors > 0) console.log(`${name}: ${JSON.stringify(errorKinds)}`)
        settle({ ...message.result, used })
      }
    }
    child.on('message', hear)
    ended.then(() => reject(new Error(describeEnd())))
    child.send({ side: client, at, scene, warmUpMs: plan.warmUpMs, measureMs })
  })
}

function report(databases, rounds) {
  const summaries = Object.fromEntries(
    Object.entries(rounds).map(([name, { settling, paced, burst }]) => [
      name,
      { paced: summarize(paced), burst: summarize(burst, settling) },
    ])
  )
  const { bare, floor, facet = null } = summaries
  const verdicts = judge(floor, facet)
  const machine = machineOf(databases)
  console.log(`\n${showVerdicts(verdicts, sceneTitles)}\n`)
  console.log(
    `${machine}; medians of ${rounds.floor.paced.length} × ${plan.measureMs / 1000} s, floor and Facet in turn.`
  )
  console.log(
    `A floor without a database, for information: paced ${figure(bare.paced.serverCpuMsPer1000Tokens, 'ms')} CPU per 1,000 tokens, ` +
      `first chunk p50 ${figure(bare.paced.addedFirstP50Ms, 'ms')}, transit p99 ${figure(bare.paced.transitP99Ms, 'ms')}; ` +
      `burst ${figure(bare.burst.repliesPerSecond)} replies per second.`
  )
  for (const [name, side] of Object.entries({ 'the durable floor': floor, ...(facet && { Facet: facet }) })) {
    const cores = (scene) => `${figure(side[scene].clientCores)} and ${figure(side[scene].mockCores)}`
    console.log(`Load driver and mock model beside ${name}: ${cores('paced')} cores paced, ${cores('burst')} burst.`)
  }
  const others = Math.max(
    ...[floor, facet].filter(Boolean).flatMap(({ paced, burst }) => [paced.otherCores, burst.otherCores])
  )
  if (canMeasureProcesses)
    console.log(
      `Everything else on the machine took up to ${figure(others)} cores${others > 0.3 ? ': too much to trust these figures' : ''}.`
    )
  if (databases.postmaster === null)
    console.log('PostgreSQL cannot be measured (another machine, or no /proc): its CPU is not counted.')

  const missed = verdicts.filter(({ verdict }) => verdict === 'missed')
  if (facet)
    console.log(
      missed.length === 0
        ? 'Every target reached.'
        : `Missed: ${missed.map(({ scene, name }) => `${sceneTitles[scene]}, ${name}`).join('; ')}.`
    )
  if (options.json) {
    const { version, durable } = databases
    writeFileSync(
      options.json,
      JSON.stringify(
        { machine, postgres: { version, durable }, plan, scenes: { paced, burst }, verdicts, summaries, rounds },
        null,
        2
      )
    )
  }
  return options.check && missed.length > 0 ? 1 : 0
}
