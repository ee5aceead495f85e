import process from 'node:process'
import { makeFolder, spawnScript, support } from './world.mjs'

export const withDatabase = support('../../with_database.mjs')

/** A command that prints its DATABASE_URL and process id, then runs `script`. */
export function runWithDatabase(t, then) {
  const folder = makeFolder(t)
  const run = spawnScript(t, [withDatabase, '--unsafe-fast', '--', 'sh', '-c', `echo $$ $DATABASE_URL; ${then}`], {
    env: { ...process.env, TMPDIR: folder },
  })
  return { folder, ...run }
}
