import 'reflect-metadata'
import { createServer } from 'node:http'
import { Ignitor } from '@adonisjs/core'
import { withTrustedRequestIds } from '../src/trusted_request_ids.ts'
import { reportStartFailure } from '../src/report_start_failure.ts'

/** The same relative depth holds in `build/`. */
const appRoot = new URL('../../../', import.meta.url)

const ignitor = new Ignitor(appRoot, {
  importer: (path) => import(path.startsWith('.') ? new URL(path, appRoot).href : path),
})
const started: Promise<unknown> = ignitor
  // Stays registered, so that a second signal doesn't cut the shutdown short. A signal during the start waits for its end, because
  // the framework would ignore it.
  .tap((app) => app.listen('SIGTERM', () => void started.finally(() => app.terminate())))
  .httpServer()
  .start((handle) =>
    createServer(withTrustedRequestIds(handle, { trustProxy: ignitor.getApp()!.config.get('app.trustsProxy') }))
  )
await started.catch(reportStartFailure)
