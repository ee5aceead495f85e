import { SealedSecrets } from '#modules/accounts/index'
import { withApp } from '../boot.ts'
import type { DefineCommand } from '../define.ts'
import { withExamples } from '../examples.ts'
import { done, refused } from '../outcome.ts'

export const reseal: DefineCommand = (program, run) => {
  const command = program
    .command('reseal')
    .description('encrypt anew, with today’s APP_KEY, what APP_KEY_PREVIOUS still has to be there for')
    .action(() => run(resealAll))
  withExamples(command, [
    'npm run cli -- reseal',
    'after APP_KEY has changed on all servers; then APP_KEY_PREVIOUS can be taken away',
  ])
}

const resealAll = () =>
  withApp(async ({ container }) => {
    const counts = await (await container.make(SealedSecrets)).reseal()
    const { resealed, lost } = counts
    const encrypted = `Second factors that are encrypted with today’s APP_KEY: ${resealed}.`
    if (lost === 0) return done(`${encrypted} APP_KEY_PREVIOUS is needed no more.`, counts)
    return refused(
      `${encrypted} Neither with APP_KEY nor with APP_KEY_PREVIOUS can be read: ${lost}. Their owners get in with a recovery code, or after remove-second-factor.`,
      { code: 'unreadable', ...counts }
    )
  })
