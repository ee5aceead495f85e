/**
 * Measures the cost of a reply: the built server against its floor. README.md explains the figures. Run it with Node 24 after a build.
 */
import { buildOf } from './lib/beside.mjs'
import { calibrate } from './lib/calibration.mjs'
import { countRounds } from './lib/counts.mjs'
import { analyze } from './lib/database.mjs'
import { benchKill } from './lib/kill.mjs'
import { machineWith, nodeVersion } from './lib/machine.mjs'
import { finish, readOptions } from './lib/options.mjs'
import { canMeasureProcesses } from './lib/proc.mjs'
import { judge, judgeCounts, judgeCrowd, showCounts, showCrowd, showVerdicts, summarize } from './lib/report.mjs'
import { openReplyStage, pacedModel } from './lib/reply_stage.mjs'
import { runWithCleanup } from './lib/run_with_cleanup.mjs'
import { figure, table } from './lib/table.mjs'

const runDeadlineMs = 235_000
const lastRoundBeginsMs = 150_000 // a round takes about 45 s, and counting half a minute
/** Counts are also taken on busy machines. */
const countsDeadlineMs = 1_200_000
const countedChats = 25
/** Another side takes this much longer. */
const besideFactor = 1.6

const paced = { tokens: 50, firstMs: 100, delayMs: 20, tier: 'basic' }
const burst = { chats: 50, tokens: 100, firstMs: 0, delayMs: 0, tier: 'standard' }
/** Each chat gets ten tokens a second. There is one user per eight chats, with all built-in characters. */
const crowd = { chats: 1000, tokens: 40, firstMs: 500, delayMs: 100, tier: 'basic' }
const crowdPeople = 125
const compared = ['paced', 'burst']
for (const scene of [paced, burst, crowd]) scene.model = pacedModel(scene)

const flag = { type: 'boolean', default: false }
const options = readOptions('replies', {
  processes: {
    type: 'string',
    default: '1',
    value: 'N',
    help: 'the server runs as N processes below the launcher, which count together (1, without the launcher)',
  },
  chats: {
    type: 'string',
    value: 'N',
    help: 'paced chats, instead of the number at which the floor takes 60 % of the machine',
  },
  'floor-only': { ...flag, help: 'leave the server out: is the floor itself steady on this machine?' },
  crowd: {
    ...flag,
    help: 'instead, a thousand chats that all stream at once, and what that takes: no floor beside it',
  },
  beside: { type: 'string', value: 'COMMIT', help: 'also the build of another commit, in the same rounds' },
  counts: {
    ...flag,
    help: 'instead, only what a reply sends to the database and writes there: similar on a busy machine',
  },
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
  options.kill ? (undo) => benchKill(undo, options) : options.counts ? benchCounts : options.crowd ? benchCrowd : bench
)

async function bench(undo) {
  if (!canMeasureProcesses) console.log('CPU and memory are read from /proc, which this system lacks: they stay n/a.')
  const begunAt = performance.now()
  const stage = await openReplyStage(undo, plan)
  const { databases, play } = stage
  const sides = { floor: await stage.startFloor('durable floor', databases.floorUrl) }
  // This round is a warm-up, in which only errors count.
  const settling = { floor: [await play(sides.floor, 'floor', burst, plan.settleMs)] }
  paced.chats = options.chats ? Number(options.chats) : await calibrate((chats) => playFloor(play, sides.floor, chats))
  const scenes = { paced, burst }

  if (!options['floor-only']) {
    const models = { basic: paced.model, standard: burst.model }
    const people = Math.max(paced.chats, burst.chats)
    sides.facet = await stage.startServer({ models, people, processCount })
    settling.facet = [await play(sides.facet, 'facet', burst, plan.settleMs)]
    if (other) {
      sides.beside = await stage.startServer({
        models,
        people,
        processCount,
        root: other.root,
        databaseUrl: databases.besideUrl,
      })
      settling.beside = [await play(sides.beside, 'beside', burst, plan.settleMs)]
    }
  }
  await analyze(databases.floorUrl, databases.facetUrl, databases.besideUrl)

  const names = Object.keys(sides)
  const rounds = Object.fromEntries(names.map((name) => [name, { settling: settling[name], paced: [], burst: [] }]))
  for (let number = 0; number < plan.rounds; number++) {
    if (number > 0 && performance.now() - begunAt > lastRoundBeginsMs * times) {
      console.log('Out of time: skipping the remaining rounds.')
      break
    }
    console.log(`round ${number + 1} of ${plan.rounds}`)
    for (const sceneName of compared) {
      // Alternate the order, so that a machine that gets slower or faster favors neither.
      for (const name of number % 2 === 0 ? names : names.toReversed())
        rounds[name][sceneName].push(await play(sides[name], name, scenes[sceneName], plan.measureMs))
    }
  }
  const counts = await countRounds(undo, stage, sides, scenes)
  return report(databases, scenes, rounds, counts)
}

function playFloor(play, floor, chats) {
  return play(floor, 'floor', { ...paced, chats }, 2_000)
}

async function benchCounts(undo) {
  const stage = await openReplyStage(undo, plan)
  const { databases, play } = stage
  const scenes = { paced: { ...paced, chats: countedChats }, burst: { ...burst, chats: countedChats } }
  const models = { basic: paced.model, standard: burst.model }
  const sides = {
    floor: await stage.startFloor('durable floor', databases.floorUrl),
    facet: await stage.startServer({ models, people: countedChats }),
    ...(other && {
      beside: await stage.startServer({
        models,
        people: countedChats,
        root: other.root,
        databaseUrl: databases.besideUrl,
      }),
    }),
  }
  for (const [name, side] of Object.entries(sides)) await play(side, name, scenes.burst, plan.settleMs)
  await analyze(databases.floorUrl, databases.facetUrl, databases.besideUrl)
  const { floor, facet, beside } = await countRounds(undo, stage, sides, scenes)
  const verdicts = judgeCounts(floor, facet)
  const sceneTitles = { paced: `${countedChats} paced`, burst: `${countedChats} burst` }
  console.log(`\n${showCounts(verdicts, sceneTitles)}\n`)
  if (beside) console.log(`${showBeside(verdicts, judgeCounts(floor, beside), sceneTitles)}\n`)
  return finish(
    options,
    { verdicts, counts: { floor, facet, beside } },
    verdicts.some(({ verdict }) => verdict === 'missed')
  )
}

async function benchCrowd(undo) {
  const stage = await openReplyStage(undo, plan)
  const { databases, play } = stage
  const models = { basic: crowd.model, standard: burst.model }
  const facet = await stage.startServer({ models, people: crowdPeople, processCount })
  const settling = [await play(facet, 'facet', crowd, plan.settleMs)]
  await analyze(databases.facetUrl)
  const rounds = []
  for (let number = 0; number < plan.rounds; number++) {
    console.log(`round ${number + 1} of ${plan.rounds}`)
    rounds.push(await play(facet, 'facet', crowd, plan.measureMs))
  }
  const summary = summarize(rounds, settling)
  const verdicts = judgeCrowd(summary)
  console.log(`\n${showCrowd(verdicts)}\n`)
  console.log(
    `${machineOf(databases)}; ${crowd.chats} chats, medians of ${rounds.length} × ${plan.measureMs / 1000} s, ${processesText()}. ` +
      `Load driver and mock model took ${figure(summary.clientCores)} and ${figure(summary.mockCores)} cores, PostgreSQL ${figure(summary.postgresCores)}.`
  )
  reportOthers([summary])
  return finish(
    options,
    { plan, crowd, processCount, verdicts, summary, rounds },
    verdicts.some(({ verdict }) => verdict === 'missed')
  )
}

function machineOf({ version }) {
  return machineWith(nodeVersion, `PostgreSQL ${version}`)
}

function processesText() {
  return processCount === 1 ? 'one server process' : `${processCount} server processes below the launcher`
}

function report(databases, scenes, rounds, counts) {
  const { paced } = scenes
  const summaries = Object.fromEntries(
    Object.entries(rounds).map(([name, { settling, paced, burst }]) => [
      name,
      {
        paced: { ...summarize(paced), ...counts[name].paced },
        burst: { ...summarize(burst, settling), ...counts[name].burst },
      },
    ])
  )
  const { floor, facet = null, beside = null } = summaries
  const verdicts = judge(floor, facet)
  const sceneTitles = { paced: `${paced.chats} paced`, burst: `${burst.chats} burst`, both: 'both' }
  const machine = machineOf(databases)
  console.log(`\n${showVerdicts(verdicts, sceneTitles)}\n`)
  if (beside) console.log(`${showBeside(verdicts, judge(floor, beside), sceneTitles)}\n`)
  console.log(
    `${machine}; medians of ${rounds.floor.paced.length} × ${plan.measureMs / 1000} s, floor and Facet in turn, ${processesText()}.`
  )
  const percent = (share) => figure(share === null ? null : share * 100, '%')
  console.log(
    `Paced: ${paced.chats} chats of ${paced.tokens} tokens, at which the floor, PostgreSQL, load driver and model took ${percent(floor.paced.machineShare)} of the machine` +
      `${facet ? `, and with Facet ${percent(facet.paced.machineShare)}` : ''}. Burst: ${burst.chats} chats of ${burst.tokens} tokens.`
  )
  for (const [name, side] of Object.entries({ 'the floor': floor, ...(facet && { Facet: facet }) })) {
    const cores = (scene) => `${figure(side[scene].clientCores)} and ${figure(side[scene].mockCores)}`
    console.log(`Load driver and mock model beside ${name}: ${cores('paced')} cores paced, ${cores('burst')} burst.`)
  }
  for (const scene of compared)
    if (facet?.[scene].statements) console.log(`Statements per reply of Facet, ${scene}: ${facet[scene].statements}.`)
  reportOthers([floor, facet].filter(Boolean).flatMap(({ paced, burst }) => [paced, burst]))
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
function showBeside(here, there, sceneTitles) {
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
