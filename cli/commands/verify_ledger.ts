import { Ledger } from '#modules/economy/index'
import { withApp } from '../boot.ts'
import type { DefineCommand } from '../define.ts'
import { withExamples } from '../examples.ts'
import { done, refused } from '../outcome.ts'

export const verifyLedger: DefineCommand = (program, run) => {
  const command = program
    .command('verify-ledger')
    .description(
      'check every balance against its transactions and holds; exit 1 and list the accounts that do not balance'
    )
    .action(() => run(verify))
  withExamples(command, [
    'npm run --silent cli -- verify-ledger --json',
    'for a script: {"ok":true,…,"accounts":12,"problems":[]}',
  ])
}

const verify = () =>
  withApp(async ({ container }) => {
    const { accounts, problems } = await (await container.make(Ledger)).verify()
    const count = `${accounts} ${accounts === 1 ? 'account' : 'accounts'}`
    if (problems.length === 0) return done(`The ledger balances: ${count} checked.`, { accounts, problems })
    const lines = problems.map(({ userId, problem }) => `  ${userId}: ${problem}`)
    return refused([`The ledger does not balance. Problems in ${count} checked:`, ...lines].join('\n'), {
      accounts,
      problems,
    })
  })
