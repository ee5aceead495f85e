import process from 'node:process'
import { makeFolder, spawnScript, support } from './world.mjs'

export const withDatabase = support('../../with_database.mjs')

/** Runs a command that prints its process id and DATABASE_URL, then runs the shell script `then`. */
export function runWithDatabase(t, then) {
  const folder = makeFolder(t)
  const run = spawnScript(t, [withDatabase, '--unsafe-fast', '--', 'sh', '-c', `echo $$ $DATABASE_URL; ${then}`], {
    env: { ...process.env, TMPDIR: folder },
  })
  return { folder, ...run }
}
