import { withBareApp } from '../boot.ts'
import type { DefineCommand } from '../define.ts'
import { withExamples } from '../examples.ts'
import { done } from '../outcome.ts'

export const migrate: DefineCommand = (program, run) => {
  const command = program
    .command('migrate')
    .description("run missing migrations and grant the server's role its rights; servers do the same when they start")
    .option('--i-have-a-backup', 'convert a database from before 0.1.0; stop all Facet processes first')
    .action(({ iHaveABackup }) => run(() => migrateDatabase(iHaveABackup)))
  withExamples(command, [
    'DATABASE_OWNER_URL=postgres://… npm run cli -- migrate',
    'before an upgrade, if the servers must not know the owner: docs/operate.md',
  ])
}

const migrateDatabase = (hasBackup?: true) =>
  withBareApp(async (app) => {
    await app.migrate({ hasBackup })
    return done('The database is up to date.')
  })
