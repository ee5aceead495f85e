import { OperatorActs } from '#modules/admin/index'
import { ask, isTerminal } from '../ask.ts'
import { withApp } from '../boot.ts'
import type { DefineCommand } from '../define.ts'
import { done, refused, wrongUsage } from '../outcome.ts'

export const setAdmin: DefineCommand = (program, run) => {
  program
    .command('set-admin')
    .description('make someone an admin, or with --off no longer one; it counts at their next call')
    .argument('[email]', 'whose account')
    .option('--off', 'take the right away')
    .action((email: string | undefined, options: { off?: boolean }) => run(() => set(email, options)))
}

const set = async (given: string | undefined, { off = false }: { off?: boolean }) => {
  if (!given && !isTerminal()) return wrongUsage('Name the account by its e-mail address.')
  const email = given ?? (await ask('E-mail:'))

  return withApp(async ({ container }) => {
    const found = await (await container.make(OperatorActs)).setAdmin(email, !off)
    if (!found) return refused(`There is no account with the e-mail ${email}.`, { code: 'unknown_user' })
    return done(`${email} is ${off ? 'no admin any longer' : 'an admin now'}.`, { email, isAdmin: !off })
  })
}
