import { join } from 'node:path'
import process from 'node:process'
import { holdSignals, runChild } from './child.mjs'
import { OrderedOutput } from './ordered_output.mjs'
import { prepare } from './prepare.mjs'
import { lineOf, runMain, say } from './say.mjs'
import { ROOT } from './settings.mjs'

const bin = (path) => join(ROOT, 'node_modules', path)
/** Keeps what the compiler found, so that the next run reads only what changed. */
const types = (project, name) => [
  bin('typescript/bin/tsc'),
  '--noEmit',
  '--incremental',
  '--tsBuildInfoFile',
  bin(`.cache/types_${name}.tsbuildinfo`),
  '-p',
  project,
]
const CHECKS = [
  ['types of the server', types('.', 'server')],
  ['types of the web app', types('apps/web', 'web')],
  ['lint', [bin('oxlint/bin/oxlint'), '--deny-warnings']],
  ['format', [bin('prettier/bin/prettier.cjs'), '--check', '--log-level=warn', '.']],
  [
    'OpenAPI document',
    [
      bin('@redocly/cli/bin/cli.js'),
      'lint',
      '--config=tests/api_document/redocly.yaml',
      '--format=stylish',
      'apps/server/src/openapi.json',
    ],
  ],
  ['licences and advisories', [join(ROOT, 'apps/launcher/check_dependencies.mjs')]],
  [
    'architecture',
    ['--import=./tests/support/typescript.mjs', 'apps/server/bin/test.ts', 'units', '--files=tests/architecture/*'],
  ],
]

const env = { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' }

/** `npm run check` runs all checks, two at a time, even if one fails. A signal ends the running checks, and no other begins. */
await runMain(async () => {
  const node = await prepare()
  const held = holdSignals()
  const output = new OrderedOutput()
  const failed = []
  const waiting = [...CHECKS]
  const work = async () => {
    for (let next; held.code === null && (next = waiting.shift());) {
      const [name, args] = next
      const { write, end } = output.open()
      write(lineOf(`checking: ${name}`), 'err')
      if ((await runChild(node, args, { cwd: ROOT, write, env })) !== 0) failed.push(name)
      end()
    }
  }
  await Promise.all([work(), work()])
  if (held.code !== null) return held.code
  say(failed.length > 0 ? `failed: ${failed.join(', ')}` : 'all checks passed')
  return failed.length > 0 ? 1 : 0
})
