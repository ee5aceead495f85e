import process from 'node:process'
import { openWithBackup } from '../../../../modules/kernel/conversion/open_with_backup.mjs'

/** Makes the backup before a conversion, and holds it at a step until it is killed. */
const [dataDir, step] = process.argv.slice(2)
await openWithBackup({
  dataDir,
  unsafeFast: true,
  say: () => {},
  onStep: async (reached) => {
    if (reached !== step) return
    process.stdout.write('held\n')
    setInterval(() => {}, 1_000)
    await new Promise(() => {})
  },
})
