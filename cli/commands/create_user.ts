import { Accounts } from '#modules/accounts/index'
import { OperatorActs } from '#modules/admin/index'
import { ask, askSecretly, readPassword, refuseMissing } from '../ask.ts'
import { withApp } from '../boot.ts'
import type { DefineCommand } from '../define.ts'
import { withExamples } from '../examples.ts'
import { done, refused } from '../outcome.ts'

interface Options {
  email?: string
  passwordStdin?: boolean
  firstName?: string
  lastName?: string
  admin?: boolean
}

export const createUser: DefineCommand = (program, run) => {
  const command = program
    .command('create-user')
    .description('create an account, with the welcome rubies')
    .option('--email <email>', 'the e-mail address to sign in with')
    .option('--password-stdin', 'read the password from standard input')
    .option('--first-name <name>', 'first name')
    .option('--last-name <name>', 'last name')
    .option('--admin', 'make the account an admin')
    .action((options: Options) => run(() => create(options)))
  withExamples(
    command,
    ['npm run cli -- create-user --email ann@example.com --admin', 'asks for the password and makes an admin'],
    [
      `printf 'correct horse' | npm run cli -- create-user --email bo@example.com --password-stdin --first-name Bo`,
      'for scripts: asks nothing',
    ]
  )
}

const create = async ({ email, passwordStdin, firstName, lastName, admin }: Options) => {
  const missing = refuseMissing({
    'the e-mail address with --email': email,
    'the password on standard input, with --password-stdin': passwordStdin,
  })
  if (missing) return missing
  const account = {
    email: email || (await ask('E-mail:')),
    password: passwordStdin ? await readPassword('Password:') : await askSecretly('Password:'),
    firstName,
    lastName,
    role: admin ? ('admin' as const) : ('member' as const),
  }

  return withApp(async ({ container }) => {
    const opened = admin
      ? await (await container.make(OperatorActs)).openAdmin(account)
      : await (await container.make(Accounts)).open(account)
    if (opened.ok) {
      const { userId } = opened.value
      return done(`${account.email} can sign in now${admin ? ', as an admin' : ''}.`, {
        userId,
        email: account.email,
        isAdmin: admin === true,
      })
    }
    switch (opened.failure.kind) {
      case 'email_taken':
        return refused(`An account with the e-mail ${account.email} already exists.`, { code: 'email_taken' })
      case 'invalid':
        return refused(opened.failure.message, { code: 'invalid', field: opened.failure.field })
    }
  })
}
