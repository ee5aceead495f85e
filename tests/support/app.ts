import type { ApplicationService } from '@adonisjs/core/types'
import { createDatabase, databaseEnv } from './databases.ts'

const root = new URL('../../', import.meta.url)
let booting: Promise<ApplicationService> | null = null

let ownerUrl = ''

/** The address of that application's database for its owner: for what the server's role may not do. */
export const appOwnerUrl = () => ownerUrl

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
