import { withApp } from '../boot.ts'
import type { DefineCommand } from '../define.ts'
import { withExamples } from '../examples.ts'
import { done } from '../outcome.ts'

export const migrate: DefineCommand = (program, run) => {
  const command = program
    .command('migrate')
    .description("run missing migrations and grant the server's role its rights; servers do the same when they start")
    .action(() => run(() => withApp(async () => done('The database is up to date.'))))
  withExamples(command, [
    'DATABASE_OWNER_URL=postgres://… npm run cli -- migrate',
    'before an upgrade, if the servers must not know the owner: docs/operate.md',
  ])
}
