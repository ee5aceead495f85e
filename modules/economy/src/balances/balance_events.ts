import { inject } from '@adonisjs/core'
import { Logger } from '@adonisjs/core/logger'
import { BalanceReader } from '#modules/accounts/index'
import { Bus, LiveValues, UserEvents } from '#modules/realtime/index'
import { Timers } from '#plugins/contract/timers'
import { BalanceUpdates } from '../../index.ts'

/** The ledger notifies this channel of every posting and of expired holds. The payload is the user's id. */
export const ledgerChannel = 'facet_balances'

/**
 * Sends balances to users with an open event stream in this process: when a stream opens, after each posting, when holds expire, and when another module
 * reports a change.
 */
@inject()
export class BalanceEvents extends BalanceUpdates {
  readonly #values: LiveValues<number>

  constructor(bus: Bus, events: UserEvents, balances: BalanceReader, timers: Timers, logger: Logger) {
    super()
    this.#values = new LiveValues({
      events,
      timers,
      logger,
      name: 'balances',
      read: async (userIds) =>
        new Map([...(await balances.readMany(userIds))].map(([userId, { rubies }]) => [userId, rubies])),
      missing: 0,
      toEvent: (rubies) => ({ type: 'balance', rubies }),
    })
    bus.listen(ledgerChannel, (userId) => this.refresh(userId))
  }

  refresh(userId: string) {
    this.#values.refresh(userId)
  }

  flush() {
    return this.#values.flush()
  }
}
