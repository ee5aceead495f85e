import type { ApplicationService } from '@adonisjs/core/types'
import { createDatabase } from './databases.ts'

const root = new URL('../../', import.meta.url)
let booting: Promise<ApplicationService> | null = null

/** The application in this process, on a fresh database of its own. Booted once, for whoever needs one. */
export const bootApp = (): Promise<ApplicationService> =>
  (booting ??= (async () => {
    process.env.DATABASE_URL = await createDatabase()
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
