import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ROOT } from '../../../apps/launcher/settings.mjs'

/**
 * Builds another commit in a folder of its own, unless that has been done. Resolves to `{ root, name }`, the folder and the short hash.
 */
export async function buildOf(commit) {
  const name = run('git', ['rev-parse', '--short=12', '--verify', `${commit}^{commit}`], { cwd: ROOT }).trim()
  const root = join(tmpdir(), `facet-build-${name}`)
  const mark = join(root, '.built')
  if (!existsSync(mark)) {
    console.log(`building ${name} in ${root}`)
    rmSync(root, { recursive: true, force: true })
    mkdirSync(root)
    run('tar', ['-x', '-C', root], {
      cwd: ROOT,
      input: run('git', ['archive', '--format=tar', name], { cwd: ROOT, encoding: 'buffer' }),
    })
    run('node', ['apps/launcher/build.mjs'], { cwd: root })
    writeFileSync(mark, '')
  }
  return { root, name }
}

function run(command, args, options) {
  const { status, stdout, stderr, error } = spawnSync(command, args, {
    encoding: 'utf8',
    maxBuffer: 2 ** 30,
    ...options,
  })
  if (status !== 0)
    throw new Error(`${command} ${args.join(' ')} failed: ${error?.message ?? String(stderr).slice(-2000)}`)
  return stdout
}
