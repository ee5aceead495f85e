import { SealedSecrets } from '#modules/accounts/index'
import { withApp } from '../boot.ts'
import type { DefineCommand } from '../define.ts'
import { withExamples } from '../examples.ts'
import { done, refused } from '../outcome.ts'

export const reseal: DefineCommand = (program, run) => {
  const command = program
    .command('reseal')
    .description('re-encrypt with APP_KEY everything that still needs APP_KEY_PREVIOUS')
    .action(() => run(resealAll))
  withExamples(command, [
    'npm run cli -- reseal',
    'run it after APP_KEY has changed on all servers; then remove APP_KEY_PREVIOUS',
  ])
}

const resealAll = () =>
  withApp(async ({ container }) => {
    const counts = await (await container.make(SealedSecrets)).reseal()
    const { resealed, lost } = counts
    const encrypted = `Second factors, contacts, push keys and keys of connections re-encrypted with APP_KEY: ${resealed}.`
    if (lost === 0) return done(`${encrypted} APP_KEY_PREVIOUS is no longer needed.`, counts)
    return refused(
      `${encrypted} Unreadable with APP_KEY and APP_KEY_PREVIOUS: ${lost}. Their owners can sign in with a recovery code, or after remove-second-factor.`,
      { code: 'unreadable', ...counts }
    )
  })
