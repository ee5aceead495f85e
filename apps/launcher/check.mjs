import { join } from 'node:path'
import { runChild } from './child.mjs'
import { prepare } from './prepare.mjs'
import { runMain, say } from './say.mjs'
import { ROOT } from './settings.mjs'

const bin = (path) => join(ROOT, 'node_modules', path)
const CHECKS = [
  ['types of the server', [bin('typescript/bin/tsc'), '--noEmit', '-p', '.']],
  ['types of the web app', [bin('typescript/bin/tsc'), '--noEmit', '-p', 'apps/web']],
  ['lint', [bin('oxlint/bin/oxlint'), '--deny-warnings']],
  ['format', [bin('prettier/bin/prettier.cjs'), '--check', '--log-level=warn', '.']],
  ['licences and advisories', [join(ROOT, 'apps/launcher/check_dependencies.mjs')]],
  ['architecture', ['--import=@poppinss/ts-exec', 'apps/server/bin/test.ts', 'units', '--files=tests/architecture/*']],
]

/** `npm run check` runs all checks, even if one fails. */
await runMain(async () => {
  const node = await prepare()
  const failed = []
  for (const [name, args] of CHECKS) {
    say(`checking: ${name}`)
    if ((await runChild(node, args, { cwd: ROOT })) !== 0) failed.push(name)
  }
  say(failed.length > 0 ? `failed: ${failed.join(', ')}` : 'all checks passed')
  return failed.length > 0 ? 1 : 0
})
