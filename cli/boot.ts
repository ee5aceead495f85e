import type { ApplicationService } from '@adonisjs/core/types'

/** The same relative depth holds in `build/`. */
const appRoot = new URL('../', import.meta.url)

type Container = ApplicationService['container']

export interface App {
  container: Container
  config: ApplicationService['config']
  /** Brings the database to this version. Throws when it does not answer. */
  migrate(): Promise<void>
  /** Whether the role that the server works as can drop or alter the tables. */
  mayAlterTables(): Promise<boolean>
}

/** As `withBareApp`, with the database at this version. */
export const withApp = <Value>(work: (app: App) => Promise<Value>) =>
  withBareApp(async (app) => {
    await app.migrate()
    return work(app)
  })

/** Boots the product without HTTP, does the work, and lets go of everything. Whether there is a database is the work's to find out. */
export const withBareApp = async <Value>(work: (app: App) => Promise<Value>) => {
  await import('reflect-metadata')
  const { Ignitor } = await import('@adonisjs/core')
  const { migrate } = await import('#modules/kernel/migrate')
  const { mayAlterTables } = await import('#modules/kernel/server_role')

  const importer = (path: string) => import(path.startsWith('.') ? new URL(path, appRoot).href : path)
  const app = new Ignitor(appRoot, { importer }).createApp('console')
  try {
    await app.init()
    await app.boot()
    // Standard output is the command's alone; what goes wrong is thrown, and said there.
    const logger = await app.container.make('logger')
    logger.level = logger.use().level = 'silent'
    await app.start(() => {})
    const { container, config } = app
    return await work({
      container,
      config,
      migrate: async () => migrate(app, await container.make('lucid.db')),
      mayAlterTables: async () => mayAlterTables((await container.make('lucid.db')).connection()),
    })
  } finally {
    await app.terminate()
  }
}
