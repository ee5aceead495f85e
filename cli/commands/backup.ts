import type { DefineCommand } from '../define.ts'
import { withExamples } from '../examples.ts'
import { refused } from '../outcome.ts'

/** The launcher does it for the embedded database (apps/launcher/backup.mjs), and this is never run then. */
export const backup: DefineCommand = (program, run) => {
  const command = program
    .command('backup')
    .description('copy the embedded database, while it runs, and the pictures and keys beside it into a new folder')
    .argument('[folder]', 'a folder that is not there yet, or empty')
    .action(() => run(refuse))
  withExamples(command, [
    'npm run cli -- backup /srv/backups/$(date +%F)',
    'how to restore it: docs/operate.md; a PostgreSQL of your own has pg_dump',
  ])
}

const refuse = async () =>
  refused(
    'DATABASE_URL is set, so the database is no part of this folder: copy it with pg_dump, and DATA_DIR beside it. See docs/operate.md.',
    { code: 'not_embedded' }
  )
