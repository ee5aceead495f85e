import { Accounts } from '#modules/accounts/index'
import { OperatorActs } from '#modules/admin/index'
import { ask, askSecretly, isTerminal, readStdin } from '../ask.ts'
import { withApp } from '../boot.ts'
import type { DefineCommand } from '../define.ts'
import { done, refused, wrongUsage } from '../outcome.ts'

interface Options {
  email?: string
  passwordStdin?: boolean
  firstName?: string
  lastName?: string
  admin?: boolean
}

export const createUser: DefineCommand = (program, run) => {
  program
    .command('create-user')
    .description('open an account, with the welcome rubies')
    .option('--email <email>', 'the e-mail address to sign in with')
    .option('--password-stdin', 'read the password from standard input')
    .option('--first-name <name>')
    .option('--last-name <name>')
    .option('--admin', 'make the account an admin')
    .action((options: Options) => run(() => create(options)))
}

const create = async ({ email, passwordStdin, firstName, lastName, admin }: Options) => {
  if (!email && !isTerminal()) return wrongUsage('Give the e-mail address with --email.')
  if (!passwordStdin && !isTerminal()) return wrongUsage('Give the password on standard input, with --password-stdin.')
  const account = {
    email: email ?? (await ask('E-mail:')),
    password: passwordStdin ? await readStdin() : await askSecretly('Password:'),
    firstName,
    lastName,
    isAdmin: admin === true,
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
        isAdmin: account.isAdmin,
      })
    }
    switch (opened.failure.kind) {
      case 'email_taken':
        return refused(`There is an account with the e-mail ${account.email} already.`, { code: 'email_taken' })
      case 'invalid':
        return refused(opened.failure.message, { code: 'invalid', field: opened.failure.field })
    }
  })
}
