import { readdirSync, readFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import process from 'node:process'
import { runChild } from './child.mjs'
import { lineOf, say as sayAloud } from './say.mjs'

/*
 * Each function runs one suite and returns `{ passed, failed, skipped, failures }`. `failures` contains the title of each failed test, and
 * its error where the runner reports it. The suite writes to the terminal, or to `write(text, 'out' | 'err')` if given.
 */

/** The number of concurrent test files. Tests mostly wait for PostgreSQL, so running one file at a time would leave cores idle. */
const concurrency = Math.max(2, availableParallelism() - 1)

/** Runs the launcher's tests under the system's Node, like the launcher. `npm run test:long` runs the files `*.long.test.mjs`. */
export async function runLauncherTests({ root, folder, rest, write, isLong = null }) {
  const tests = join(root, 'apps/launcher/tests')
  const files = readdirSync(tests).filter(
    (name) => name.endsWith('.test.mjs') && (isLong === null || name.endsWith('.long.test.mjs') === isLong)
  )
  const report = join(folder, 'launcher.tap')
  const reporters = ['spec', 'stdout', 'tap', report].map(
    (value, n) => `--test-reporter${n % 2 ? '-destination' : ''}=${value}`
  )
  const code = await runChild(
    process.execPath,
    ['--test', `--test-concurrency=${concurrency}`, ...reporters, ...rest, ...files.map((name) => join(tests, name))],
    {
      cwd: root,
      env: environmentFor(write, withoutTestContext()),
      write,
    }
  )
  return judge({ name: 'launcher', code, write }, () => {
    const text = readFileSync(report, 'utf8')
    const count = (word) => Number(new RegExp(`^# ${word} (\\d+)$`, 'm').exec(text)?.[1] ?? 0)
    return {
      passed: count('pass'),
      failed: count('fail') + count('cancelled'),
      skipped: count('skipped') + count('todo'),
      failures: [...text.matchAll(/^ *not ok \d+ - (.*)$/gm)].map(([, title]) => title),
    }
  })
}

/** Runs the tests of everything that runs on the server. `databaseUrl` is for a superuser, because tests create their own databases. */
export async function runJapa({ root, node, folder, databaseUrl, rest, write, environment = {} }) {
  const report = join(folder, 'japa.json')
  const code = await runChild(node, ['--import=./tests/support/typescript.mjs', 'apps/server/bin/test.ts', ...rest], {
    cwd: root,
    env: environmentFor(write, {
      ...process.env,
      NODE_ENV: 'test',
      FACET_ROOT: root,
      DATABASE_URL: databaseUrl,
      TEST_SUMMARY: report,
      // The tests start hundreds of servers, which reuse each other's compiled modules, and those of earlier runs.
      NODE_COMPILE_CACHE: join(root, 'node_modules/.cache/compiled'),
      ...environment,
    }),
    write,
  })
  return judge({ name: 'japa', code, write }, () => JSON.parse(readFileSync(report, 'utf8')))
}

/** Runs the tests of the web app. `npm run test:long` runs the tests tagged `@long`. */
export async function runWebTests({ root, node, folder, rest, write, isLong = null }) {
  const report = join(folder, 'web.json')
  const vitest = join(root, 'node_modules/vitest/vitest.mjs')
  const args = [
    'run',
    '--config',
    'vite.config.ts',
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${report}`,
    ...(isLong === null ? [] : [`--tags-filter=${isLong ? '' : '!'}@long`]),
  ]
  // A document allocates much, so a small new generation is collected all the time.
  const code = await runChild(
    node,
    ['--max-semi-space-size=64', '--min-semi-space-size=32', vitest, ...args, ...rest],
    {
      cwd: join(root, 'apps/web'),
      env: environmentFor(write, { ...process.env, NODE_ENV: 'test' }),
      write,
    }
  )
  return judge({ name: 'web', code, write }, () => {
    // Vitest reports tests that the tag filter excludes as skipped.
    const results = JSON.parse(readFileSync(report, 'utf8')).testResults.flatMap(({ name: file, assertionResults }) =>
      assertionResults
        .filter(({ tags }) => isLong === null || tags.includes('@long') === isLong)
        .map((result) => ({ file, ...result }))
    )
    const having = (...states) => results.filter(({ status }) => states.includes(status))
    const failed = having('failed')
    return {
      passed: having('passed').length,
      failed: failed.length,
      skipped: having('pending', 'skipped', 'todo').length,
      failures: failed.map(({ file, fullName, failureMessages }) => `${file} ${fullName}\n${failureMessages[0]}`),
    }
  })
}

/** Counts a crashed or empty suite as one failure. */
function judge({ name, code, write }, readCounts) {
  const say = (line) => (write ? write(lineOf(`${name}: ${line}`), 'err') : sayAloud(`${name}: ${line}`))
  let counts = { passed: 0, failed: 0, skipped: 0, failures: [] }
  try {
    counts = { ...counts, ...readCounts() }
  } catch (error) {
    say(`no result was written (${error.message})`)
  }
  if (counts.failed === 0 && code !== 0) {
    say(`the suite ended with exit code ${code} without naming a failed test`)
    counts.failed = 1
  } else if (counts.failed === 0 && counts.passed === 0) {
    say('no test ran')
    counts.failed = 1
  }
  return counts
}

/** Keeps colors if the output goes through a pipe to a terminal. */
function environmentFor(write, environment) {
  return write && process.stdout.isTTY && !environment.NO_COLOR ? { FORCE_COLOR: '1', ...environment } : environment
}

/** Removes NODE_TEST_CONTEXT. node:test sets it for its children, which then report to node:test instead of to us. */
function withoutTestContext() {
  const { NODE_TEST_CONTEXT: _, ...environment } = process.env
  return environment
}
