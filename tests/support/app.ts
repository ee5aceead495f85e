import type { ApplicationService } from '@adonisjs/core/types'
import type { QueryClientContract } from '@adonisjs/lucid/types/database'
import { createDatabase, databaseEnv } from './databases.ts'

const root = new URL('../../', import.meta.url)
let booting: Promise<ApplicationService> | null = null

let ownerUrl = ''

/** A client of that application's database as its owner: for what the server's role may not do. */
export const appOwner = async (): Promise<QueryClientContract> => {
  const db = await (await bootApp()).container.make('lucid.db')
  const { config } = db.manager.get(db.primaryConnectionName)!
  if (!db.manager.has('test_owner'))
    db.manager.add('test_owner', { ...config, connection: { connectionString: ownerUrl } } as typeof config)
  return db.connection('test_owner')
}

/** Names that database in the environment. Before any spec is imported: some import configuration, which is read once. */
export const prepareApp = async () => {
  ownerUrl = await createDatabase()
  Object.assign(process.env, databaseEnv(ownerUrl))
}

/** The application in this process, on a fresh database of its own. Booted once, for whoever needs one. */
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
