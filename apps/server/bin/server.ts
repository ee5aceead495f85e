import 'reflect-metadata'
import { Ignitor } from '@adonisjs/core'
import { HttpServer } from '../src/http_server.ts'
import { withTrustedRequestIds } from '../src/trusted_request_ids.ts'
import { reportStartFailure } from '../src/report_start_failure.ts'

/** The repository, or `build/` for the compiled server. Both have the same layout. */
const appRoot = new URL('../../../', import.meta.url)

const ignitor = new Ignitor(appRoot, {
  importer: (path) => import(path.startsWith('.') ? new URL(path, appRoot).href : path),
})
const started: Promise<unknown> = ignitor
  // The listener stays registered, so that a second signal doesn't abort the shutdown. A signal during the start is handled after it,
  // because the framework would ignore it.
  .tap((app) => app.listen('SIGTERM', () => void started.finally(() => app.terminate())))
  .httpServer()
  .start((handle) => {
    const { config, container } = ignitor.getApp()!
    const trusted = withTrustedRequestIds(handle, { trustProxy: config.get('app.trustsProxy') })
    const { listenFd, count } = config.get<{ listenFd: number | null; count: number }>('processes')
    const server = new HttpServer(trusted, { listenFd, hasOthers: count > 1 })
    container.bindValue(HttpServer, server)
    return server.node
  })
await started.catch(reportStartFailure)
