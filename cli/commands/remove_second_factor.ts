import { Accounts } from '#modules/accounts/index'
import { OperatorActs } from '#modules/admin/index'
import { ask, confirm, refuseMissing } from '../ask.ts'
import { withApp } from '../boot.ts'
import type { DefineCommand } from '../define.ts'
import { withExamples } from '../examples.ts'
import { done, refused } from '../outcome.ts'

export const removeSecondFactor: DefineCommand = (program, run) => {
  const command = program
    .command('remove-second-factor')
    .description('turn off two-step sign-in for a user who lost their phone and recovery codes')
    .argument('[email]', 'the account’s e-mail')
    .option('--yes', 'do not ask for confirmation')
    .action((email: string | undefined, options: { yes?: boolean }) => run(() => remove(email, options)))
  withExamples(
    command,
    [
      'npm run cli -- remove-second-factor ann@example.com',
      'asks for confirmation, then signs the user out everywhere',
    ],
    ['npm run cli -- remove-second-factor ann@example.com --yes', 'asks nothing']
  )
}

const remove = async (given: string | undefined, { yes = false }: { yes?: boolean }) => {
  const missing = refuseMissing({ 'the account’s e-mail address': given, 'confirmation with --yes': yes })
  if (missing) return missing
  const email = given || (await ask('E-mail:'))

  return withApp(async ({ container }) => {
    const user = await (await container.make(Accounts)).findByEmail(email)
    const unknown = refused(`There is no account with the e-mail ${email}.`, { code: 'unknown_user' })
    if (!user) return unknown
    const question = `Did ${user.email} ask for this? After this, the password is enough to sign in.`
    if (!yes && !(await confirm(question))) return refused('Nothing was done.', { code: 'not_confirmed' })

    const removed = await (await container.make(OperatorActs)).removeSecondFactor(user.email)
    if (removed.ok)
      return done(`${user.email} can sign in without a code now, and is signed out everywhere.`, {
        ...removed.value,
        email: user.email,
      })
    switch (removed.failure.kind) {
      case 'unknown_user':
        return unknown
      case 'no_second_factor':
        return refused(`${user.email} has no two-step sign-in.`, { code: 'no_second_factor' })
    }
  })
}
