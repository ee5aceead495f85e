import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { exitCodeOf } from '../child.mjs'
import { ROOT } from '../settings.mjs'
import { until } from './support/world.mjs'

test('ends npm run check on SIGTERM, and begins no further check', async () => {
  const check = spawn(process.execPath, [join(ROOT, 'apps/launcher/check.mjs')], {
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  const code = exitCodeOf(check)
  let output = ''
  check.stderr.setEncoding('utf8').on('data', (text) => (output += text))
  const children = () =>
    readFileSync(`/proc/${check.pid}/task/${check.pid}/children`, 'utf8').split(' ').filter(Boolean)
  await until(() => output.includes('checking: ') && children().length >= 2, 'two checks')
  check.kill('SIGTERM')
  assert.equal(await code, 143)
  assert.doesNotMatch(output, /checking: lint/)
})
