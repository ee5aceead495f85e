import { setTimeout as sleep } from 'node:timers/promises'
import { Gauge, type Registry } from 'prom-client'
import type { Database } from '@adonisjs/lucid/database'
import type { ReplyWatch } from '#modules/chat/index'
import type { LedgerChecks, OrderQueue } from '#modules/economy/index'
import type { CounterQueue, PublicationReviews } from '#modules/gallery/index'
import type { Jobs } from '#modules/jobs/index'
import type { CaseQueue } from '#modules/moderation/index'

const statementTimeoutMs = 1_000
/** The timeout of all statements together, including the wait for a connection. */
const readTimeoutMs = 2_500

export interface DatabaseSources {
  db: Database
  replies: ReplyWatch
  orders: OrderQueue
  counters: CounterQueue
  ledger: LedgerChecks
  jobs: Jobs
  reviews: PublicationReviews
  cases: CaseQueue
}

const everywhere = 'Read from the database, so the value is the same on every server. Use one of them, not the sum.'

/**
 * Metrics read from the database, in one short read-only transaction with a timeout. While the database doesn't answer, they are missing
 * and `facet_database_up` is 0.
 */
export class DatabaseMetrics {
  readonly #sources: DatabaseSources
  readonly #up: Gauge
  readonly #gauges = new Map<string, Gauge>()
  #reading: Promise<Record<string, number>> | null = null

  constructor(registry: Registry, sources: DatabaseSources) {
    this.#sources = sources
    const gauge = (name: string, help: string) => new Gauge({ name, help, registers: [registry] })
    this.#up = gauge('facet_database_up', '1 when the database answered this process in time.')
    for (const [name, help] of Object.entries(helps)) this.#gauges.set(name, gauge(name, `${help} ${everywhere}`))
  }

  /** Never throws. At most one read runs at a time. */
  async refresh() {
    this.#reading ??= this.#read().finally(() => (this.#reading = null))
    const answered = new AbortController()
    const figures = await Promise.race([
      this.#reading.catch(() => null),
      sleep(readTimeoutMs, null, { signal: answered.signal, ref: false }).catch(() => null),
    ])
    answered.abort()
    this.#up.set(figures ? 1 : 0)
    for (const [name, gauge] of this.#gauges) {
      const value = figures?.[name]
      if (value === undefined) gauge.remove()
      else gauge.set(value)
    }
  }

  #read(): Promise<Record<string, number>> {
    const { db, replies, orders, counters, ledger, jobs, reviews, cases } = this.#sources
    return db.transaction(async (trx) => {
      await trx.rawQuery(`SET LOCAL statement_timeout = ${statementTimeoutMs}`)
      await trx.rawQuery('SET TRANSACTION READ ONLY')
      const running = await replies.running(trx)
      const unsettled = await orders.unsettled(trx)
      const waiting = await counters.waiting(trx)
      const check = await ledger.last(trx)
      const queued = await jobs.counts(trx)
      const reviewed = await reviews.counts(trx)
      const urgent = await cases.urgent(trx)
      return {
        facet_replies_running_everywhere: running.count,
        facet_oldest_running_reply_seconds: running.oldestSeconds,
        facet_orders_unsettled: unsettled.count,
        facet_oldest_unsettled_order_seconds: unsettled.oldestSeconds,
        facet_counter_increments_waiting: waiting,
        facet_jobs_waiting: queued.waiting,
        facet_jobs_failed: queued.failed,
        facet_reviews_waiting: reviewed.waiting,
        facet_reviews_held: reviewed.held,
        facet_reviews_escalated: reviewed.escalated,
        facet_urgent_reports: urgent,
        ...(check && {
          facet_ledger_accounts_wrong: check.problemCount,
          facet_ledger_check_age_seconds: Math.max(0, (Date.now() - Date.parse(check.finishedAt)) / 1000),
        }),
      }
    })
  }
}

const helps = {
  facet_replies_running_everywhere: 'Replies in progress.',
  facet_oldest_running_reply_seconds: 'Age of the oldest reply in progress; 0 when there is none.',
  facet_orders_unsettled: 'Open and pending orders, counted up to 10,000.',
  facet_oldest_unsettled_order_seconds: 'Age of the oldest open or pending order; 0 when there is none.',
  facet_counter_increments_waiting:
    'Message and tag counts not yet added to the counters, which happens every few seconds. Counted up to 100,000.',
  facet_jobs_waiting: 'Background jobs that wait for a process or for their next attempt.',
  facet_jobs_failed: 'Background jobs that failed for good in the last 30 days.',
  facet_reviews_waiting: 'Content that waits for a moderation provider.',
  facet_reviews_held: 'Content that waits for a moderator.',
  facet_reviews_escalated: 'Held content that sexualizes minors, and that a moderator has to refuse.',
  facet_urgent_reports: 'Open reports about intimate pictures that are due within 12 hours, or overdue.',
  facet_ledger_accounts_wrong: 'Problems found by the last check of the whole ledger; missing before the first check.',
  facet_ledger_check_age_seconds: 'Time since the last check of the whole ledger; missing before the first check.',
}
