import { join } from 'node:path'
import process from 'node:process'
import { runChild } from './child.mjs'
import { openDatabase } from './database.mjs'
import { prepare } from './prepare.mjs'
import { runMain, say } from './say.mjs'
import { readSettings, ROOT } from './settings.mjs'

/** `npm run cli -- COMMAND`: beside a running server or without one. Standard output is the command's alone. */
await runMain(async () => {
  const args = process.argv.slice(2)
  const settings = readSettings()
  const node = await prepare({ server: true })
  const command = [join(ROOT, 'build/cli/main.js'), ...args]
  const environment = { ...process.env, DATA_DIR: settings.dataDir, FACET_ROOT: ROOT }
  if (settings.databaseUrl || !wantsDatabase(args)) return runChild(node, command, { env: environment })

  const isTerminal = process.stderr.isTTY
  // A signal that comes before the command runs must not leave a database behind.
  const ignore = () => {}
  for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(name, ignore)
  const database = await openDatabase({ dataDir: settings.dataDir, say: isTerminal ? say : ignore })
  try {
    return await runChild(node, command, { env: { ...environment, DATABASE_URL: database.url } })
  } finally {
    await database.close()
  }
})

function wantsDatabase(args) {
  if (args.length === 0 || args[0] === 'help' || args[0] === 'make-plugin') return false
  return !args.some((arg) => ['--help', '-h', '--version', '-V'].includes(arg))
}
