import type { ApplicationService } from '@adonisjs/core/types'
import { Timers } from '#plugins/contract/timers'
import { bindSettings } from './container.ts'

/** Binds what services of all modules inject. */
export default class KernelProvider {
  constructor(private readonly app: ApplicationService) {}

  register() {
    bindSettings(this.app, Timers, 'timers.timers')
  }
}
