import { OperatorActs } from '#modules/admin/index'
import { ask, refuseMissing } from '../ask.ts'
import { withApp } from '../boot.ts'
import type { DefineCommand } from '../define.ts'
import { withExamples } from '../examples.ts'
import { done, refused } from '../outcome.ts'

export const setAdmin: DefineCommand = (program, run) => {
  const command = program
    .command('set-admin')
    .description('make someone an admin, or with --off no longer one; it counts at their next call')
    .argument('[email]', 'whose account')
    .option('--off', 'take the right away')
    .action((email: string | undefined, options: { off?: boolean }) => run(() => set(email, options)))
  withExamples(
    command,
    ['npm run cli -- set-admin ann@example.com', 'makes an admin'],
    ['npm run cli -- set-admin ann@example.com --off', 'takes the right away']
  )
}

const set = async (given: string | undefined, { off = false }: { off?: boolean }) => {
  const missing = refuseMissing({ 'the account’s e-mail address': given })
  if (missing) return missing
  const email = given || (await ask('E-mail:'))

  return withApp(async ({ container }) => {
    const found = await (await container.make(OperatorActs)).setAdmin(email, !off)
    if (!found) return refused(`There is no account with the e-mail ${email}.`, { code: 'unknown_user' })
    return done(`${email} is ${off ? 'no admin any longer' : 'an admin now'}.`, { email, isAdmin: !off })
  })
}
