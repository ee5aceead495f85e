import { withApp } from '../boot.ts'
import type { DefineCommand } from '../define.ts'
import { withExamples } from '../examples.ts'
import { done } from '../outcome.ts'

export const migrate: DefineCommand = (program, run) => {
  const command = program
    .command('migrate')
    .description(
      "bring the database to this version and give the server's role its rights; servers do the same at their start"
    )
    .action(() => run(() => withApp(async () => done('The database is at this version.'))))
  withExamples(command, [
    'DATABASE_OWNER_URL=postgres://… npm run cli -- migrate',
    'before an upgrade, where the servers are not to know the owner: docs/operate.md',
  ])
}
