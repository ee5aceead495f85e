import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import process from 'node:process'
import { runChild } from './child.mjs'
import { prepare } from './prepare.mjs'
import { Refusal, runMain } from './say.mjs'
import { ROOT } from './settings.mjs'

/** `npm run bench -- NAME ARGS`: runs tests/bench/NAME.mjs (with _ for -) with Node 24 on the built product. */
await runMain(async () => {
  const [name, ...args] = process.argv.slice(2)
  const folder = join(ROOT, 'tests/bench')
  const names = existsSync(folder)
    ? readdirSync(folder)
        .filter((file) => file.endsWith('.mjs'))
        .map((file) => file.slice(0, -4).replaceAll('_', '-'))
    : []
  if (!names.includes(name))
    throw new Refusal(`usage: npm run bench -- NAME, where NAME is one of: ${names.join(', ') || '(none yet)'}`)
  const node = await prepare({ server: true, web: true })
  return runChild(node, [join(folder, `${name.replaceAll('-', '_')}.mjs`), ...args], {
    cwd: ROOT,
    env: { ...process.env, FACET_ROOT: ROOT },
  })
})
