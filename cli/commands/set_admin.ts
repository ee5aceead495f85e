import { OperatorActs } from '#modules/admin/index'
import { ask, refuseMissing } from '../ask.ts'
import { withApp } from '../boot.ts'
import type { DefineCommand } from '../define.ts'
import { withExamples } from '../examples.ts'
import { done, refused } from '../outcome.ts'

export const setAdmin: DefineCommand = (program, run) => {
  const command = program
    .command('set-admin')
    .description('make a user an admin, or remove the right with --off; effective with their next request')
    .argument('[email]', 'the account’s e-mail')
    .option('--off', 'remove the right')
    .action((email: string | undefined, options: { off?: boolean }) => run(() => set(email, options)))
  withExamples(
    command,
    ['npm run cli -- set-admin ann@example.com', 'makes an admin'],
    ['npm run cli -- set-admin ann@example.com --off', 'removes the right']
  )
}

const set = async (given: string | undefined, { off = false }: { off?: boolean }) => {
  const missing = refuseMissing({ 'the account’s e-mail address': given })
  if (missing) return missing
  const email = given || (await ask('E-mail:'))

  return withApp(async ({ container }) => {
    const found = await (await container.make(OperatorActs)).setAdmin(email, !off)
    if (!found) return refused(`There is no account with the e-mail ${email}.`, { code: 'unknown_user' })
    return done(`${email} is ${off ? 'no longer an admin' : 'an admin now'}.`, { email, isAdmin: !off })
  })
}
