import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { availableParallelism, tmpdir } from 'node:os'
import { join } from 'node:path'
import process from 'node:process'
import { holdSignals } from './child.mjs'
import { Narration } from './narration.mjs'
import { prepare } from './prepare.mjs'
import { lineOf, Refusal, runMain, say } from './say.mjs'
import { ROOT } from './settings.mjs'
import { runJapa, runLauncherTests, runWebTests } from './suites.mjs'
import { openThrowawayDatabase } from './throwaway_database.mjs'

const SUITES = { launcher: runLauncherTests, japa: runJapa, web: runWebTests }

/**
 * All there is, in the order in which it begins: what takes longest first, and beside what waits much (servers that are killed) what
 * computes much.
 */
const PARTS = ['browser', 'modules', 'server', 'faults', 'web', 'units', 'launcher'].map((name) => ({
  name,
  ...(name in SUITES ? { suite: name, args: [] } : { suite: 'japa', args: [name] }),
}))
/** More of them than this at once would be for machines that are not there yet; on one core they take turns. */
const atOnceMax = 2

/**
 * `npm test [-- --only launcher|japa|web FURTHER ARGUMENTS]`: every suite, two at a time, those with a database each on a
 * throw-away PostgreSQL of its own. The last line is `N passed, N failed`; a suite that crashed or ran nothing counts as one failed.
 */
await runMain(async () => {
  const { only, rest } = readArguments(process.argv.slice(2))
  // Only the server's tests run what was built: they start real server processes and open the web app in a browser.
  const needsLittle = only !== null && (only !== 'japa' || areUnits(rest))
  const node = await prepare({ server: !needsLittle, web: !needsLittle })
  const folder = mkdtempSync(join(tmpdir(), 'test-results-'))
  const narration = new Narration()
  const held = holdSignals()

  const results = []
  const run = async ({ name, suite, args }, tell) => {
    if (held.code !== null) throw new Refusal('The tests were interrupted.')
    const begunAt = Date.now()
    const tellLine = (line) => (tell ? tell(lineOf(line), 'err') : say(line))
    tellLine(`testing: ${name}`)
    const needsDatabase = suite === 'japa' && !areUnits(args)
    const database = needsDatabase ? await openThrowawayDatabase({ unsafeFast: true, say: tellLine }) : null
    try {
      const own = join(folder, name)
      mkdirSync(own)
      const result = await SUITES[suite]({
        root: ROOT,
        node,
        folder: own,
        databaseUrl: database?.url,
        rest: args,
        tell,
      })
      results.push({ ...result, line: `${name}: ${inWords(result)} (${((Date.now() - begunAt) / 1000).toFixed(0)} s)` })
    } finally {
      await database?.remove()
    }
    tellLine(results.at(-1).line)
  }

  try {
    if (only === null) {
      await inLanes(Math.min(atOnceMax, availableParallelism()), PARTS, async (part) => {
        const chapter = narration.open()
        await run(part, chapter.tell).finally(chapter.end)
      })
      for (const { line } of results) say(line)
    } else await run({ name: only, suite: only, args: rest })
  } finally {
    narration.flush()
    rmSync(folder, { recursive: true, force: true })
  }
  const sum = (key) => results.reduce((total, result) => total + result[key], 0)
  const total = { passed: sum('passed'), failed: sum('failed'), skipped: sum('skipped') }
  process.stdout.write(`${inWords(total)}\n`)
  return total.failed > 0 ? 1 : 0
})

/** Does the work for all items in turn, so many at a time; what goes wrong is told when what was begun is over. */
async function inLanes(count, items, work) {
  const waiting = [...items]
  const lane = async () => {
    for (let item; (item = waiting.shift());) await work(item)
  }
  const ends = await Promise.allSettled(Array.from({ length: count }, lane))
  for (const { status, reason } of ends) if (status === 'rejected') throw reason
}

/** `--only japa units`: the tests of plugins and the kernel, which run from the sources and ask no database. */
function areUnits(rest) {
  const suites = rest.filter((arg) => !arg.startsWith('-'))
  return suites.length === 1 && suites[0] === 'units'
}

function readArguments(args) {
  const at = args.indexOf('--only')
  if (at === -1 && args.length > 0)
    throw new Refusal(`Further arguments are for one suite: --only ${Object.keys(SUITES).join('|')}`)
  if (at === -1) return { only: null, rest: [] }
  const only = args[at + 1]
  if (!SUITES[only]) throw new Refusal(`--only takes one of ${Object.keys(SUITES).join(', ')}`)
  return { only, rest: [...args.slice(0, at), ...args.slice(at + 2)] }
}

function inWords({ passed, failed, skipped }) {
  return `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`
}
