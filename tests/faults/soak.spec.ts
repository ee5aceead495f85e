import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { test } from '@japa/runner'
import { seedOfRun } from '#tests/support/dice'
import { longRun } from '#tests/support/long_run'

const root = join(import.meta.dirname, '../..')

test.group('A soak', () => {
  test('with three servers, mixed load and faults of provider, database and processes loses, duplicates and mischarges nothing', async ({
    assert,
    cleanup,
  }) => {
    const seed = seedOfRun()
    const { SOAK_MINUTES } = process.env
    const size = SOAK_MINUTES ? ['--minutes', SOAK_MINUTES] : ['--quick']
    const args = ['tests/bench/soak.mjs', ...size, '--seed', String(seed)]
    const child = spawn(process.execPath, args, { cwd: root, stdio: ['ignore', 'pipe', 'pipe'] })
    cleanup(() => void child.kill('SIGTERM'))
    let report = ''
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (piece) => (report += piece))
    const code = await new Promise((resolve) => child.once('close', resolve))
    const problems = report.split('\n').filter((line) => /BREACH|unexpected: |\bmissed\b/.test(line))
    assert.equal(code, 0, [`SEED=${seed}`, ...problems, report].join('\n'))
  })
    .timeout(1_500_000)
    .tags(longRun)
})
