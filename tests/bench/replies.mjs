/**
 * Measures the cost of a reply: the built server against its floor. README.md explains the figures. Run it with Node 24 after a build.
 */
import { buildOf } from './lib/beside.mjs'
import { countRounds } from './lib/counts.mjs'
import { analyze } from './lib/database.mjs'
import { benchKill } from './lib/kill.mjs'
import { machineWith, nodeVersion } from './lib/machine.mjs'
import { finish, readOptions } from './lib/options.mjs'
import { canMeasureProcesses } from './lib/proc.mjs'
import { judge, judgeCounts, showCounts, showVerdicts, summarize } from './lib/report.mjs'
import { playSharePairs } from './lib/share.mjs'
import { openReplyStage, pacedModel } from './lib/reply_stage.mjs'
import { startPooler } from './lib/pooler.mjs'
import { runWithCleanup } from './lib/run_with_cleanup.mjs'
import { figure, table } from './lib/table.mjs'

const runDeadlineMs = 600_000
/** Counts are also taken on busy machines. */
const countsDeadlineMs = 1_200_000
const countedChats = 25
/** Another side takes this much longer. */
const besideFactor = 1.6

/** The cells of the table, in the order in which they are measured: what takes the most memory is last. */
const scenes = {
  paced: { chats: 120, tokens: 50, firstMs: 100, delayMs: 20, tier: 'basic' },
  // Each chat has two whole replies.
  long: { chats: 120, tokens: 300, firstMs: 100, delayMs: 20, tier: 'basic', measureMs: 13_000 },
  burst: { chats: 50, tokens: 100, firstMs: 0, delayMs: 0, tier: 'standard' },
  // All begin within a second.
  arrivals: { chats: 1000, tokens: 40, firstMs: 500, delayMs: 100, tier: 'basic', wholeReplies: 1 },
}
for (const scene of Object.values(scenes)) scene.model = pacedModel(scene)
const sceneTitles = Object.fromEntries(
  Object.entries(scenes).map(([name, { chats, tokens }]) => [name, `${name}, ${chats} × ${tokens}`])
)
const models = { basic: 'mock', standard: 'mock' }
/** A user has one chat with each built-in character. */
const people = 125
const countedScenes = Object.fromEntries(
  ['paced', 'burst'].map((name) => [name, { ...scenes[name], chats: countedChats }])
)

const flag = { type: 'boolean', default: false }
const options = readOptions('replies', {
  processes: {
    type: 'string',
    default: '1',
    value: 'N',
    help: 'the server runs as N processes below the launcher, which count together (1, without the launcher)',
  },
  'floor-only': { ...flag, help: 'leave the server out: is the floor itself steady on this machine?' },
  beside: {
    type: 'string',
    value: 'COMMIT',
    help: 'also the build of another commit, such as the last release, in the same rounds',
  },
  counts: {
    ...flag,
    help: 'instead, only what a reply sends to the database and writes there: similar on a busy machine',
  },
  pooler: {
    type: 'string',
    value: 'N',
    help: 'instead, the server behind PgBouncer with N connections (npm run test:engines unpacks it), and how long transactions wait for one',
  },
  share: { ...flag, help: 'instead, what the share of creators costs: five alternating pairs, without and with it' },
  kill: { ...flag, help: 'instead, the text that is kept when the server is killed' },
})
const processCount = Number(options.processes)
if (!Number.isInteger(processCount) || processCount < 1) throw new Error('--processes is a whole number from 1.')
const plan = options.quick
  ? { rounds: 1, warmUpMs: 1000, measureMs: 3000, settleMs: 1000 }
  : { rounds: 3, warmUpMs: 1500, measureMs: 8000, settleMs: 3000 }

const other = options.beside ? await buildOf(options.beside) : null
const times = other ? besideFactor : 1

await runWithCleanup(
  options.counts ? countsDeadlineMs : runDeadlineMs * times,
  options.kill
    ? (undo) => benchKill(undo, options)
    : options.counts
      ? benchCounts
      : options.share
        ? benchShare
        : options.pooler
          ? benchPooler
          : bench
)

async function bench(undo) {
  if (!canMeasureProcesses) console.log('CPU and memory are read from /proc, which this system lacks: they stay n/a.')
  const stage = await openReplyStage(undo, plan)
  const sides = await startSides(stage, { hasServer: !options['floor-only'] })
  const settling = await playEach(stage, sides, scenes.burst, plan.settleMs)
  await analyzeAll(stage)

  const names = Object.keys(sides)
  const rounds = Object.fromEntries(names.map((name) => [name, {}]))
  for (const [sceneName, scene] of Object.entries(scenes))
    for (let number = 0; number < plan.rounds; number++) {
      console.log(`${sceneTitles[sceneName]}: round ${number + 1} of ${plan.rounds}`)
      // Alternate the order, so that a machine that gets slower or faster favors neither.
      for (const name of number % 2 === 0 ? names : names.toReversed()) {
        const round = await stage.play(sides[name], name, scene, scene.measureMs ?? plan.measureMs)
        ;(rounds[name][sceneName] ??= []).push(round)
      }
    }
  const counts = await countRounds(undo, stage, sides, countedScenes)
  return report(stage.databases, { settling, rounds, counts })
}

/** Starts the floor, the server and the build beside it. */
async function startSides(stage, { hasServer = true } = {}) {
  const { databases } = stage
  const start = (more) => stage.startServer({ models, people, processCount, ...more })
  return {
    floor: await stage.startFloor('durable floor', databases.floorUrl),
    ...(hasServer && { facet: await start() }),
    ...(hasServer && other && { beside: await start({ root: other.root, databaseUrl: databases.besideUrl }) }),
  }
}

function analyzeAll({ databases: { floorUrl, facetUrl, besideUrl } }) {
  return analyze(floorUrl, facetUrl, besideUrl)
}

/** Plays a round on each side, in which only errors count. */
async function playEach({ play }, sides, scene, measureMs) {
  const played = {}
  for (const [name, side] of Object.entries(sides)) played[name] = [await play(side, name, scene, measureMs)]
  return played
}

async function benchCounts(undo) {
  const stage = await openReplyStage(undo, plan)
  const sides = await startSides(stage)
  await playEach(stage, sides, countedScenes.burst, plan.settleMs)
  await analyzeAll(stage)
  const { floor, facet, beside } = await countRounds(undo, stage, sides, countedScenes)
  const verdicts = judgeCounts(floor, facet)
  console.log(`\n${showCounts(verdicts, sceneTitles)}\n`)
  if (beside) console.log(`${showBeside(verdicts, judgeCounts(floor, beside))}\n`)
  return finish(
    options,
    { verdicts, counts: { floor, facet, beside } },
    verdicts.some(({ verdict }) => verdict === 'missed')
  )
}

async function benchShare(undo) {
  const stage = await openReplyStage(undo, plan)
  const start = (more) => stage.startServer({ models, people, processCount, ...more })
  const { paced, burst } = scenes
  const parts = { start, analyzeAll, scenes: { paced, burst }, titles: sceneTitles, plan }
  const { hasMissed, ...figures } = await playSharePairs(stage, parts)
  console.log(`${machineOf(stage.databases)}; rounds of ${plan.measureMs / 1000} s, ${processesText()}.`)
  return finish(options, { plan, processCount, ...figures }, hasMissed)
}

async function benchPooler(undo) {
  const stage = await openReplyStage(undo, plan)
  const pooler = await startPooler(undo, stage.databases.facetUrl, Number(options.pooler))
  const facet = await stage.startServer({ models, people, processCount, env: pooler.env })
  await analyze(stage.databases.facetUrl)
  await stage.play(facet, 'facet', scenes.burst, plan.settleMs)
  const rows = []
  for (const [name, scene] of Object.entries(scenes)) {
    console.log(sceneTitles[name])
    await pooler.takeWaits()
    const summary = summarize([await stage.play(facet, 'facet', scene, plan.measureMs)])
    rows.push({ name, summary, waits: await pooler.takeWaits() })
  }
  const cells = rows.map(({ name, summary, waits }) => [
    sceneTitles[name],
    figure(summary.tokensPerSecond),
    figure(summary.cpuMsPer1000Tokens, 'ms'),
    figure(summary.addedFirstP50Ms, 'ms'),
    figure(summary.addedFirstP99Ms, 'ms'),
    String(summary.faults),
    figure(waits.meanMs, 'ms'),
    figure(waits.mostMs, 'ms'),
  ])
  const titles = ['load', 'tokens/s', 'CPU per 1,000', 'first text p50', 'p99', 'errors', 'mean wait', 'longest wait']
  console.log(`\n${table([titles, ...cells])}\n`)
  console.log(
    `${machineOf(stage.databases)}; ${processesText()}, ${pooler.clientsMost} connections to PgBouncer, and ${options.pooler} from it to PostgreSQL.`
  )
  reportOthers(rows.map(({ summary }) => summary))
  return finish(options, { plan, processCount, rows }, false)
}

function machineOf({ version }) {
  return machineWith(nodeVersion, `PostgreSQL ${version}`)
}

function processesText() {
  return processCount === 1 ? 'one server process' : `${processCount} server processes below the launcher`
}

function report(databases, { settling, rounds, counts }) {
  const summaries = Object.fromEntries(
    Object.entries(rounds).map(([name, ofScenes]) => [
      name,
      Object.fromEntries(
        Object.entries(ofScenes).map(([scene, played]) => {
          const warmUp = scene === 'burst' ? settling[name] : []
          return [scene, { ...summarize(played, warmUp), ...counts[name][scene] }]
        })
      ),
    ])
  )
  const { floor, facet = null, beside = null } = summaries
  const verdicts = judge(floor, facet)
  const machine = machineOf(databases)
  console.log(`\n${showVerdicts(verdicts, sceneTitles)}\n`)
  if (beside) console.log(`${showBeside(verdicts, judge(floor, beside))}\n`)
  console.log(
    `${machine}; medians of ${plan.rounds} × ${plan.measureMs / 1000} s, floor and Facet in turn, ${processesText()}.`
  )
  for (const [name, side] of Object.entries({ 'the floor': floor, ...(facet && { Facet: facet }) })) {
    const share = ([scene, { machineShare, clientCores, mockCores }]) =>
      `${scene} ${figure(machineShare === null ? null : machineShare * 100, '%')} (${figure(clientCores)} and ${figure(mockCores)} cores)`
    console.log(
      `Share of the machine with ${name} (of it, load driver and mock model): ${Object.entries(side).map(share).join(', ')}.`
    )
  }
  for (const scene of Object.keys(countedScenes))
    if (facet?.[scene].statements) console.log(`Statements per reply of Facet, ${scene}: ${facet[scene].statements}.`)
  reportOthers([floor, facet].filter(Boolean).flatMap((side) => Object.values(side)))
  if (databases.postmaster === null)
    console.log('PostgreSQL cannot be measured (another machine, or no /proc): its CPU is not counted.')

  const missed = verdicts.filter(({ verdict }) => verdict === 'missed')
  if (facet)
    console.log(
      missed.length === 0
        ? 'Every target reached.'
        : `Missed: ${missed.map(({ scene, name }) => `${sceneTitles[scene]}, ${name}`).join('; ')}.`
    )
  const { version, durable } = databases
  const postgres = { version, durable }
  const figures = { machine, postgres, plan, processCount, scenes, verdicts, summaries, rounds }
  return finish(options, figures, missed.length > 0)
}

/** Returns the table of both builds. */
function showBeside(here, there) {
  const cells = ({ facet, unit, shown }) => [figure(facet, unit), shown ?? '']
  const rows = here.map((line, index) => [sceneTitles[line.scene], line.name, ...cells(line), ...cells(there[index])])
  return table([['load', 'figure', 'this build', 'to the floor', other.name, 'to the floor'], ...rows])
}

function reportOthers(summaries) {
  if (!canMeasureProcesses) return
  const others = Math.max(...summaries.map(({ otherCores }) => otherCores))
  console.log(
    `Everything else on the machine took up to ${figure(others)} cores${others > 0.3 ? ': too much to trust these figures' : ''}.`
  )
}
