import { existsSync } from 'node:fs'
import { Accounts, SignInCheckup } from '#modules/accounts/index'
import { OperatorActs } from '#modules/admin/index'
import { Ledger } from '#modules/economy/index'
import { Jobs } from '#modules/jobs/index'
import { MailCheckup } from '#modules/mail/index'
import { ProcessConnection, type RealtimeSettings } from '#modules/realtime/index'
import { Timers } from '#plugins/contract/timers'
import { withBareApp, type App } from '../boot.ts'
import type { Check } from '../check.ts'
import type { DefineCommand } from '../define.ts'
import { withExamples } from '../examples.ts'
import { done, failed, refused } from '../outcome.ts'
import { progressBar } from '../progress.ts'
import { publicChecks } from './public_checks.ts'

export const doctor: DefineCommand = (program, run) => {
  const command = program
    .command('doctor')
    .description('check configuration and services; exit 1 if something is missing')
    .option('--public', 'also check what a site for strangers needs: docs/operate/before_you_open.md')
    .action((options: { public?: true }) => run(() => checkAll(options)))
  withExamples(
    command,
    ['npm run cli -- doctor', 'asks each configured model for one word, which costs that much'],
    ['npm run cli -- doctor --public', 'before strangers come in'],
    ['npm run --silent cli -- doctor --json', 'for a script: {"ok":true,…,"checks":[{"name","ok","says","warns"?},…]}']
  )
}

const checkAll = async ({ public: isPublic }: { public?: true }) => {
  const bar = progressBar()
  bar.show(null, 'checking')
  const checks = await withBareApp(async (app) => {
    const found = (await Promise.all([databaseChecks(app), configurationChecks(app)])).flat()
    const isUp = found.find(({ name }) => name === 'database')?.ok
    return isPublic && isUp ? [...found, ...(await publicChecks(app, found))] : found
  }).catch((error: unknown): Check[] => [{ name: 'configuration', ok: false, says: failed(error).message }])
  bar.clear()
  checks.push(webApp())
  const lines = checks.map(
    ({ name, ok, says, warns }) => `${!ok ? 'MISSING' : warns ? 'WARNING' : 'ok     '} ${name}: ${says}`
  )
  return (checks.every(({ ok }) => ok) ? done : refused)(lines.join('\n'), { checks })
}

const databaseChecks = async ({
  container,
  migrate,
  mayAlterTables,
  checkPooler,
  checkReplicas,
}: App): Promise<Check[]> => {
  try {
    const poolerWarnings = await checkPooler()
    const replicas = await checkReplicas()
    await migrate()
    const { accounts, problems } = await (await container.make(Ledger)).verify()
    const jobs = await (await container.make(Jobs)).counts()
    const maintenance = await (await container.make(OperatorActs)).readMaintenance()
    const admin = await (await container.make(Accounts)).firstAdmin()
    return [
      { name: 'database', ok: true, says: 'answers and is up to date' },
      databaseRole(await mayAlterTables()),
      ...poolerWarnings.map((says): Check => ({ name: 'pooler', ok: true, warns: true, says })),
      ...replicas.states.flatMap(({ number, isUsed, lagMs }): Check[] =>
        isUsed ? [{ name: `replica ${number}`, ok: true, says: `${(lagMs / 1_000).toFixed(1)} s behind` }] : []
      ),
      ...replicas.warnings.map((says): Check => ({ name: 'replica', ok: true, warns: true, says })),
      {
        name: 'ledger',
        ok: problems.length === 0,
        says: problems.length
          ? `${problems.length === 1 ? '1 account does' : `${problems.length} accounts do`} not balance: see verify-ledger`
          : `balanced, accounts checked: ${accounts}`,
      },
      {
        name: 'jobs',
        ok: true,
        says: `${jobs.waiting} waiting, ${jobs.running} running, ${jobs.failed} failed in 30 days`,
        ...(jobs.failed > 0 && { warns: true as const }),
      },
      ...(maintenance === null
        ? []
        : [
            {
              name: 'maintenance',
              ok: true,
              warns: true as const,
              says: `on, so replies and purchases are paused: ${maintenance}`,
            },
          ]),
      { name: 'admins', ok: true, says: admin ? 'at least one' : 'none yet: run create-user --admin, or set-admin' },
    ]
  } catch (error) {
    return [{ name: 'database', ok: false, says: failed(error).message }]
  }
}

const databaseRole = (mayAlter: boolean): Check =>
  mayAlter
    ? {
        name: 'database role',
        ok: true,
        warns: true,
        says: "the server's role can drop the ledger's triggers: use a separate role, see DATABASE_OWNER_URL in docs/operate.md",
      }
    : { name: 'database role', ok: true, says: "the server's role can't drop or alter tables" }

/** Checks the configured services, in parallel. */
const configurationChecks = async ({ container, config }: App): Promise<Check[]> => {
  const tiers = config.get<ModelTier[]>('models.tiers')
  const [bus, models, providers, payments, mail] = await Promise.all([
    busOf(config.get('realtime'), container),
    probeModels(tiers),
    (await container.make(SignInCheckup)).examine(),
    paymentsOf(config.get('payments')),
    (await container.make(MailCheckup)).examine(),
  ])
  return [
    { name: 'bus', ...bus },
    {
      name: 'models',
      ok: true,
      says: tiers.map(({ name, provider }) => `${name}: ${provider.links.map(modelName).join(', then ')}`).join('; '),
    },
    ...models,
    { name: 'images', ok: true, says: imagesOf(config.get<string>('images.says')) },
    { name: 'sign-in', ok: true, says: ['e-mail and password', ...providers.map(({ name }) => name)].join(', ') },
    ...providers.map((provider) => ({ ...provider, name: `sign-in by ${provider.name}` })),
    { name: 'payments', ...payments },
    { name: 'mail', ...mail },
    { name: 'ages', ...agesOf(config.get('age')) },
    discordOf(config.get<string | null>('rewards.discordInvite')),
    { name: 'address', ok: true, says: config.get<string>('app.appUrl') },
    { name: 'rate limits', ok: true, says: config.get<boolean>('limits.enabled') ? 'on' : 'off (only for benchmarks)' },
  ]
}

/** Connects as a server does. The first attempt decides. */
const busOf = async (
  { busName, openBus }: RealtimeSettings,
  container: App['container']
): Promise<Omit<Check, 'name'>> => {
  // It uses the connection of each process to the database, which has a check of its own.
  if (busName === 'postgres') return { ok: true, says: "processes send each other messages by PostgreSQL's NOTIFY" }
  const [connection, timers] = [await container.make(ProcessConnection), await container.make(Timers)]
  const found = Promise.withResolvers<Omit<Check, 'name'>>()
  const onLost = ({ message }: Error) => found.resolve({ ok: false, says: `${busName}: ${message}` })
  const bus = await openBus({ connection, timers, onLost })
  bus.onGap(() => found.resolve({ ok: true, says: `${busName}: connected` }))
  bus.start()
  return found.promise.finally(() => bus.close())
}

interface ModelLink {
  name: string
  model: string
}

/** The part of `config/models.ts` that the doctor reads. */
interface ModelTier {
  name: string
  contextTokens: number
  provider: {
    links: readonly ModelLink[]
    probe(link: ModelLink, contextTokens: number): Promise<{ ok: boolean; says: string; warns?: true }>
  }
}

const modelName = ({ name, model }: ModelLink) => `${name} ${model}`

/** Asks each distinct model for a word, in parallel. If several tiers use a model, probes it with the largest of their context windows. */
const probeModels = async (tiers: ModelTier[]): Promise<Check[]> => {
  const probes = new Map<string, () => Promise<Omit<Check, 'name'>>>()
  for (const { provider, contextTokens } of tiers.toSorted((a, b) => a.contextTokens - b.contextTokens))
    for (const link of provider.links) probes.set(modelName(link), () => provider.probe(link, contextTokens))
  return Promise.all([...probes].map(async ([model, probe]) => ({ name: `model ${model}`, ...(await probe()) })))
}

const agesOf = ({ provider, blockedCountries }: { provider: { name: string } | null; blockedCountries: string[] }) => ({
  ok: true,
  ...(provider?.name === 'sandbox' && { warns: true as const }),
  says: [
    provider ? `verified by ${provider.name}` : 'users state that they are of age',
    ...(blockedCountries.length > 0 ? [`adult content is closed in ${blockedCountries.join(', ')}`] : []),
  ].join('; '),
})

const discordOf = (invite: string | null): Check => ({
  name: 'discord',
  ok: true,
  ...(invite === null && { warns: true as const }),
  says: invite ?? 'the banner and its reward are hidden: set DISCORD_INVITE to the invite of your server',
})

const imagesOf = (says: string) =>
  says === 'local' ? 'local: drawn on this machine' : `${says}, not checked, because a picture costs money`

interface Payments {
  name: string
  isTest?: boolean
  lookUpOrder(order: { id: string; reference: string }, signal: AbortSignal): Promise<unknown>
}

interface PaymentsConfig {
  provider: Payments | null
  /** Why there is no provider. */
  says?: string
}

const timeoutMs = 10_000

/** Looks up an order that doesn't exist, which checks the address and the key without moving money. */
const paymentsOf = async ({ provider, says }: PaymentsConfig): Promise<Omit<Check, 'name'>> => {
  if (!provider) return { ok: true, says: says ?? 'no payment provider is configured, so the shop answers 503' }
  const name = `${provider.name}${provider.isTest ? ', which moves no money' : ''}`
  const order = { id: '00000000-0000-7000-8000-000000000000', reference: 'cs_test_unknown' }
  return provider.lookUpOrder(order, AbortSignal.timeout(timeoutMs)).then(
    () => ({ ok: true, says: `${name}: answers` }),
    (error: Error) => ({ ok: false, says: `${name}: ${error.message}` })
  )
}

/** Checks that the web app is built. Works from the sources and from `build/`. */
const webApp = (): Check => {
  const isBuilt = ['../../', '../../../'].some((root) =>
    existsSync(new URL(`${root}apps/web/dist/index.html`, import.meta.url))
  )
  return { name: 'web app', ok: isBuilt, says: isBuilt ? 'built' : 'not built: npm run build' }
}
