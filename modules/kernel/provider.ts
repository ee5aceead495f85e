import type { ApplicationService } from '@adonisjs/core/types'
import { Timers } from '#plugins/contract/timers'
import { bindSettings } from './container.ts'
import { RateLimits } from './rate_limit.ts'

/** Binds what services of all modules inject. */
export default class KernelProvider {
  constructor(private readonly app: ApplicationService) {}

  register() {
    const { container, config } = this.app
    bindSettings(this.app, Timers, 'timers.timers')
    container.singleton(
      RateLimits,
      async (resolver) => new RateLimits(await resolver.make('limiter.manager'), config.get('limits.enabled'))
    )
  }
}
