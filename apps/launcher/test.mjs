import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import process from 'node:process'
import { prepare } from './prepare.mjs'
import { Refusal, runMain, say } from './say.mjs'
import { ROOT } from './settings.mjs'
import { runJapa, runLauncherTests, runWebTests } from './suites.mjs'
import { openThrowawayDatabase } from './throwaway_database.mjs'

const SUITES = { launcher: runLauncherTests, japa: runJapa, web: runWebTests }

/**
 * `npm test [-- --only launcher|japa|web] [-- FURTHER ARGUMENTS]`: every suite, one after another, on a throw-away
 * PostgreSQL. The last line is `N passed, N failed`; a suite that crashed or ran nothing counts as one failed.
 */
await runMain(async () => {
  const { names, rest } = readArguments(process.argv.slice(2))
  // Only the server's tests run what was built: they start real server processes and open the web app in a browser.
  const needsLittle = areUnits(names, rest)
  const built = names.includes('japa') && !needsLittle
  const node = await prepare({ server: built, web: built })
  let interrupted = false
  for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(name, () => (interrupted = true))

  const database = needsLittle ? null : await openThrowawayDatabase({ unsafeFast: true, say })
  const folder = mkdtempSync(join(tmpdir(), 'test-results-'))
  const total = { passed: 0, failed: 0, skipped: 0 }
  try {
    for (const name of names) {
      if (interrupted) throw new Refusal('The tests were interrupted.')
      say(`testing: ${name}`)
      const result = await SUITES[name]({ root: ROOT, node, folder, databaseUrl: database?.url, rest })
      for (const key of Object.keys(total)) total[key] += result[key]
      say(`${name}: ${inWords(result)}`)
    }
  } finally {
    await database?.remove()
    rmSync(folder, { recursive: true, force: true })
  }
  process.stdout.write(`${inWords(total)}\n`)
  return total.failed > 0 ? 1 : 0
})

/** `--only japa units`: the tests of plugins and the kernel, which run from the sources and ask no database. */
function areUnits(names, rest) {
  const suites = rest.filter((arg) => !arg.startsWith('-'))
  return names.length === 1 && suites.length === 1 && suites[0] === 'units'
}

function readArguments(args) {
  const at = args.indexOf('--only')
  if (at === -1) return { names: Object.keys(SUITES), rest: args }
  const name = args[at + 1]
  if (!SUITES[name]) throw new Refusal(`--only takes one of ${Object.keys(SUITES).join(', ')}`)
  return { names: [name], rest: [...args.slice(0, at), ...args.slice(at + 2)] }
}

function inWords({ passed, failed, skipped }) {
  return `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`
}
