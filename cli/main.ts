#!/usr/bin/env node
/** `npm run cli -- COMMAND`. Nothing of the product is loaded before a command runs, so that help is quick. */
import { Command, CommanderError } from 'commander'
import { brand } from '#config/brand'
import { createUser } from './commands/create_user.ts'
import { doctor } from './commands/doctor.ts'
import { grantRubies } from './commands/grant_rubies.ts'
import { importCharacters } from './commands/import_characters.ts'
import { makePlugin } from './commands/make_plugin.ts'
import { reconcileOrders } from './commands/reconcile_orders.ts'
import { resetPassword } from './commands/reset_password.ts'
import { seedDemo } from './commands/seed_demo.ts'
import { setAdmin } from './commands/set_admin.ts'
import { verifyLedger } from './commands/verify_ledger.ts'
import { failed, print, type Outcome } from './outcome.ts'

const asJson = process.argv.includes('--json')

/** Runs a command's work once the arguments are understood, and ends with its outcome. */
const run = async (work: () => Promise<Outcome>) => print(await work().catch(failed), { asJson })

const program = new Command('npm run cli --')
  .description(`${brand.name} at the command line. Exit codes: 0 done, 1 refused, 2 wrong usage.`)
  .exitOverride()
  .configureOutput({ writeErr: (text) => void (asJson || process.stderr.write(text)) })
  .configureHelp({ showGlobalOptions: true })
  .option('--json', 'print one JSON object')

const commands = [
  createUser,
  resetPassword,
  setAdmin,
  importCharacters,
  seedDemo,
  grantRubies,
  verifyLedger,
  reconcileOrders,
  doctor,
  makePlugin,
]
for (const define of commands) define(program, run)

try {
  await program.parseAsync()
} catch (error) {
  if (!(error instanceof CommanderError)) throw error
  // Help that was asked for is no mistake.
  if (error.exitCode !== 0)
    print({ kind: 'wrong_usage', message: error.message.replace(/^error: /, '') }, { asJson, quiet: true })
}
