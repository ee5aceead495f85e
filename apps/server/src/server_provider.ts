import { Socket } from 'node:net'
import type { ApplicationService } from '@adonisjs/core/types'
import { Database } from '@adonisjs/lucid/database'
import env from '#config/env'
import metrics from '#config/metrics'
import type models from '#config/models'
import { ReplyWatch } from '#modules/chat/index'
import { LedgerChecks, OrderQueue } from '#modules/economy/index'
import { migrate } from '#modules/kernel/migrate'
import { ownerConnection } from '#modules/kernel/server_role'
import { guardConnections, poolFigures } from '#modules/kernel/sql'
import { CounterQueue, Gallery } from '#modules/gallery/index'
import { PictureWork } from '#modules/imagegen/index'
import BodyMiddleware from '../middleware/body_middleware.ts'
import { Drain } from './drain.ts'
import { FirstPaint } from './page_renderer.ts'
import { FirstPictures } from './picture_preloads.ts'

/** Composes the running server: the database's version, the first characters, and an orderly end. */
export default class ServerProvider {
  constructor(protected app: ApplicationService) {}

  register() {
    const { container, config } = this.app
    container.singleton(Drain, () => new Drain())
    container.singleton(FirstPictures, async (resolver) => new FirstPictures(await resolver.make(Gallery)))
    container.singleton(
      FirstPaint,
      async (resolver) =>
        new FirstPaint({
          server: await resolver.make('server'),
          logger: await resolver.make('logger'),
          // A test waits for what it looks at, however busy the machine is.
          ...(this.app.inTest ? { patienceMs: 30_000 } : {}),
        })
    )
    container.singleton(BodyMiddleware, () => new BodyMiddleware(config.get('bodyparser'), this.app.experimentalFlags))
  }

  /** Figures are counted from the start, or not at all: then nothing of theirs is even loaded. */
  async #countFigures() {
    if (metrics.token === null) return
    const { Metrics } = await import('./metrics/metrics.ts')
    const { container, config } = this.app
    const db = await container.make(Database)
    const givenUp = config.get<(typeof models)['givenUp']>('models.givenUp')
    const all = new Metrics({
      db,
      replies: await container.make(ReplyWatch),
      orders: await container.make(OrderQueue),
      counters: await container.make(CounterQueue),
      ledger: await container.make(LedgerChecks),
      pictures: await container.make(PictureWork),
      pools: () => ({ ...poolFigures(db.connection()) }),
      onGivenUp: (listener) => void givenUp.add(listener),
    })
    container.singleton(Metrics, () => all)
  }

  async start() {
    await this.#countFigures()
    const { container } = this.app
    const db = await container.make(Database)
    guardConnections(db.connection())
    await migrate(this.app, db)
    // From here on this process works as the role of DATABASE_URL alone.
    if (db.manager.has(ownerConnection)) await db.manager.release(ownerConnection)
    await (await container.make(Gallery)).seedBuiltIn()
    this.#endWithLauncher()
  }

  /** The launcher holds the other end of this pipe: when it dies, however it dies, the server ends too. */
  #endWithLauncher() {
    const fd = env.get('FACET_LAUNCHER_FD')
    if (fd === undefined) return
    // Not a file stream: that would wait in a thread of the pool, and the process could not exit while it waits.
    const pipe = new Socket({ fd, readable: true, writable: false }).unref()
    pipe.on('error', () => {})
    pipe.on('close', () => process.kill(process.pid, 'SIGTERM'))
    pipe.resume()
  }

  async ready() {
    const drain = await this.app.container.make(Drain)
    this.app.terminating(() => void (drain.started = true))
    if (this.app.getEnvironment() === 'web') await (await this.app.container.make(FirstPaint)).warmUp()
  }
}
