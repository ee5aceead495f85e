import type { ApplicationService } from '@adonisjs/core/types'
import { Logger } from '@adonisjs/core/logger'
import { Timers } from '#plugins/contract/timers'
import type { GuardedClientConfig } from '#modules/kernel/database_clients'
import type { Addresses } from '#modules/kernel/sql'
import { bindSingletons } from '#modules/kernel/container'
import { Bus, Presence, ProcessConnection, UserEvents, type RealtimeSettings } from './index.ts'

interface DatabaseSettings {
  connection: GuardedClientConfig
  addresses: Addresses
}

export default class RealtimeProvider {
  constructor(protected app: ApplicationService) {}

  register() {
    const { container, config } = this.app
    bindSingletons(this.app, [Presence])
    const settings = () => config.get<RealtimeSettings>('realtime')
    container.singleton(ProcessConnection, async (resolver) => {
      const { connection, addresses } = config.get<DatabaseSettings>('database.connections.postgres')
      const [timers, logger] = [await resolver.make(Timers), await resolver.make(Logger)]
      return new ProcessConnection({
        config: addresses.direct ?? connection,
        deadlineMs: settings().queryDeadlineMs,
        timers,
        logger,
      })
    })
    container.singleton(Bus, async (resolver) => {
      const [connection, timers] = [await resolver.make(ProcessConnection), await resolver.make(Timers)]
      const logger = await resolver.make(Logger)
      const messages = await settings().openBus({
        connection,
        timers,
        onLost: (err) => logger.warn({ err }, 'the connection to the bus failed: retrying'),
        onError: (err) => logger.warn({ err }, 'a message from another process could not be handled'),
      })
      return new Bus(connection, messages)
    })
    container.singleton(UserEvents, async (resolver) => {
      const [bus, logger] = await Promise.all([resolver.make(Bus), resolver.make(Logger)])
      const { sessionCheckMs, streamsMax } = settings()
      return new UserEvents({ bus, timers: await resolver.make(Timers), logger, sessionCheckMs, streamsMax })
    })
  }

  async start() {
    await import('./routes.ts')
    // Starts after every module has subscribed, and before the server accepts requests.
    if (this.#isServer()) this.app.starting(async () => (await this.app.container.make(Bus)).start())
  }

  /** Runs last: providers shut down in reverse order, so the other modules have published their last messages. */
  async shutdown() {
    if (!this.#isServer()) return
    const { container } = this.app
    const events = await container.make(UserEvents)
    events.close()
    await events.flush()
    await (await container.make(Bus)).close()
  }

  #isServer() {
    return this.app.getEnvironment() === 'web'
  }
}
