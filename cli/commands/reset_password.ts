import { OperatorActs } from '#modules/admin/index'
import { ask, askSecretly, isTerminal, readStdin } from '../ask.ts'
import { withApp } from '../boot.ts'
import type { DefineCommand } from '../define.ts'
import { done, refused, wrongUsage } from '../outcome.ts'

export const resetPassword: DefineCommand = (program, run) => {
  program
    .command('reset-password')
    .description('give someone a new password; they are signed out everywhere')
    .argument('[email]', 'whose account')
    .option('--password-stdin', 'read the new password from standard input')
    .action((email: string | undefined, options: { passwordStdin?: boolean }) => run(() => reset(email, options)))
}

const reset = async (given: string | undefined, { passwordStdin }: { passwordStdin?: boolean }) => {
  if (!given && !isTerminal()) return wrongUsage('Name the account by its e-mail address.')
  if (!passwordStdin && !isTerminal()) return wrongUsage('Give the password on standard input, with --password-stdin.')
  const email = given ?? (await ask('E-mail:'))
  const password = passwordStdin ? await readStdin() : await askSecretly('New password:')

  return withApp(async ({ container }) => {
    const reset = await (await container.make(OperatorActs)).resetPassword(email, password)
    if (reset.ok) return done(`${email} has a new password, and is signed out everywhere.`, { ...reset.value, email })
    switch (reset.failure.kind) {
      case 'unknown_user':
        return refused(`There is no account with the e-mail ${email}.`, { code: 'unknown_user' })
      case 'invalid':
        return refused(reset.failure.message, { code: 'invalid', field: reset.failure.field })
    }
  })
}
