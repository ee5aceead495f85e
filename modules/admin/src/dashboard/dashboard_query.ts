import { inject } from '@adonisjs/core'
import { Timers } from '#plugins/contract/timers'
import { UserDirectory } from '#modules/accounts/index'
import { ReplyStatistics } from '#modules/chat/index'
import { LedgerChecks, RubyFlow } from '#modules/economy/index'
import { Replicas } from '#modules/kernel/replicas'
import type { Dashboard, Period } from '../../api.ts'
import { Tally, type Hour } from './tally.ts'

const hourMs = 3_600_000
const dayMs = 24 * hourMs

/** Limits how often the database is queried. */
const cacheMs = 10_000

/** After this time, everything that started in an hour has ended, so its figures are final. */
const settledMs = 3 * hourMs

/**
 * Figures of the last day and week. Reads the whole week once per process, and then only hours that may have changed. Days and totals
 * are sums of hours.
 */
@inject()
export class DashboardQuery {
  #cached: { until: number; dashboard: Promise<Dashboard> } | null = null
  #settled: { until: number; hours: Hour[] } = { until: 0, hours: [] }

  constructor(
    private readonly users: UserDirectory,
    private readonly replies: ReplyStatistics,
    private readonly rubies: RubyFlow,
    private readonly ledger: LedgerChecks,
    private readonly timers: Timers,
    private readonly replicas: Replicas
  ) {}

  /** Returns a dashboard that is at most ten seconds old. */
  run(): Promise<Dashboard> {
    const now = new Date(this.timers.now())
    if (this.#cached && now.getTime() < this.#cached.until) return this.#cached.dashboard
    const dashboard = this.#read(now)
    const cached = (this.#cached = { until: now.getTime() + cacheMs, dashboard })
    dashboard.catch(() => {
      if (this.#cached === cached) this.#cached = null
    })
    return dashboard
  }

  async #read(now: Date): Promise<Dashboard> {
    const hour = Math.floor(now.getTime() / hourMs) * hourMs
    const day = Math.floor(now.getTime() / dayMs) * dayMs
    const firstDay = day - 6 * dayMs
    const settled = this.#settled
    const since = new Date(Math.max(firstDay, settled.until))
    const { users, replies, rubies, ledger } = this
    const [[opened, written, moved], lastCheck] = await Promise.all([
      this.replicas.run(null, (client) =>
        Promise.all([users.openedSince(since, client), replies.since(since, client), rubies.since(since, client)])
      ),
      ledger.last(),
    ])
    const hours = [...settled.hours, ...opened, ...written, ...moved].filter(
      ({ startsAt }) => startsAt.getTime() >= firstDay
    )
    const until = Math.max(hour - settledMs, settled.until)
    this.#settled = { until, hours: hours.filter(({ startsAt }) => startsAt.getTime() < until) }
    return {
      periods: {
        day: period(hours, { first: hour - 23 * hourMs, stepMs: hourMs, steps: 24 }),
        week: period(hours, { first: firstDay, stepMs: dayMs, steps: 7 }),
      },
      ledger: lastCheck,
    }
  }
}

const period = (
  hours: readonly Hour[],
  { first, stepMs, steps }: { first: number; stepMs: number; steps: number }
): Period => {
  const buckets = Array.from({ length: steps }, () => new Tally())
  const totals = new Tally()
  for (const hour of hours) {
    const bucket = buckets[Math.floor((hour.startsAt.getTime() - first) / stepMs)]
    if (!bucket) continue
    bucket.add(hour)
    totals.add(hour)
  }
  const startsAt = (index: number) => new Date(first + index * stepMs).toISOString()
  return {
    buckets: buckets.map((bucket, index) => ({ startsAt: startsAt(index), ...bucket.figures })),
    totals: totals.figures,
  }
}
