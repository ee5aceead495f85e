import { spawn } from 'node:child_process'
import { existsSync, renameSync, rmSync } from 'node:fs'
import { basename, join } from 'node:path'
import process from 'node:process'
import { exitCodeOf } from './child.mjs'
import { Refusal } from './say.mjs'
import { writeStamp } from './source_stamp.mjs'

/** Replaces a build folder with a finished draft by renaming, so that an interrupted build keeps the previous one. */
export function makeWhole({ draft, place, stamp }) {
  writeStamp(join(draft, '.stamp'), stamp)
  const old = `${draft}.old`
  rmSync(old, { recursive: true, force: true })
  if (existsSync(place)) renameSync(place, old)
  renameSync(draft, place)
  rmSync(old, { recursive: true, force: true })
}

/** Runs a tool and shows its output only when it fails. */
export async function runQuietly(file, args, cwd, environment = {}) {
  const child = spawn(file, args, {
    cwd,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, NO_COLOR: '1', ...environment },
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', (text) => (output += text))
  const code = await exitCodeOf(child)
  if (code !== 0) throw new Refusal(`${basename(args[0])} failed (exit code ${code}):\n${output.trim()}`)
}
