import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import process from 'node:process'
import { runChild } from './child.mjs'
import { say } from './say.mjs'

/** The launcher's own tests, under the Node that runs us: the launcher must do with the system's. */
export async function runLauncherTests({ root, folder, rest, output = 'stdout' }) {
  const tests = join(root, 'apps/launcher/tests')
  const files = readdirSync(tests).filter((name) => name.endsWith('.test.mjs'))
  const report = join(folder, 'launcher.tap')
  const reporters = ['spec', output, 'tap', report].map(
    (value, n) => `--test-reporter${n % 2 ? '-destination' : ''}=${value}`
  )
  const code = await runChild(
    process.execPath,
    ['--test', ...reporters, ...rest, ...files.map((name) => join(tests, name))],
    {
      cwd: root,
      env: withoutTestContext(),
    }
  )
  return judge('launcher', code, () => {
    const text = readFileSync(report, 'utf8')
    const count = (word) => Number(new RegExp(`^# ${word} (\\d+)$`, 'm').exec(text)?.[1] ?? 0)
    return {
      passed: count('pass'),
      failed: count('fail') + count('cancelled'),
      skipped: count('skipped') + count('todo'),
    }
  })
}

/** Server, modules, plugins, CLI and what crosses rooms; DATABASE_URL is an administrator's, tests make their own databases. */
export async function runJapa({ root, node, folder, databaseUrl, rest }) {
  const report = join(folder, 'japa.json')
  const code = await runChild(node, ['--import=@poppinss/ts-exec', 'apps/server/bin/test.ts', ...rest], {
    cwd: root,
    env: { ...process.env, NODE_ENV: 'test', FACET_ROOT: root, DATABASE_URL: databaseUrl, TEST_SUMMARY: report },
  })
  return judge('japa', code, () => JSON.parse(readFileSync(report, 'utf8')))
}

export async function runWebTests({ root, node, folder, rest }) {
  const report = join(folder, 'web.json')
  const vitest = join(root, 'node_modules/vitest/vitest.mjs')
  const args = [
    'run',
    '--config',
    'vite.config.ts',
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${report}`,
  ]
  const code = await runChild(node, [vitest, ...args, ...rest], {
    cwd: join(root, 'apps/web'),
    env: { ...process.env, NODE_ENV: 'test' },
  })
  return judge('web', code, () => {
    const {
      numPassedTests,
      numFailedTests,
      numPendingTests,
      numTodoTests = 0,
    } = JSON.parse(readFileSync(report, 'utf8'))
    return { passed: numPassedTests, failed: numFailedTests, skipped: numPendingTests + numTodoTests }
  })
}

/** A suite that ended badly without naming a failed test, or that ran nothing, is a failure too. */
function judge(name, code, readCounts) {
  let counts = { passed: 0, failed: 0, skipped: 0 }
  try {
    counts = { ...counts, ...readCounts() }
  } catch (error) {
    say(`${name}: no result was written (${error.message})`)
  }
  if (counts.failed === 0 && code !== 0) {
    say(`${name}: the suite ended with exit code ${code} without naming a failed test`)
    counts.failed = 1
  } else if (counts.failed === 0 && counts.passed === 0) {
    say(`${name}: no test ran`)
    counts.failed = 1
  }
  return counts
}

/** Set when we are tested ourselves; node:test would then report to its parent instead of to us. */
function withoutTestContext() {
  const { NODE_TEST_CONTEXT: _, ...environment } = process.env
  return environment
}
