import type { ApplicationService } from '@adonisjs/core/types'
import type { QueryClientContract } from '@adonisjs/lucid/types/database'
import { databaseEnv } from './databases.ts'
import { createMigratedDatabase } from './server.ts'

const root = new URL('../../', import.meta.url)
let booting: Promise<ApplicationService> | null = null

let ownerUrl = ''

/** Returns a client of the application's database as its owner, for statements that the server's role may not run. */
export const appOwner = async (): Promise<QueryClientContract> => {
  const db = await (await bootApp()).container.make('lucid.db')
  const { config } = db.manager.get(db.primaryConnectionName)!
  if (!db.manager.has('test_owner'))
    db.manager.add('test_owner', { ...config, connection: { connectionString: ownerUrl } } as typeof config)
  return db.connection('test_owner')
}

/** Sets the database in the environment. Call it before importing specs, because configuration is read once. */
export const prepareApp = async () => {
  ownerUrl = await createMigratedDatabase()
  Object.assign(process.env, databaseEnv(ownerUrl))
}

/** Boots the application in this process, on a new database, once. */
export const bootApp = (): Promise<ApplicationService> =>
  (booting ??= (async () => {
    const { Ignitor } = await import('@adonisjs/core')
    const app = new Ignitor(root, {
      importer: (path) => import(path.startsWith('.') ? new URL(path, root).href : path),
    }).createApp('test')
    await app.init()
    await app.boot()
    await app.start(() => {})
    return app
  })())

export const terminateApp = async () => (await booting)?.terminate()
