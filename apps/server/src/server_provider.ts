import { Socket } from 'node:net'
import type { ApplicationService } from '@adonisjs/core/types'
import { Database } from '@adonisjs/lucid/database'
import { Timers } from '#plugins/contract/timers'
import env from '#config/env'
import metrics from '#config/metrics'
import processes from '#config/processes'
import type { ModelsConfig, ModelTier } from '#config/models'
import { ReplyWatch } from '#modules/chat/index'
import { ControlRoom } from '#modules/connections/index'
import { LedgerChecks, OrderQueue } from '#modules/economy/index'
import { Jobs } from '#modules/jobs/index'
import { bindSingletons } from '#modules/kernel/container'
import { readDistribution } from '#modules/kernel/distribution'
import { migrate } from '#modules/kernel/migrate'
import { PeriodicTasks } from '#modules/kernel/periodic_tasks'
import { ownerConnection } from '#modules/kernel/server_role'
import { checkPooler } from '#modules/kernel/pooler'
import { lookForPrimaryEveryMs, Primaries } from '#modules/kernel/primary'
import { Replicas, ReplicaSettings } from '#modules/kernel/replicas'
import { guardConnections, limitIdleTransactions, poolStats } from '#modules/kernel/sql'
import { CounterQueue, PublicationReviews, Gallery, limits } from '#modules/gallery/index'
import { PictureWork } from '#modules/imagegen/index'
import { CaseQueue } from '#modules/moderation/index'
import { Bus } from '#modules/realtime/index'
import BodyMiddleware from '../middleware/body_middleware.ts'
import { Drain } from './drain.ts'
import { handOver } from './hand_over.ts'
import { HttpServer } from './http_server.ts'
import { LauncherLink } from './launcher_link.ts'
import { PageRenderer } from './page_renderer.ts'
import { PicturePreloads } from './picture_preloads.ts'
import { Readiness } from './readiness.ts'

/** Runs migrations, seeds the built-in characters, registers metrics and handles shutdown. */
export default class ServerProvider {
  #room: ControlRoom | null = null

  constructor(protected app: ApplicationService) {}

  register() {
    const { container, config } = this.app
    bindSingletons(this.app, [Drain, PicturePreloads])
    container.singleton(
      PageRenderer,
      async (resolver) =>
        new PageRenderer({
          server: await resolver.make('server'),
          logger: await resolver.make('logger'),
          timers: await resolver.make(Timers),
          timeoutMs: config.get('public_pages.renderTimeoutMs'),
        })
    )
    container.singleton(LauncherLink, async (resolver) => {
      const readiness = await resolver.make(Readiness)
      return new LauncherLink({
        channel: process,
        isReady: async () => (await readiness.check()) === 'ok',
        readMetrics: metrics.token === null ? null : () => this.#readMetrics(),
        leave: () => void this.#leave(),
      })
    })
    container.singleton(
      BodyMiddleware,
      () => new BodyMiddleware(config.get('bodyparser'), this.app.experimentalFlags, limits.editBytesMax)
    )
  }

  /** Registers the metrics. Without a token, their code isn't loaded. */
  async #registerMetrics() {
    if (metrics.token === null) return
    const { Metrics } = await import('./metrics/metrics.ts')
    const { container, config } = this.app
    const [db, bus] = [await container.make(Database), await container.make(Bus)]
    const instance = new Metrics({
      db,
      replies: await container.make(ReplyWatch),
      orders: await container.make(OrderQueue),
      counters: await container.make(CounterQueue),
      cases: await container.make(CaseQueue),
      ledger: await container.make(LedgerChecks),
      jobs: await container.make(Jobs),
      reviews: await container.make(PublicationReviews),
      pictures: await container.make(PictureWork),
      bus: () => ({ name: config.get<string>('realtime.busName'), ...bus.state }),
      replicas: await container.make(Replicas),
      pools: () => ({ ...poolStats(db.connection()) }),
      onFailedAttempt: (listener) => this.#onFailedAttempt(listener),
      processes,
      others: async () => (await container.make(LauncherLink)).metricsOfOthers(),
    })
    container.singleton(Metrics, () => instance)
  }

  async #readMetrics() {
    const { Metrics } = await import('./metrics/metrics.ts')
    return (await this.app.container.make(Metrics)).samples()
  }

  /** Hands over to the process that has replaced this one, then shuts down. */
  async #leave() {
    const { container, config } = this.app
    const logger = await container.make('logger')
    logger.info('replaced by a new process: handing over')
    const [server, replies] = await Promise.all([container.make(HttpServer), container.make(ReplyWatch)])
    await handOver({ server, replies, deadlineMs: config.get('replies.drainMs') })
    await this.app.terminate()
  }

  #onFailedAttempt(listener: Parameters<ModelTier['provider']['onFailedAttempt']>[0]) {
    const listened = new WeakSet<object>()
    const listenTo = (tiers: readonly Pick<ModelTier, 'provider'>[]) => {
      for (const { provider } of tiers) {
        if (!listened.has(provider)) provider.onFailedAttempt(listener)
        listened.add(provider)
      }
    }
    listenTo(this.app.config.get<ModelTier[]>('models.tiers'))
    this.#room?.onApplied(listenTo)
  }

  /** Logs failed attempts, which would leave no trace if a fallback succeeds. Failed replies are logged where they end. */
  async #logFailedAttempts() {
    const logger = await this.app.container.make('logger')
    this.#onFailedAttempt(({ link, attempt, error }) => {
      const { code, status, message: reason } = error
      const details = { provider: link.name, model: link.model, attempt, code, status, reason }
      logger.warn(details, 'model attempt failed before the first text')
    })
  }

  /** Logs what providers adapt to, once for each model, even if several tiers use it. */
  async #logAdaptations() {
    const logger = await this.app.container.make('logger')
    const logged = new Set<string>()
    const { tiers, summary } = this.app.config.get<ModelsConfig>('models')
    const chains = [
      ...tiers.map(({ provider }) => provider),
      ...(typeof summary === 'object' && summary ? [summary.provider] : []),
    ]
    const listened = new WeakSet<object>()
    const listenTo = (chain: ModelTier['provider']) => {
      if (listened.has(chain)) return
      listened.add(chain)
      chain.onAdapted(({ link, model, topic, says, warns }) => {
        const key = JSON.stringify([link.name, model, topic, says])
        if (logged.has(key)) return
        logged.add(key)
        logger[warns ? 'warn' : 'info']({ provider: link.name, model, topic, says }, 'adapted to a model')
      })
    }
    chains.forEach(listenTo)
    this.#room?.onApplied((tiers) => tiers.forEach(({ provider }) => listenTo(provider)))
  }

  async start() {
    this.#room = await this.app.container.make(ControlRoom)
    await this.#logFailedAttempts()
    await this.#logAdaptations()
    await this.#registerMetrics()
    const { container } = this.app
    const db = await container.make(Database)
    guardConnections(db.connection())
    limitIdleTransactions(db.connection())
    for (const warning of await checkPooler(db.connection())) (await container.make('logger')).warn(warning)
    await this.#followPrimaries()
    await this.#openReplicas()
    await migrate(this.app, db)
    await readDistribution(db.connection())
    // From here on the process uses only the role of DATABASE_URL.
    if (db.manager.has(ownerConnection)) await db.manager.release(ownerConnection)
    await (await container.make(Gallery)).seedBuiltIn()
    this.#endWithLauncher()
  }

  async #followPrimaries() {
    const { container } = this.app
    const primaries = await container.make(Primaries)
    if (!primaries.areFollowed) return
    const tasks = await container.make(PeriodicTasks)
    tasks.start({ purpose: 'look for the primary', everyMs: lookForPrimaryEveryMs, run: () => primaries.look() })
  }

  async #openReplicas() {
    const { container } = this.app
    const replicas = await container.make(Replicas)
    if (replicas.clients.length === 0) return
    for (const client of replicas.clients) guardConnections(client)
    const logger = await container.make('logger')
    for (const warning of await replicas.check()) logger.warn(warning)
    const [tasks, { lookEveryMs: everyMs }] = [
      await container.make(PeriodicTasks),
      await container.make(ReplicaSettings),
    ]
    tasks.start({ purpose: 'look at the replicas', everyMs, run: () => replicas.look() })
  }

  /** Stops the server when the launcher exits, even if the launcher is killed. The launcher holds the other end of the pipe. */
  #endWithLauncher() {
    const fd = env.get('FACET_LAUNCHER_FD')
    if (fd === undefined) return
    // A file stream's read would block a pool thread and keep the process from exiting.
    const pipe = new Socket({ fd, readable: true, writable: false }).unref()
    pipe.on('error', () => {})
    pipe.on('close', () => process.kill(process.pid, 'SIGTERM'))
    pipe.resume()
  }

  async ready() {
    const drain = await this.app.container.make(Drain)
    this.app.terminating(() => void (drain.started = true))
    if (this.app.getEnvironment() !== 'web') return
    void (await this.app.container.make(LauncherLink)).reportReady()
    await (await this.app.container.make(PageRenderer)).warmUp()
  }

  /** Runs first, because providers shut down in reverse order, and the tasks use all of them. */
  async shutdown() {
    await (await this.app.container.make(PeriodicTasks)).stop()
    await (await this.app.container.make(Replicas)).close()
  }
}
