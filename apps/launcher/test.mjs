import { randomBytes } from 'node:crypto'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { availableParallelism, tmpdir } from 'node:os'
import { join } from 'node:path'
import process from 'node:process'
import { holdSignals } from './child.mjs'
import { OrderedOutput } from './ordered_output.mjs'
import { prepare } from './prepare.mjs'
import { lineOf, Refusal, runMain, say } from './say.mjs'
import { ROOT } from './settings.mjs'
import { runJapa, runLauncherTests, runWebTests } from './suites.mjs'
import { openThrowawayDatabase } from './throwaway_database.mjs'

const RUNNERS = { launcher: runLauncherTests, japa: runJapa, web: runWebTests }

/**
 * The suites, longest first, but those last that use all cores themselves. Suites in one string share a process, which saves loading the
 * modules again, and a server. `npm run test:long` runs the tests tagged `@long`, and the launcher's `*.long.test.mjs`.
 */
const SUITES = {
  fast: ['modules', 'chat', 'faults browser', 'server', 'web', 'units', 'launcher'],
  long: ['faults', 'browser', 'server', 'web', 'launcher', 'chat', 'modules', 'units'],
}
const LONG_RUN = { TEST_RUN: 'long', FUZZ_RUNS: '200', SOAK_MINUTES: '10' }
/** Two more than the cores of a two-core machine, because tests also wait for servers, databases and timers. */
const MAX_CONCURRENT_SUITES = 4
/** The maximum number of failures per suite that are repeated at the end of the output. */
const MAX_LISTED_FAILURES = 10

/**
 * `npm test [-- --only launcher|japa|web ARGUMENTS]` runs every suite except the tests tagged `@long`, which `npm run test:long` runs.
 * The suites share a temporary PostgreSQL. The output ends with the failures, and the last line is `N passed, N failed`. A suite that
 * crashes or runs nothing counts as one failure.
 */
await runMain(async () => {
  const { only, rest, isLong } = readArguments(process.argv.slice(2))
  const needsBuild = only === null || (only === 'japa' && !isUnitsOnly(rest))
  const node = await prepare({ server: needsBuild, web: needsBuild })
  const folder = mkdtempSync(join(tmpdir(), 'test-results-'))
  const output = new OrderedOutput()
  const held = holdSignals()
  // Shared so that only one suite migrates and seeds a database.
  const shared = { TEST_DATABASES: randomBytes(8).toString('hex') }
  let database = null

  const results = []
  const run = async ({ name, runner, args, environment, isLong }, write) => {
    if (held.code !== null) throw new Refusal('The tests were interrupted.')
    const startedAt = Date.now()
    const writeLine = (line) => (write ? write(lineOf(line), 'err') : say(line))
    writeLine(`testing: ${name}`)
    const needsDatabase = runner === 'japa' && !isUnitsOnly(args)
    if (needsDatabase) database ??= openThrowawayDatabase({ unsafeFast: true, inMemory: true, say: writeLine })
    const reportFolder = join(folder, name)
    mkdirSync(reportFolder)
    const result = await RUNNERS[runner]({
      root: ROOT,
      node,
      folder: reportFolder,
      databaseUrl: needsDatabase ? (await database).url : undefined,
      rest: args,
      write,
      environment: { ...shared, ...environment },
      isLong,
    })
    results.push({
      name,
      ...result,
      line: `${name}: ${inWords(result)} (${((Date.now() - startedAt) / 1000).toFixed(0)} s)`,
    })
    writeLine(results.at(-1).line)
  }

  try {
    if (only === null) {
      await runConcurrently(
        Math.min(MAX_CONCURRENT_SUITES, availableParallelism() + 2),
        suitesOf(isLong),
        async (suite) => {
          const task = output.open()
          await run(suite, task.write).finally(task.end)
        }
      )
      for (const { line } of results) say(line)
    } else await run({ name: only, runner: only, args: rest })
  } finally {
    output.flush()
    await (await database?.catch(() => null))?.remove()
    rmSync(folder, { recursive: true, force: true })
  }
  const sum = (key) => results.reduce((total, result) => total + result[key], 0)
  const total = { passed: sum('passed'), failed: sum('failed'), skipped: sum('skipped') }
  for (const { name, failures } of results)
    for (const failure of failures.slice(0, MAX_LISTED_FAILURES)) say(`failed in ${name}: ${failure.slice(0, 1000)}`)
  process.stdout.write(`${inWords(total)}\n`)
  return total.failed > 0 ? 1 : 0
})

function suitesOf(isLong) {
  return SUITES[isLong ? 'long' : 'fast'].map((name) =>
    name in RUNNERS
      ? { name, runner: name, args: [], isLong }
      : {
          name,
          runner: 'japa',
          args: [...name.split(' '), `--tags=${isLong ? '' : '~'}@long`],
          environment: isLong ? LONG_RUN : {},
        }
  )
}

/** Rejects with the first failure, but only after all started items have finished. */
async function runConcurrently(limit, items, run) {
  const queue = [...items]
  const worker = async () => {
    for (let item; (item = queue.shift());) await run(item)
  }
  const results = await Promise.allSettled(Array.from({ length: limit }, worker))
  for (const { status, reason } of results) if (status === 'rejected') throw reason
}

/** The suite `units` contains the tests of the kernel and the plugins, which need neither a build nor a database. */
function isUnitsOnly(args) {
  const suites = args.filter((arg) => !arg.startsWith('-'))
  return suites.length === 1 && suites[0] === 'units'
}

function readArguments(args) {
  if (args.length === 1 && args[0] === '--long') return { only: null, rest: [], isLong: true }
  const at = args.indexOf('--only')
  if (at === -1 && args.length > 0)
    throw new Refusal(`Pass arguments to one suite: --only ${Object.keys(RUNNERS).join('|')}`)
  if (at === -1) return { only: null, rest: [], isLong: false }
  const only = args[at + 1]
  if (!RUNNERS[only]) throw new Refusal(`--only takes one of ${Object.keys(RUNNERS).join(', ')}`)
  return { only, rest: [...args.slice(0, at), ...args.slice(at + 2)], isLong: false }
}

function inWords({ passed, failed, skipped }) {
  return `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`
}
