import type { DefineCommand } from '../define.ts'
import { withExamples } from '../examples.ts'
import { refused } from '../outcome.ts'

/** Only runs if DATABASE_URL is set. The launcher backs up the embedded database (apps/launcher/backup.mjs). */
export const backup: DefineCommand = (program, run) => {
  const command = program
    .command('backup')
    .description('copy the running embedded database, the pictures and the keys into a new folder')
    .argument('[folder]', 'a new or empty folder')
    .action(() => run(refuse))
  withExamples(command, [
    'npm run cli -- backup /srv/backups/$(date +%F)',
    'to restore it, see docs/operate.md; for your own PostgreSQL, use pg_dump',
  ])
}

const refuse = async () =>
  refused(
    'DATABASE_URL is set, so the database is not the embedded one. Back it up with pg_dump, and copy DATA_DIR. See docs/operate.md.',
    { code: 'not_embedded' }
  )
