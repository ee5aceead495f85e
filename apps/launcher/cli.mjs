import { join, resolve } from 'node:path'
import process from 'node:process'
import { openWithBackup } from '../../modules/kernel/conversion/open_with_backup.mjs'
import { backUp } from './backup.mjs'
import { holdSignals, runChild } from './child.mjs'
import { openDatabase } from './database.mjs'
import { prepare } from './prepare.mjs'
import { runMain, say } from './say.mjs'
import { readSettings, ROOT } from './settings.mjs'

/** `npm run cli -- COMMAND` works with or without a running server. Only the command writes to standard output. */
await runMain(async () => {
  const args = process.argv.slice(2)
  enterCallerFolder()
  const settings = readSettings()
  const node = await prepare({ server: true, omitDev: true })
  const command = [join(ROOT, 'build/cli/main.js'), ...args]
  const environment = { ...process.env, DATA_DIR: settings.dataDir, FACET_ROOT: ROOT }
  if (settings.databaseUrl || !wantsDatabase(args)) return runChild(node, command, { env: environment })

  const held = holdSignals()
  const open = args[0] === 'backup' ? openDatabase : openWithBackup
  const database = await open({ dataDir: settings.dataDir, say: process.stderr.isTTY ? say : () => {} })
  try {
    // A signal arrived before the command started.
    if (held.code !== null) return held.code
    if (args[0] === 'backup') return await runBackup(database, settings, args)
    return await runChild(node, command, { env: { ...environment, ...database.environment } })
  } finally {
    await database.close()
  }
})

/** Changes to the caller's folder. npm runs scripts in the project's folder, but paths on the command line are relative to the caller's. */
function enterCallerFolder() {
  try {
    process.chdir(process.env.INIT_CWD ?? '.')
  } catch {
    // Without access to that folder, its files can't be found anyway.
  }
}

/** The launcher owns the embedded database, so it makes the backup. cli/commands/backup.ts handles other databases. */
async function runBackup({ ownerUrl }, { dataDir }, args) {
  const [, folder, ...rest] = args.filter((arg) => arg !== '--json')
  if (!folder || rest.length > 0) {
    process.stderr.write('Name one folder for the backup: npm run cli -- backup FOLDER\n')
    return 2
  }
  const place = resolve(process.env.INIT_CWD ?? process.cwd(), folder)
  const { bytes } = await backUp({ ownerUrl, dataDir, folder: place })
  const message = `The backup is in ${place}: a database of ${Math.ceil(bytes / 1e6)} MB, pictures and keys.`
  process.stdout.write(
    `${args.includes('--json') ? JSON.stringify({ ok: true, message, folder: place, bytes }) : message}\n`
  )
  return 0
}

function wantsDatabase(args) {
  if (args.length === 0 || args[0] === 'help' || args[0] === 'make-plugin' || args[0] === 'chat') return false
  if (args[0] === 'export' && args.includes('--chat')) return false
  return !args.some((arg) => ['--help', '-h', '--version', '-V'].includes(arg))
}
