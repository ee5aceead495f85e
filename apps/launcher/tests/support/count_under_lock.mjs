import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import process from 'node:process'
import { setImmediate as turn } from 'node:timers/promises'
import { withFileLock } from '../../file_lock.mjs'

/** Increments a number in a file many times. Without the lock, increments would get lost. */
const [folder, times] = process.argv.slice(2)
const path = join(folder, 'count')
for (let n = 0; n < Number(times); n++) {
  await withFileLock(join(folder, 'lock'), async () => {
    const before = Number(readFileSync(path, 'utf8'))
    await turn()
    writeFileSync(path, String(before + 1))
  })
}
