import 'reflect-metadata'
import { createServer } from 'node:http'
import { Ignitor } from '@adonisjs/core'
import { withOwnRequestIds } from '../src/own_request_ids.ts'
import { sayWhyNot } from '../src/say_why_not.ts'

/** The same relative depth holds in `build/`. */
const appRoot = new URL('../../../', import.meta.url)

const ignitor = new Ignitor(appRoot, {
  importer: (path) => import(path.startsWith('.') ? new URL(path, appRoot).href : path),
})
const started: Promise<unknown> = ignitor
  // Stays registered: a second signal must not cut the orderly end short. One that comes while we start waits for that: an end
  // amid a beginning would be forgotten, and the server go on.
  .tap((app) => app.listen('SIGTERM', () => void started.finally(() => app.terminate())))
  .httpServer()
  .start((handle) =>
    createServer(withOwnRequestIds(handle, { trustProxy: ignitor.getApp()!.config.get('app.trustsProxy') }))
  )
await started.catch(sayWhyNot)
