import { join, resolve } from 'node:path'
import process from 'node:process'
import { backUp } from './backup.mjs'
import { holdSignals, runChild } from './child.mjs'
import { openDatabase } from './database.mjs'
import { prepare } from './prepare.mjs'
import { runMain, say } from './say.mjs'
import { readSettings, ROOT } from './settings.mjs'

/** `npm run cli -- COMMAND`: beside a running server or without one. Standard output is the command's alone. */
await runMain(async () => {
  const args = process.argv.slice(2)
  standWhereTyped()
  const settings = readSettings()
  const node = await prepare({ server: true })
  const command = [join(ROOT, 'build/cli/main.js'), ...args]
  const environment = { ...process.env, DATA_DIR: settings.dataDir, FACET_ROOT: ROOT }
  if (settings.databaseUrl || !wantsDatabase(args)) return runChild(node, command, { env: environment })

  const held = holdSignals()
  const database = await openDatabase({ dataDir: settings.dataDir, say: process.stderr.isTTY ? say : () => {} })
  try {
    // Who was called off before it began does nothing.
    if (held.code !== null) return held.code
    if (args[0] === 'backup') return await tellOfBackup(database, settings, args)
    const { url, ownerUrl } = database
    return await runChild(node, command, {
      env: { ...environment, DATABASE_URL: url, DATABASE_OWNER_URL: ownerUrl },
    })
  } finally {
    await database.close()
  }
})

/** Files on the command line are named from where it was typed, and npm runs us in the project's folder. */
function standWhereTyped() {
  try {
    process.chdir(process.env.INIT_CWD ?? '.')
  } catch {
    // A folder that this user may not enter: what is named from there can't be found anyway.
  }
}

/** The embedded database is the launcher's, and so is its backup; of all others cli/commands/backup.ts says what to do. */
async function tellOfBackup({ ownerUrl }, { dataDir }, args) {
  const [, folder, ...rest] = args.filter((arg) => arg !== '--json')
  if (!folder || rest.length > 0) {
    process.stderr.write('Name one folder for the backup: npm run cli -- backup FOLDER\n')
    return 2
  }
  const place = resolve(process.env.INIT_CWD ?? process.cwd(), folder)
  const { bytes } = await backUp({ ownerUrl, dataDir, folder: place })
  const message = `The backup is in ${place}: a database of ${Math.ceil(bytes / 1e6)} MB, and the files beside it.`
  process.stdout.write(
    `${args.includes('--json') ? JSON.stringify({ ok: true, message, folder: place, bytes }) : message}\n`
  )
  return 0
}

function wantsDatabase(args) {
  if (args.length === 0 || args[0] === 'help' || args[0] === 'make-plugin') return false
  return !args.some((arg) => ['--help', '-h', '--version', '-V'].includes(arg))
}
