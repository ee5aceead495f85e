import type { ReplicaState } from '#modules/kernel/replicas'
import type { ApplicationService } from '@adonisjs/core/types'
import type { DistributionPlan } from '#modules/kernel/rebuild/distribution_plan'

/** The repository, or `build/` for the compiled CLI. Both have the same layout. */
const appRoot = new URL('../', import.meta.url)

type Container = ApplicationService['container']

export interface App {
  container: Container
  config: ApplicationService['config']
  /** Runs missing migrations. Throws when the database doesn't answer. */
  migrate(options?: { hasBackup?: true }): Promise<void>
  /** Splits the private tables of a migrated database. */
  partition(parts: number): Promise<void>
  /** Plans how Citus distributes the private tables. */
  planDistribution(): Promise<DistributionPlan>
  /** Distributes the private tables of a migrated database. */
  distribute(): Promise<DistributionPlan>
  /** True if the server's database role can drop or alter tables. */
  mayAlterTables(): Promise<boolean>
  /** Looks at the replicas of DATABASE_READ_URL. Returns warnings about them. */
  checkReplicas(): Promise<{ states: ReplicaState[]; warnings: string[] }>
  /** Returns the warnings about a pooler in front of the database, if there is one. */
  checkPooler(): Promise<string[]>
}

/** Does the same as `withBareApp`, but runs missing migrations first. */
export const withApp = <Value>(work: (app: App) => Promise<Value>) =>
  withBareApp(async (app) => {
    await app.migrate()
    return work(app)
  })

const report = (text: string) => process.stderr.write(`${text}\n`)

/** Boots the app without HTTP, runs `work` and shuts down. Doesn't require a database. */
export const withBareApp = async <Value>(work: (app: App) => Promise<Value>) => {
  const { Ignitor } = await import('@adonisjs/core')
  const { migrate } = await import('#modules/kernel/migrate')
  const { partition } = await import('#modules/kernel/rebuild/partition')
  const { distribute, readDistributionPlan } = await import('#modules/kernel/rebuild/distribute')
  const { canAlterTables: mayAlterTables } = await import('#modules/kernel/server_role')
  const { checkPooler } = await import('#modules/kernel/pooler')
  const { Replicas } = await import('#modules/kernel/replicas')
  const { followPrimary, limitIdleTransactions, rejectFailedCommits } = await import('#modules/kernel/sql')

  const importer = (path: string) => import(path.startsWith('.') ? new URL(path, appRoot).href : path)
  const app = new Ignitor(appRoot, { importer }).createApp('console')
  try {
    await app.init()
    await app.boot()
    // Only the command writes to standard output. Errors are thrown.
    const logger = await app.container.make('logger')
    logger.level = logger.use().level = 'silent'
    await app.start(() => {})
    const { container, config } = app
    const db = await container.make('lucid.db')
    followPrimary(db.connection())
    rejectFailedCommits(db.connection())
    limitIdleTransactions(db.connection())
    return await work({
      container,
      config,
      migrate: (options) => migrate(app, db, { ...options, report }),
      partition: (parts) => partition(app, db, parts, { report }),
      planDistribution: () => readDistributionPlan(db.connection()),
      distribute: () => distribute(app, db, report),
      mayAlterTables: async () => mayAlterTables(db.connection()),
      checkReplicas: async () => {
        const replicas = await container.make(Replicas)
        const warnings = await replicas.check()
        const states = replicas.states()
        await replicas.close()
        return { states, warnings }
      },
      checkPooler: async () => checkPooler(db.connection()),
    })
  } finally {
    await app.terminate()
  }
}
