import { OperatorActs } from '#modules/admin/index'
import { ask, refuseMissing } from '../ask.ts'
import { withApp } from '../boot.ts'
import type { DefineCommand } from '../define.ts'
import { withExamples } from '../examples.ts'
import { done, refused } from '../outcome.ts'

export const maintenance: DefineCommand = (program, run) => {
  const command = program
    .command('maintenance')
    .description('pause new replies and purchases, or end the pause with off')
    .argument('<on|off>', 'on or off')
    .argument('[sentence]', 'what users read meanwhile')
    .action((state: string, sentence: string | undefined) => run(() => set(state, sentence)))
  withExamples(
    command,
    [
      'npm run cli -- maintenance on "We’re back at nine."',
      'running replies end, reading works, and everything else gets this sentence',
    ],
    ['npm run cli -- maintenance off', 'ends it']
  )
}

const set = async (state: string, given: string | undefined) => {
  if (state === 'off') return off()
  if (state !== 'on') return refused('Say on or off.', { code: 'unknown_state' })
  const missing = refuseMissing({ 'the sentence for users': given })
  if (missing) return missing
  const sentence = (given || (await ask('Sentence for users:'))).trim()
  if (sentence === '') return refused('The sentence is empty.', { code: 'no_sentence' })
  return withApp(async ({ container }) => {
    const outcome = await (await container.make(OperatorActs)).setMaintenance(sentence)
    if (outcome === 'too_long') return refused('The sentence may have at most 300 characters.', { code: 'too_long' })
    return done(`Maintenance is on. Users read: ${sentence}`, { maintenance: sentence })
  })
}

const off = () =>
  withApp(async ({ container }) => {
    const outcome = await (await container.make(OperatorActs)).setMaintenance(null)
    return done(outcome === 'changed' ? 'Maintenance is off.' : 'Maintenance was off already.', { maintenance: null })
  })
