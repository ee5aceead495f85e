import { DemoCharacters } from '#modules/gallery/index'
import { ask, refuseMissing } from '../ask.ts'
import { withApp } from '../boot.ts'
import type { DefineCommand } from '../define.ts'
import { withExamples } from '../examples.ts'
import { done, wrongUsage } from '../outcome.ts'
import { progressBar } from '../progress.ts'

const charactersMax = 10_000_000

export const seedDemo: DefineCommand = (program, run) => {
  const command = program
    .command('seed-demo')
    .description('add generated characters, to try a large gallery; each run adds more')
    .option('--characters <number>', 'how many')
    .action((options: { characters?: string }) => run(() => seed(options)))
  withExamples(command, ['npm run cli -- seed-demo --characters 1000', 'a thousand more'])
}

const seed = async ({ characters }: { characters?: string }) => {
  const missing = refuseMissing({ 'how many with --characters': characters })
  if (missing) return missing
  const typed = (characters || (await ask('How many characters:'))).trim()
  const count = /^\d{1,8}$/.test(typed) ? Number(typed) : 0
  if (count < 1 || count > charactersMax)
    return wrongUsage(`The number of characters must be from 1 to ${charactersMax.toLocaleString('en')}.`)

  return withApp(async ({ container }) => {
    const bar = progressBar()
    const startedAt = Date.now()
    const demo = await container.make(DemoCharacters)
    const show = (made: number) => bar.show(made / count, `${made.toLocaleString('en')} characters`)
    show(0)
    await demo.seed(count, show)
    bar.clear()
    const tookMs = Date.now() - startedAt
    const many = count.toLocaleString('en')
    return done(`${many} demo characters added in ${(tookMs / 1000).toFixed(1)} s.`, { characters: count, tookMs })
  })
}
