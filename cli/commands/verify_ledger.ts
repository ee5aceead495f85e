import { ChatRows } from '#modules/chat/index'
import { Ledger } from '#modules/economy/index'
import { withApp } from '../boot.ts'
import type { DefineCommand } from '../define.ts'
import { withExamples } from '../examples.ts'
import { done, refused } from '../outcome.ts'

export const verifyLedger: DefineCommand = (program, run) => {
  const command = program
    .command('verify-ledger')
    .description(
      'check every balance against its transactions and holds, and that deleted chats left nothing behind; exit 1 and list what is wrong'
    )
    .action(() => run(verify))
  withExamples(command, [
    'npm run --silent cli -- verify-ledger --json',
    'for a script: {"ok":true,…,"accounts":12,"problems":[],"left":[]}',
  ])
}

const verify = () =>
  withApp(async ({ container }) => {
    const { accounts, problems } = await (await container.make(Ledger)).verify()
    const left = await (await container.make(ChatRows)).findLeft()
    const count = `${accounts} ${accounts === 1 ? 'account' : 'accounts'}`
    const data = { accounts, problems, left }
    if (problems.length + left.length === 0) return done(`The ledger balances: ${count} checked.`, data)
    const unbalanced = problems.map(({ userId, problem }) => `  ${userId}: ${problem}`)
    const kept = left.map(
      ({ table, of, count }) => `  ${table}: ${count} ${count === 1 ? 'row' : 'rows'} of ${ownerOf[of]}`
    )
    return refused(
      [
        ...(problems.length > 0 ? [`The ledger does not balance. Problems in ${count} checked:`, ...unbalanced] : []),
        ...(left.length > 0 ? ['Deleted chats left rows in the database. Please report this:', ...kept] : []),
      ].join('\n'),
      data
    )
  })

const ownerOf = {
  session: 'chats that no longer exist',
  message: 'messages that no longer exist',
  reply: 'replies that no longer exist',
}
