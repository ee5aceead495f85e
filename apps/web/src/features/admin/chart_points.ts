import type { Bucket } from '#modules/admin/api'
import type { ChartPoint } from '#web/components/ui/charts/chart_series'

export type PeriodName = 'day' | 'week'

const hoursPerLabel = 6

/** Labels for the buckets: hours in local time, days in UTC, in which they are counted. */
export function chartPoints(period: PeriodName, buckets: readonly Pick<Bucket, 'startsAt'>[]): ChartPoint[] {
  return buckets.map(({ startsAt }) => {
    const date = new Date(startsAt)
    if (period === 'week') return { name: day.format(date), mark: weekday.format(date) }
    const isMarked = date.getHours() % hoursPerLabel === 0
    return { name: hour.format(date), mark: isMarked ? time.format(date) : undefined }
  })
}

const hour = new Intl.DateTimeFormat('en', {
  weekday: 'short',
  month: 'short',
  day: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
})
const time = new Intl.DateTimeFormat('en', { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' })
const day = new Intl.DateTimeFormat('en', { weekday: 'long', month: 'short', day: 'numeric', timeZone: 'UTC' })
const weekday = new Intl.DateTimeFormat('en', { weekday: 'short', timeZone: 'UTC' })
