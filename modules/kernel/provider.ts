import { Logger } from '@adonisjs/core/logger'
import type { ApplicationService } from '@adonisjs/core/types'
import { Database } from '@adonisjs/lucid/database'
import { Timers } from '#plugins/contract/timers'
import { bindSettings, bindSingletons } from './container.ts'
import { TestGates } from './gates.ts'
import { PeriodicTasks } from './periodic_tasks.ts'
import { Outbound, OutboundSettings } from './outbound/outbound.ts'
import { Primaries } from './primary.ts'
import { Limiters } from './rate_limit.ts'
import { Replicas, ReplicaSettings } from './replicas.ts'
import { AppSettings, Brand, NoticeDefault, Retention } from './settings.ts'

/** Binds what services of all modules inject. */
export default class KernelProvider {
  constructor(private readonly app: ApplicationService) {}

  register() {
    const { container, config } = this.app
    bindSettings(this.app, Timers, 'timers.timers')
    bindSettings(this.app, TestGates, 'timers')
    bindSettings(this.app, Brand, 'brand.brand')
    bindSettings(this.app, AppSettings, 'app')
    bindSettings(this.app, NoticeDefault, 'notices')
    bindSettings(this.app, OutboundSettings, 'outbound')
    bindSettings(this.app, Primaries, 'primaries.primaries')
    bindSettings(this.app, ReplicaSettings, 'replicas')
    bindSettings(this.app, Retention, 'retention')
    bindSingletons(this.app, [PeriodicTasks])
    container.singleton(
      Outbound,
      async (resolver) => new Outbound(await resolver.make(OutboundSettings), await resolver.make(Timers))
    )
    container.singleton(Replicas, async (resolver) => {
      const [timers, logger] = [await resolver.make(Timers), await resolver.make(Logger)]
      return new Replicas(await resolver.make(Database), await resolver.make(ReplicaSettings), { timers, logger })
    })
    container.singleton(Limiters, async (resolver): Promise<Limiters> => {
      const manager = await resolver.make('limiter.manager')
      return { enabled: config.get('limits.enabled'), use: (options) => manager.use(options) }
    })
  }
  async shutdown() {
    await (await this.app.container.make(Primaries)).close()
  }
}
