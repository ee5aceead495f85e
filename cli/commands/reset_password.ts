import { OperatorActs } from '#modules/admin/index'
import { ask, askSecretly, readPassword, refuseMissing } from '../ask.ts'
import { withApp } from '../boot.ts'
import type { DefineCommand } from '../define.ts'
import { withExamples } from '../examples.ts'
import { done, refused } from '../outcome.ts'

export const resetPassword: DefineCommand = (program, run) => {
  const command = program
    .command('reset-password')
    .description('set a new password; signs the user out everywhere')
    .argument('[email]', 'the account’s e-mail')
    .option('--password-stdin', 'read the new password from standard input')
    .action((email: string | undefined, options: { passwordStdin?: boolean }) => run(() => reset(email, options)))
  withExamples(
    command,
    ['npm run cli -- reset-password ann@example.com', 'asks for the new password'],
    [`printf 'another horse' | npm run cli -- reset-password ann@example.com --password-stdin`, 'asks nothing']
  )
}

const reset = async (given: string | undefined, { passwordStdin }: { passwordStdin?: boolean }) => {
  const missing = refuseMissing({
    'the account’s e-mail address': given,
    'the new password on standard input, with --password-stdin': passwordStdin,
  })
  if (missing) return missing
  const email = given || (await ask('E-mail:'))
  const password = passwordStdin ? await readPassword('New password:') : await askSecretly('New password:')

  return withApp(async ({ container }) => {
    const reset = await (await container.make(OperatorActs)).resetPassword(email, password)
    if (reset.ok) return done(`${email} has a new password and is signed out everywhere.`, { ...reset.value, email })
    switch (reset.failure.kind) {
      case 'unknown_user':
        return refused(`There is no account with the e-mail ${email}.`, { code: 'unknown_user' })
      case 'invalid':
        return refused(reset.failure.message, { code: 'invalid', field: reset.failure.field })
    }
  })
}
