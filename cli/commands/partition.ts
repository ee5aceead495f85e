import { Timers } from '#plugins/contract/timers'
import { partsMax } from '#modules/kernel/private_table'
import { withApp } from '../boot.ts'
import type { DefineCommand } from '../define.ts'
import { withExamples } from '../examples.ts'
import { done, wrongUsage } from '../outcome.ts'

export const partition: DefineCommand = (program, run) => {
  const command = program
    .command('partition')
    .description('split the tables of users, in a very large database; stop all Facet processes first')
    .requiredOption('--parts <number>', `how many partitions each table gets, from 2 to ${partsMax}`)
    .requiredOption('--i-have-a-backup', 'confirm that there is a backup')
    .action(({ parts }) => run(() => split(Number(parts))))
  withExamples(command, [
    'npm run cli -- partition --parts 8 --i-have-a-backup',
    'copies all rows, so it needs the space of the database once more: docs/scale.md',
  ])
}

const split = async (parts: number) => {
  if (!Number.isInteger(parts) || parts < 2 || parts > partsMax)
    return wrongUsage(`--parts must be a whole number from 2 to ${partsMax}.`, { code: 'wrong_usage' })
  return withApp(async (app) => {
    const timers = await app.container.make(Timers)
    const startedAt = timers.monotonicMs()
    await app.partition(parts)
    const seconds = Math.ceil((timers.monotonicMs() - startedAt) / 1_000)
    return done(`The tables of users have ${parts} partitions. It took ${seconds} s.`, { parts, seconds })
  })
}
