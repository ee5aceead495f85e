import process from 'node:process'
import { makeFolder, spawnScript, support } from './world.mjs'

export const withDatabase = support('../../with_database.mjs')

/** Runs a command that prints its process id and DATABASE_URL, between the shell scripts `first` and `then`. */
export function runWithDatabase(t, then, first = ':') {
  const folder = makeFolder(t)
  const run = spawnScript(
    t,
    [withDatabase, '--unsafe-fast', '--', 'sh', '-c', `${first}; echo $$ $DATABASE_URL; ${then}`],
    {
      env: { ...process.env, TMPDIR: folder },
    }
  )
  return { folder, ...run }
}
