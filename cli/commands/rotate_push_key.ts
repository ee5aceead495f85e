import { PushKeyRotation } from '#modules/notices/index'
import { withApp } from '../boot.ts'
import type { DefineCommand } from '../define.ts'
import { withExamples } from '../examples.ts'
import { done, refused } from '../outcome.ts'

export const rotatePushKey: DefineCommand = (program, run) => {
  const command = program
    .command('rotate-push-key')
    .description('make a new key for push messages; browsers renew their subscriptions with the next visit')
    .action(() => run(rotate))
  withExamples(command, [
    'npm run cli -- rotate-push-key',
    'run it if the database or a backup came into other hands; the earlier key is kept while subscriptions use it',
  ])
}

const rotate = () =>
  withApp(async ({ container }) => {
    const outcome = await (await container.make(PushKeyRotation)).rotate()
    return outcome === 'rotated'
      ? done('Push messages have a new key. The earlier one is kept until browsers have renewed their subscriptions.')
      : refused('The key is the setting VAPID_PRIVATE_KEY: change it on all servers instead.', { code: 'given' })
  })
