import 'reflect-metadata'
import { Ignitor } from '@adonisjs/core'
import { sayWhyNot } from '../src/say_why_not.ts'

/** The same relative depth holds in `build/`. */
const appRoot = new URL('../../../', import.meta.url)

await new Ignitor(appRoot, { importer: (path) => import(path.startsWith('.') ? new URL(path, appRoot).href : path) })
  .httpServer()
  .start()
  .catch(sayWhyNot)
