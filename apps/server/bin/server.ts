import 'reflect-metadata'
import { Ignitor } from '@adonisjs/core'
import { sayWhyNot } from '../src/say_why_not.ts'

/** The same relative depth holds in `build/`. */
const appRoot = new URL('../../../', import.meta.url)

await new Ignitor(appRoot, { importer: (path) => import(path.startsWith('.') ? new URL(path, appRoot).href : path) })
  // Stays registered: a second signal must not cut the orderly end short.
  .tap((app) => app.listen('SIGTERM', () => void app.terminate()))
  .httpServer()
  .start()
  .catch(sayWhyNot)
