import 'reflect-metadata'
import { globSync, writeFileSync } from 'node:fs'
import { constants } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'
import { assert } from '@japa/assert'
import { configure, processCLIArgs, run } from '@japa/runner'
import type { Suite } from '@japa/runner/core'
import { spec } from '@japa/runner/reporters'
import type { RunnerEvents } from '@japa/runner/types'
import { configureGlobal } from 'fast-check'
import { bootApp, prepareApp, terminateApp } from '#tests/support/app'
import { dropDatabases } from '#tests/support/databases'
import { stopServers } from '#tests/support/server'
import { unmatchedPatterns } from '#tests/support/unmatched_patterns'

/**
 * Runs the server-side tests. Module tests run inside a booted application with a fresh database. HTTP tests use real server processes
 * (tests/support/server.ts).
 */
process.env.NODE_ENV = 'test'
process.env.LOG_LEVEL ??= 'silent'
// No test depends on the speed of the machine.
process.env.PICTURE_READ_TIMEOUT_MS ??= '120000'
// Property tests generate the same values in every run, unless SEED is set.
configureGlobal({ seed: Number(process.env.SEED ?? 1) })
const summary = { passed: 0, failed: 0, skipped: 0, failures: [] as string[] }

const cleanUp = async () => {
  await stopServers()
  await terminateApp()
  await dropDatabases()
}

const firstError = ({ errors: [first] }: RunnerEvents['test:end']): string =>
  first?.error instanceof Error ? (first.error.stack ?? first.error.message) : String(first?.error)

/** Ends the run on a signal. Otherwise, the signal would only close open browsers, and every later test would fail. */
for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
  process.once(name, async () => {
    // The parent process may forward the same signal again.
    process.on(name, () => {})
    await Promise.race([cleanUp().catch(console.error), sleep(5_000)])
    process.exit(128 + constants.signals[name])
  })

const withApp = (suite: Suite) =>
  suite.setup(async () => {
    await bootApp()
  })

const suites = [
  {
    name: 'units',
    files: [
      'modules/kernel/tests/**/*.spec.ts',
      'plugins/!(bus-postgres)/tests/**/*.spec.ts',
      'tests/architecture/**/*.spec.ts',
    ],
  },
  // `bus-postgres` needs a database. The suites `chat` and `modules` take about the same time, so that they can run concurrently.
  { name: 'chat', files: ['modules/{chat,economy,lore}/tests/**/*.spec.ts'], configure: withApp },
  {
    name: 'modules',
    files: [
      'modules/!(kernel|chat|economy|lore)/tests/**/*.spec.ts',
      'plugins/bus-postgres/tests/**/*.spec.ts',
      'tests/tables/**/*.spec.ts',
    ],
    configure: withApp,
  },
  {
    name: 'server',
    files: ['apps/server/tests/**/*.spec.ts', 'cli/tests/**/*.spec.ts', 'tests/{guides,upgrade}/**/*.spec.ts'],
  },
  { name: 'faults', files: ['tests/faults/**/*.spec.ts'] },
  { name: 'browser', files: ['tests/browser/**/*.spec.ts'] },
]

const args = process.argv.slice(2)
const chosen = args.filter((arg) => !arg.startsWith('-'))
const files = suites
  .filter(({ name }) => chosen.length === 0 || chosen.includes(name))
  .flatMap((suite) => globSync(suite.files))
const patterns = args.flatMap((arg) => /^--files=(.*)$/.exec(arg)?.[1]!.split(',') ?? [])
const unmatched = unmatchedPatterns(patterns, files)
if (unmatched.length > 0) throw new Error(`--files matches no file of the suites: ${unmatched.join(', ')}`)

// The units suite has no database.
if (process.env.DATABASE_URL) await prepareApp()

processCLIArgs(args)
configure({
  suites,
  plugins: [assert()],
  timeout: 240_000,
  reporters: {
    activated: ['spec', 'summary'],
    list: [
      spec(),
      {
        name: 'summary',
        handler: (_, emitter) => {
          emitter.on('test:end', (test: RunnerEvents['test:end']) => {
            if (test.isSkipped || test.isTodo) summary.skipped++
            else if (test.hasError) {
              summary.failed++
              summary.failures.push(`${test.meta.fileName ?? ''} ${test.title.expanded}\n${firstError(test)}`)
            } else summary.passed++
          })
        },
      },
    ],
  },
  teardown: [
    async () => {
      await cleanUp()
      if (process.env.TEST_SUMMARY) writeFileSync(process.env.TEST_SUMMARY, JSON.stringify(summary))
    },
  ],
  forceExit: true,
})

await run()
