import type { LoggerService } from '@adonisjs/core/types'
import type { Database } from '@adonisjs/lucid/database'
import type { Ledger, LedgerChecks, OrderReconciliation } from '../index.ts'
import { purgeUnmatchedEvents } from './orders/purge_unmatched_events.ts'
import { purgeNetworkRewards } from './rewards/network_rewards.ts'
import type { PostShares } from './shares/post_shares.ts'
import { purgeSeenNetworks } from './shares/seen_networks.ts'
import type { PeriodicTask } from '#modules/kernel/periodic_tasks'

interface Needs {
  db: Database
  ledger: Ledger
  checks: LedgerChecks
  orders: OrderReconciliation
  shares: PostShares
  /** Interval between checks of the ledger, across all processes. */
  checkMinutes: number
  logger: Pick<LoggerService, 'info' | 'error'>
}

/** Returns the periodic tasks of each server. Any number of processes may run them, because each task locks what it works on. */
export const economyTasks = ({ db, ledger, checks, orders, shares, checkMinutes, logger }: Needs): PeriodicTask[] => [
  {
    purpose: 'release expired holds',
    everyMs: 15_000,
    async run() {
      const expired = await ledger.expireHolds()
      if (expired > 0) logger.info({ expired }, 'released expired holds')
    },
  },
  {
    purpose: 'reconcile orders',
    everyMs: 60_000,
    async run(signal) {
      for (const order of await orders.due(signal))
        if (order.before !== order.after) logger.info(order, 'reconciled an order')
      await purgeUnmatchedEvents(db)
    },
  },
  {
    purpose: 'purge networks',
    everyMs: 3_600_000,
    async run() {
      await purgeNetworkRewards(db)
      await purgeSeenNetworks(db)
    },
  },
  {
    purpose: 'post shares',
    everyMs: 60_000,
    async run(signal) {
      const rubies = await shares.run(signal)
      if (rubies > 0) logger.info({ rubies }, 'posted shares of creators')
    },
  },
  {
    purpose: 'check the ledger',
    everyMs: 60_000,
    async run(signal) {
      const report = await checks.checkIfOlderThan(checkMinutes, signal)
      if (!report) return
      const { accounts, tookMs, problemCount, problems } = report
      if (problemCount > 0)
        logger.error({ accounts, tookMs, problemCount, problems: problems.slice(0, 10) }, 'the ledger has problems')
      else logger.info({ accounts, tookMs }, 'the ledger is correct')
    },
  },
]
