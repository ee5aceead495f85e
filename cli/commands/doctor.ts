import { existsSync } from 'node:fs'
import { SignInCheckup } from '#modules/accounts/index'
import { Ledger } from '#modules/economy/index'
import { withApp } from '../boot.ts'
import type { DefineCommand } from '../define.ts'
import { done, failed, refused } from '../outcome.ts'

interface Check {
  name: string
  ok: boolean
  says: string
}

export const doctor: DefineCommand = (program, run) => {
  program
    .command('doctor')
    .description('say what is configured, what answers and what is missing')
    .action(() => run(examine))
}

const examine = async () => {
  const checks = await withApp(async ({ container, config }): Promise<Check[]> => {
    const { accounts, problems } = await (await container.make(Ledger)).verify()
    const chains = config.get<{ tier: string; models: string[] }[]>('models.chains')
    const providers = await (await container.make(SignInCheckup)).examine()
    const models = await config.get<() => Promise<Check[]>>('models.examine')()
    return [
      { name: 'database', ok: true, says: 'answers, and is at this version' },
      {
        name: 'ledger',
        ok: problems.length === 0,
        says: problems.length
          ? `${problems.length} accounts are off: see verify-ledger`
          : `all right, accounts checked: ${accounts}`,
      },
      {
        name: 'models',
        ok: true,
        says: chains.map(({ tier, models }) => `${tier}: ${models.join(', then ')}`).join('; '),
      },
      ...models.map((model) => ({ ...model, name: `model ${model.name}` })),
      { name: 'images', ok: true, says: config.get<string>('images.says') },
      { name: 'sign-in', ok: true, says: ['e-mail and password', ...providers.map(({ name }) => name)].join(', ') },
      ...providers.map((provider) => ({ ...provider, name: `sign-in by ${provider.name}` })),
      { name: 'payments', ok: true, says: paymentsOf(config.get('payments.provider')) },
      { name: 'address', ok: true, says: config.get<string>('app.appUrl') },
      { name: 'rate limits', ok: true, says: config.get<boolean>('limits.enabled') ? 'on' : 'off, as for benchmarks' },
    ]
  }).catch((error: unknown): Check[] => [{ name: 'database', ok: false, says: failed(error).message }])

  // From the sources and from `build/`.
  const isBuilt = ['../../', '../../../'].some((root) =>
    existsSync(new URL(`${root}apps/web/dist/index.html`, import.meta.url))
  )
  checks.push({ name: 'web app', ok: isBuilt, says: isBuilt ? 'built' : 'not built: npm run build' })

  const lines = checks.map(({ name, ok, says }) => `${ok ? 'ok     ' : 'MISSING'} ${name}: ${says}`)
  return (checks.every(({ ok }) => ok) ? done : refused)(lines.join('\n'), { checks })
}

const paymentsOf = (provider: { name: string } | null) =>
  provider ? `by ${provider.name}` : 'nobody is configured to take money: the shop answers 503'
