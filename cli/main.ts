#!/usr/bin/env node
/** The entry point of `npm run cli -- COMMAND`. The app is loaded only when a command runs, so that help is fast. */
import 'reflect-metadata'
import { Command, CommanderError } from 'commander'
import { brand } from '#config/brand'
import { backup } from './commands/backup.ts'
import { chat } from './commands/chat.ts'
import { createUser } from './commands/create_user.ts'
import { doctor } from './commands/doctor.ts'
import { exportData } from './commands/export.ts'
import { getModel } from './commands/get_model.ts'
import { grantRubies } from './commands/grant_rubies.ts'
import { importCharacters } from './commands/import_characters.ts'
import { maintenance } from './commands/maintenance.ts'
import { makePlugin } from './commands/make_plugin.ts'
import { migrate } from './commands/migrate.ts'
import { distribute } from './commands/distribute.ts'
import { pages } from './commands/pages.ts'
import { partition } from './commands/partition.ts'
import { reconcileOrders } from './commands/reconcile_orders.ts'
import { recordRefund } from './commands/record_refund.ts'
import { removeSecondFactor } from './commands/remove_second_factor.ts'
import { reseal } from './commands/reseal.ts'
import { resetPassword } from './commands/reset_password.ts'
import { rotatePushKey } from './commands/rotate_push_key.ts'
import { seedDemo } from './commands/seed_demo.ts'
import { setAdmin } from './commands/set_admin.ts'
import { tokens } from './commands/tokens.ts'
import { verifyLedger } from './commands/verify_ledger.ts'
import { withExamples } from './examples.ts'
import { failed, interrupted, print, wrongUsage, type Outcome } from './outcome.ts'
import { restoreTerminal } from './terminal.ts'

const asJson = process.argv.includes('--json')

/** Exits on a signal. The database rolls back unfinished transactions. */
for (const [signal, number] of [
  ['SIGHUP', 1],
  ['SIGINT', 2],
  ['SIGTERM', 15],
] as const)
  process.once(signal, () => {
    restoreTerminal()
    print(interrupted('Stopped. The database keeps what was committed, and undoes the rest.'), { asJson })
    process.exit(128 + number)
  })

const run = async (work: () => Promise<Outcome>) => print(await work().catch(failed), { asJson })

const program = new Command('npm run cli --')
  .description(`${brand.name} at the command line. Exit codes: 0 done, 1 refused, 2 wrong usage.`)
  .exitOverride()
  .configureOutput({ writeErr: (text) => void (asJson || process.stderr.write(text)) })
  .configureHelp({ showGlobalOptions: true })
  .option('--json', 'print one JSON object, and nothing else with npm run --silent cli')

const commands = [
  createUser,
  resetPassword,
  removeSecondFactor,
  setAdmin,
  importCharacters,
  chat,
  tokens,
  exportData,
  seedDemo,
  grantRubies,
  maintenance,
  pages,
  verifyLedger,
  reconcileOrders,
  recordRefund,
  backup,
  reseal,
  rotatePushKey,
  migrate,
  distribute,
  partition,
  doctor,
  getModel,
  makePlugin,
]
for (const define of commands) define(program, run)
withExamples(
  program,
  ['npm run cli -- create-user --email ann@example.com --admin', 'the first admin'],
  ['npm run cli -- doctor', 'checks configuration and services'],
  ['npm run cli -- help import-characters', 'details of one command']
)

try {
  await program.parseAsync()
} catch (error) {
  if (!(error instanceof CommanderError)) throw error
  // Requested help is not an error.
  const message = error.code === 'commander.help' ? 'Name a command.' : error.message.replace(/^error: /, '')
  if (error.exitCode !== 0) print(wrongUsage(message, { code: 'wrong_usage' }), { asJson, quiet: true })
}
