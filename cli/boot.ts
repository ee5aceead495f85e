import type { ApplicationService } from '@adonisjs/core/types'

/** The same relative depth holds in `build/`. */
const appRoot = new URL('../', import.meta.url)

type Container = ApplicationService['container']

/** Boots the product without HTTP, brings the database to this version, does the work, and lets go of everything. */
export const withApp = async <Value>(
  work: (app: { container: Container; config: ApplicationService['config'] }) => Promise<Value>
) => {
  await import('reflect-metadata')
  const { Ignitor } = await import('@adonisjs/core')
  const { migrate } = await import('#modules/kernel/migrate')

  const importer = (path: string) => import(path.startsWith('.') ? new URL(path, appRoot).href : path)
  const app = new Ignitor(appRoot, { importer }).createApp('console')
  try {
    await app.init()
    await app.boot()
    // Standard output is the command's alone; what goes wrong is thrown, and said there.
    const logger = await app.container.make('logger')
    logger.level = logger.use().level = 'silent'
    await app.start(() => {})
    await migrate(app, await app.container.make('lucid.db'))
    return await work(app)
  } finally {
    await app.terminate()
  }
}
