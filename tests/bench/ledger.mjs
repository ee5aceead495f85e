/**
 * Measures holds and charges per second through the ledger's functions, against the barest SQL. README.md explains the figures. Run it
 * with Node 24 after a build.
 */
import { randomUUID } from 'node:crypto'
import pg from 'pg'

import { analyze } from './lib/database.mjs'
import { floor, ledger } from './lib/ledger_sides.mjs'
import { machineWith, nodeVersion } from './lib/machine.mjs'
import { finish, readOptions } from './lib/options.mjs'
import { runWithCleanup } from './lib/run_with_cleanup.mjs'
import { openStage } from './lib/stage.mjs'
import { median, spread } from './lib/stats.mjs'
import { figure, table } from './lib/table.mjs'

const options = readOptions('ledger')

const runDeadlineMs = 180_000
const plan = options.quick
  ? { rounds: 1, warmUpMs: 500, measureMs: 1_500 }
  : { rounds: 9, warmUpMs: 300, measureMs: 1_200 }
const clients = 8
const scenes = [
  { name: '1,000 users', users: 1_000, target: 0.7 },
  { name: 'one hot user', users: 1, target: 0.6 },
  // These scenes are for information. In them, the floor's statements are prepared as well.
  { name: '1,000 users, prepared', users: 1_000, isPrepared: true },
  { name: 'one hot user, prepared', users: 1, isPrepared: true },
]

await runWithCleanup(runDeadlineMs, bench)

async function bench(undo) {
  const { dataDir, databases } = await openStage(undo, { isDurable: true })
  const userIds = Array.from({ length: 1_000 }, () => randomUUID())
  const sides = [
    { ...floor, databaseUrl: databases.floorUrl },
    { ...ledger, databaseUrl: databases.facetUrl },
  ]
  for (const side of sides) {
    side.pool = new pg.Pool({ connectionString: side.databaseUrl, max: clients, idleTimeoutMillis: 0 })
    // Dropping the database terminates connections that are still closing.
    side.pool.on('error', () => {})
    undo(() => side.pool.end())
    await side.prepare(side.pool, userIds, { databaseUrl: side.databaseUrl, dataDir })
    side.taken = 0
  }
  // Plans of tables that were analyzed while empty would read all of their rows later.
  for (const side of sides) await playRound(side, userIds)
  await analyze(databases.floorUrl, databases.facetUrl)

  const rounds = []
  for (let number = 0; number < plan.rounds; number++) {
    for (const { name: scene, users, isPrepared } of scenes)
      // Alternate the order, so that a machine that gets slower or faster favors neither.
      for (const side of number % 2 === 0 ? sides : sides.toReversed())
        rounds.push({ scene, side: side.name, ...(await playRound(side, userIds.slice(0, users), isPrepared)) })
    console.log(`round ${number + 1} of ${plan.rounds}`)
  }
  const faults = await audit(sides)
  return report(databases, rounds, faults)
}

/** Plays a round, in which every client holds and charges one after another, each with its own commit. */
async function playRound(side, userIds, isPrepared = false) {
  const [hold, take] = ['hold', 'take'].map((name) => ({ text: side[name], ...(isPrepared && { name }) }))
  const begins = performance.now() + plan.warmUpMs
  const ends = begins + plan.measureMs
  const expiresAt = new Date(Date.now() + 7_200_000)
  const times = []
  const work = async () => {
    for (;;) {
      const began = performance.now()
      if (began > ends) return
      const id = randomUUID()
      const userId = userIds[Math.floor(Math.random() * userIds.length)]
      await side.pool.query({ ...hold, values: [userId, id, 3, expiresAt] })
      await side.pool.query({ ...take, values: [userId, id, 'chat', 'A reply'] })
      side.taken++
      if (began >= begins) times.push(performance.now() - began)
    }
  }
  await Promise.all(Array.from({ length: clients }, work))
  return { perSecond: times.length / ((performance.now() - begins) / 1_000), ms: spread(times) }
}

/** Throws if a side lost or duplicated a pair. */
async function audit(sides) {
  const faults = []
  for (const { name, pool, audit: question, taken } of sides) {
    const { rows } = await pool.query(question)
    if (rows[0].taken !== taken) faults.push(`${name} took ${rows[0].taken} of ${taken}`)
    if (!rows[0].is_right) faults.push(`the figures of ${name} don't add up`)
  }
  return faults
}

function report({ version, durable }, rounds, faults) {
  const of = (scene, side) => rounds.filter((round) => round.scene === scene && round.side === side)
  const verdicts = scenes.map(({ name, target = null }) => {
    const [theirs, ours] = [floor, ledger].map((side) => of(name, side.name))
    const perSecond = [theirs, ours].map((some) => median(some.map((round) => round.perSecond)))
    // Computes ratios per round, because other load on the machine changes between rounds.
    const ratio = median(ours.map((round, index) => round.perSecond / theirs[index].perSecond))
    const p99 = [theirs, ours].map((some) => median(some.map((round) => round.ms.p99)))
    return { scene: name, floor: perSecond[0], ledger: perSecond[1], ratio, target, holds: ratio >= (target ?? 0), p99 }
  })
  console.log(
    `\n${table([
      ['hold + charge', 'bare floor', 'ledger', 'ratio', 'target', 'p99 of one pair', 'verdict'],
      ...verdicts.map(({ scene, floor, ledger, ratio, target, holds, p99 }) => [
        scene,
        `${figure(floor)}/s`,
        `${figure(ledger)}/s`,
        figure(ratio),
        target === null ? '' : `at least ${target}`,
        `${figure(p99[0])} and ${figure(p99[1], 'ms')}`,
        target === null ? '' : holds ? 'reached' : 'missed',
      ]),
    ])}\n`
  )
  const machine = machineWith(nodeVersion, `PostgreSQL ${version}`)
  console.log(`${machine}; ${clients} connections, medians of ${plan.rounds} × ${plan.measureMs / 1_000} s, in turn.`)
  for (const fault of faults) console.log(`FAULT: ${fault}.`)
  const code = finish(
    options,
    { machine, postgres: { version, durable }, plan, verdicts, rounds, faults },
    verdicts.some(({ holds }) => !holds)
  )
  return faults.length > 0 ? 1 : code
}
