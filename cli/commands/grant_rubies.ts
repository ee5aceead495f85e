import { Accounts } from '#modules/accounts/index'
import { OperatorActs } from '#modules/admin/index'
import { economyLimits as limits, rubyWord } from '#modules/economy/index'
import { codePoints } from '#modules/kernel/text'
import { ask, confirm, refuseMissing } from '../ask.ts'
import { withApp } from '../boot.ts'
import type { DefineCommand } from '../define.ts'
import { withExamples } from '../examples.ts'
import { done, refused, wrongUsage } from '../outcome.ts'
import { isTerminal } from '../terminal.ts'

interface Options {
  reason?: string
  yes?: boolean
}

export const grantRubies: DefineCommand = (program, run) => {
  const command = program
    .command('grant-rubies')
    .description('grant rubies to an account; a negative amount deducts')
    .argument('[email]', 'the account’s e-mail')
    .argument('[amount]', 'how many, a whole number')
    .option('--reason <text>', 'shown in the user’s history')
    .option('--yes', 'do not ask for confirmation')
    .action((email: string | undefined, amount: string | undefined, options: Options) =>
      run(() => grant(email, amount, options))
    )
  withExamples(
    command,
    [
      'npm run cli -- grant-rubies ann@example.com 100 --reason "A fine story"',
      'asks for confirmation, then grants them',
    ],
    ['npm run cli -- grant-rubies ann@example.com -25 --yes', 'deducts without asking']
  )
}

const grant = async (
  givenEmail: string | undefined,
  givenAmount: string | undefined,
  { reason, yes = false }: Options
) => {
  const missing = refuseMissing({ 'the account’s e-mail address': givenEmail, 'the amount': givenAmount })
  if (missing) return missing
  const email = givenEmail || (await ask('E-mail:'))
  const typedAmount = givenAmount || (await ask('Rubies (negative to deduct):'))
  const amount = /^[+-]?\d{1,12}$/.test(typedAmount.trim()) ? Number(typedAmount) : 0
  if (amount === 0 || Math.abs(amount) > limits.adjustmentMax)
    return wrongUsage(`The amount must be a whole number other than zero, at most ${limits.adjustmentMax}.`)
  if (reason !== undefined && codePoints(reason) > limits.reasonMax)
    return wrongUsage(`The reason may have at most ${limits.reasonMax} characters.`)

  return withApp(async ({ container }) => {
    const user = await (await container.make(Accounts)).findByEmail(email)
    const unknown = refused(`There is no account with the e-mail ${email}.`, { code: 'unknown_user' })
    if (!user) return unknown

    const action = `${amount > 0 ? 'Grant' : 'Deduct'} ${Math.abs(amount)} ${rubyWord(amount)} ${amount > 0 ? 'to' : 'from'} ${user.email}`
    if (!yes && isTerminal() && !(await confirm(`${action}?`)))
      return refused('Nothing was done.', { code: 'not_confirmed' })

    const adjusted = await (await container.make(OperatorActs)).adjustRubies({ userId: user.id, amount, reason })
    if (adjusted.ok) {
      const { rubies } = adjusted.value
      return done(`${user.email} has ${rubies} ${rubyWord(rubies)} now.`, { email: user.email, amount, rubies })
    }
    switch (adjusted.failure.kind) {
      case 'unknown_user':
        return unknown
      case 'insufficient_rubies': {
        const { rubies } = adjusted.failure
        return refused(
          `The balance of ${user.email} is ${rubies}, so ${-amount} ${rubyWord(amount)} can't be deducted.`,
          {
            code: 'insufficient_rubies',
            rubies,
          }
        )
      }
    }
  })
}
