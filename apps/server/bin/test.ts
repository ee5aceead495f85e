import 'reflect-metadata'
import { writeFileSync } from 'node:fs'
import { constants } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'
import { assert } from '@japa/assert'
import { configure, processCLIArgs, run } from '@japa/runner'
import type { Suite } from '@japa/runner/core'
import { spec } from '@japa/runner/reporters'
import type { RunnerEvents } from '@japa/runner/types'
import { bootApp, prepareApp, terminateApp } from '#tests/support/app'
import { dropDatabases } from '#tests/support/databases'
import { stopServers } from '#tests/support/server'

/**
 * Runs the server-side tests. Module tests run inside a booted application with a fresh database. HTTP tests use real server processes
 * (tests/support/server.ts).
 */
process.env.NODE_ENV = 'test'
process.env.LOG_LEVEL ??= 'silent'
const counts = { passed: 0, failed: 0, skipped: 0 }

const cleanUp = async () => {
  await stopServers()
  await terminateApp()
  await dropDatabases()
}

/** A signal ends the run. Otherwise it would only end open browsers, and every later test would fail. */
for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
  process.once(name, async () => {
    // The parent process may forward the same signal again.
    process.on(name, () => {})
    await Promise.race([cleanUp().catch(console.error), sleep(5_000)])
    process.exit(128 + constants.signals[name])
  })

// The units suite has no database.
if (process.env.DATABASE_URL) await prepareApp()

/** Three tests of these suites still depend on timing: sign_in (the notice), reading (earlier messages), two_servers (a paused server). */
const retryOnce = (suite: Suite) => suite.onGroup((group) => group.tap((flaky) => flaky.retry(1)))

processCLIArgs(process.argv.slice(2))
configure({
  suites: [
    {
      name: 'units',
      files: ['modules/kernel/tests/**/*.spec.ts', 'plugins/**/tests/**/*.spec.ts', 'tests/architecture/**/*.spec.ts'],
    },
    {
      name: 'modules',
      files: ['modules/{realtime,accounts,economy,gallery,chat,imagegen,admin}/tests/**/*.spec.ts'],
      configure: (suite) => {
        suite.setup(async () => {
          await bootApp()
        })
      },
    },
    {
      name: 'server',
      files: ['apps/server/tests/**/*.spec.ts', 'cli/tests/**/*.spec.ts', 'tests/{guides,upgrade}/**/*.spec.ts'],
    },
    { name: 'faults', files: ['tests/faults/**/*.spec.ts'], configure: retryOnce },
    { name: 'browser', files: ['tests/browser/**/*.spec.ts'], configure: retryOnce },
  ],
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
            if (test.isSkipped || test.isTodo) counts.skipped++
            else if (test.hasError) counts.failed++
            else counts.passed++
          })
        },
      },
    ],
  },
  teardown: [
    async () => {
      await cleanUp()
      if (process.env.TEST_SUMMARY) writeFileSync(process.env.TEST_SUMMARY, JSON.stringify(counts))
    },
  ],
  forceExit: true,
})

await run()
