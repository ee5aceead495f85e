import { OperatorActs } from '#modules/admin/index'
import { ask, refuseMissing } from '../ask.ts'
import { withApp } from '../boot.ts'
import type { DefineCommand } from '../define.ts'
import { withExamples } from '../examples.ts'
import { done, refused } from '../outcome.ts'

export const setAdmin: DefineCommand = (program, run) => {
  const command = program
    .command('set-admin')
    .description('make a user an admin or owner, or remove the right with --off; effective with their next request')
    .argument('[email]', 'the account’s e-mail')
    .option('--owner', 'make an owner, who can make admins')
    .option('--off', 'remove the right')
    .action((email: string | undefined, options: Options) => run(() => set(email, options)))
  withExamples(
    command,
    ['npm run cli -- set-admin ann@example.com', 'makes an admin'],
    ['npm run cli -- set-admin ann@example.com --owner', 'makes an owner'],
    ['npm run cli -- set-admin ann@example.com --off', 'removes the right']
  )
}

interface Options {
  owner?: boolean
  off?: boolean
}

const set = async (given: string | undefined, { owner = false, off = false }: Options) => {
  if (owner && off) return refused('--owner and --off contradict each other.', { code: 'contradiction' })
  const missing = refuseMissing({ 'the account’s e-mail address': given })
  if (missing) return missing
  const email = given || (await ask('E-mail:'))

  return withApp(async ({ container }) => {
    const role = off ? 'member' : owner ? 'owner' : 'admin'
    const outcome = await (await container.make(OperatorActs)).setRole(email, role)
    if (outcome === 'unknown_user')
      return refused(`There is no account with the e-mail ${email}.`, { code: 'unknown_user' })
    if (outcome === 'last_owner')
      return refused(`${email} is the only owner. Make another one first, with --owner.`, { code: 'last_owner' })
    const now = off ? 'no longer an admin' : `an ${role} now`
    return done(`${email} is ${now}.`, { email, role, isAdmin: !off })
  })
}
