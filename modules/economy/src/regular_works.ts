import type { LoggerService } from '@adonisjs/core/types'
import type { Database } from '@adonisjs/lucid/database'
import type { Ledger, LedgerChecks, OrderReconciliation } from '../index.ts'
import { purgeUnmatchedEvents } from './orders/purge_unmatched_events.ts'
import { purgeNetworkRewards } from './rewards/network_rewards.ts'
import type { RegularWork } from '#modules/kernel/regular_worker'

interface Needs {
  db: Database
  ledger: Ledger
  checks: LedgerChecks
  orders: OrderReconciliation
  /** Between two checks of the whole ledger, whichever process makes them. */
  checkMinutes: number
  logger: Pick<LoggerService, 'info' | 'error'>
}

/** What every server does for the economy by itself. Any number of processes may: each takes what no other is at. */
export const regularWorks = ({ db, ledger, checks, orders, checkMinutes, logger }: Needs): RegularWork[] => [
  {
    purpose: 'give back holds whose time has passed',
    everyMs: 15_000,
    async run() {
      const expired = await ledger.expireHolds()
      if (expired > 0) logger.info({ expired }, 'gave back holds whose time had passed')
    },
  },
  {
    purpose: 'ask about orders that no webhook came for',
    everyMs: 60_000,
    async run(signal) {
      for (const order of await orders.due(signal))
        if (order.before !== order.after) logger.info(order, 'an order stands otherwise than we knew')
      await purgeUnmatchedEvents(db)
    },
  },
  {
    purpose: 'forget the networks that had rewards',
    everyMs: 3_600_000,
    run: () => purgeNetworkRewards(db),
  },
  {
    purpose: 'check the ledger',
    everyMs: 60_000,
    async run(signal) {
      const report = await checks.checkIfOlderThan(checkMinutes, signal)
      if (!report) return
      const { accounts, tookMs, problemCount, problems } = report
      if (problemCount > 0)
        logger.error({ accounts, tookMs, problemCount, problems: problems.slice(0, 10) }, 'the ledger is off')
      else logger.info({ accounts, tookMs }, 'the ledger is right')
    },
  },
]
