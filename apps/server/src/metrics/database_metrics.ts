import { setTimeout as sleep } from 'node:timers/promises'
import { Gauge, type Registry } from 'prom-client'
import type { Database } from '@adonisjs/lucid/database'
import type { ReplyWatch } from '#modules/chat/index'
import type { LedgerChecks, OrderQueue } from '#modules/economy/index'
import type { CounterQueue } from '#modules/gallery/index'

/** Each statement; all of them together, with the wait for a connection. */
const statementMs = 1_000
const patienceMs = 2_500

export interface DatabaseSources {
  db: Database
  replies: ReplyWatch
  orders: OrderQueue
  counters: CounterQueue
  ledger: LedgerChecks
}

const everywhere = 'Read from the database, and so the same on every server: take one of them, not their sum.'

/**
 * What is told of the database's queues: read by index, in one short transaction that changes nothing and is cut off when it takes
 * long. While it doesn't answer these figures are missing, and `facet_database_up` is 0.
 */
export class DatabaseMetrics {
  readonly #sources: DatabaseSources
  readonly #up: Gauge
  readonly #gauges = new Map<string, Gauge>()
  #looking: Promise<Record<string, number>> | null = null

  constructor(registry: Registry, sources: DatabaseSources) {
    this.#sources = sources
    const gauge = (name: string, help: string) => new Gauge({ name, help, registers: [registry] })
    this.#up = gauge('facet_database_up', '1 when the database answered this process in time.')
    for (const [name, help] of Object.entries(helps)) this.#gauges.set(name, gauge(name, `${help} ${everywhere}`))
  }

  /** Never throws. A look that still waits for the database is not followed by another one. */
  async look() {
    this.#looking ??= this.#read().finally(() => (this.#looking = null))
    const late = new AbortController()
    const figures = await Promise.race([
      this.#looking.catch(() => null),
      sleep(patienceMs, null, { signal: late.signal, ref: false }).catch(() => null),
    ])
    late.abort()
    this.#up.set(figures ? 1 : 0)
    for (const [name, gauge] of this.#gauges) {
      const value = figures?.[name]
      if (value === undefined) gauge.remove()
      else gauge.set(value)
    }
  }

  #read(): Promise<Record<string, number>> {
    const { db, replies, orders, counters, ledger } = this.#sources
    return db.transaction(async (trx) => {
      await trx.rawQuery(`SET LOCAL statement_timeout = ${statementMs}`)
      await trx.rawQuery('SET TRANSACTION READ ONLY')
      const running = await replies.running(trx)
      const unsettled = await orders.unsettled(trx)
      const waiting = await counters.waiting(trx)
      const check = await ledger.last(trx)
      return {
        facet_replies_running_everywhere: running.count,
        facet_oldest_running_reply_seconds: running.oldestSeconds,
        facet_orders_unsettled: unsettled.count,
        facet_oldest_unsettled_order_seconds: unsettled.oldestSeconds,
        facet_counter_increments_waiting: waiting,
        ...(check && {
          facet_ledger_accounts_wrong: check.problemCount,
          facet_ledger_check_age_seconds: Math.max(0, (Date.now() - Date.parse(check.finishedAt)) / 1000),
        }),
      }
    })
  }
}

const helps = {
  facet_replies_running_everywhere: 'Replies that are being written.',
  facet_oldest_running_reply_seconds: 'Age of the oldest reply that is being written; 0 when there is none.',
  facet_orders_unsettled: 'Orders that are open or pending; of more than 10,000 it says 10,000.',
  facet_oldest_unsettled_order_seconds: 'Age of the oldest order that is open or pending; 0 when there is none.',
  facet_counter_increments_waiting:
    'Counts of messages and tags that are not folded into the counters yet, which happens every few seconds; of more than 100,000 it says 100,000.',
  facet_ledger_accounts_wrong: 'Findings of the last check of the whole ledger; missing before the first one.',
  facet_ledger_check_age_seconds: 'Time since the last check of the whole ledger; missing before the first one.',
}
