import 'reflect-metadata'
import { Ignitor } from '@adonisjs/core'
import { sayWhyNot } from '../src/say_why_not.ts'

/** The same relative depth holds in `build/`. */
const appRoot = new URL('../../../', import.meta.url)

const started: Promise<unknown> = new Ignitor(appRoot, {
  importer: (path) => import(path.startsWith('.') ? new URL(path, appRoot).href : path),
})
  // Stays registered: a second signal must not cut the orderly end short. One that comes while we start waits for that: an end
  // amid a beginning would be forgotten, and the server go on.
  .tap((app) => app.listen('SIGTERM', () => void started.finally(() => app.terminate())))
  .httpServer()
  .start()
await started.catch(sayWhyNot)
