import type { Figures as FiguresOf, Period, Bucket } from '#modules/admin/api'
import { Chart } from '#web/components/ui/charts/chart'
import { hasRubies } from '#web/lib/has_rubies'
import type { ChartPoint } from '#web/components/ui/charts/chart_series'
import { durationText, formatCount } from '../texts.ts'

export const spans: Record<PeriodName, string> = { day: 'Last 24 hours', week: 'Last 7 days' }

/** The charts of one period. */
export function Figures({ name, period: { buckets, totals } }: { name: PeriodName; period: Period }) {
  const places = chartPoints(name, buckets)
  const common = { places, span: spans[name], format: formatCount }
  const valuesOf = (key: Exclude<keyof FiguresOf, 'firstTextMs'>) => buckets.map((bucket) => bucket[key])
  const textMs = (key: 'p50' | 'p95') => ({
    values: buckets.map(({ firstTextMs }) => firstTextMs?.[key] ?? null),
    total: totals.firstTextMs ? durationText(totals.firstTextMs[key]) : '–',
  })
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4 sm:gap-5 md:grid-cols-2">
      <Chart
        {...common}
        title="Replies"
        kind="bars"
        empty="No replies"
        series={[{ name: 'Replies', tone: 'accent', values: valuesOf('replies'), total: formatCount(totals.replies) }]}
      />
      <Chart
        {...common}
        title="New users"
        kind="bars"
        empty="No new users"
        series={[{ name: 'New users', tone: 'accent', values: valuesOf('users'), total: formatCount(totals.users) }]}
      />
      {hasRubies() && (
        <Chart
          {...common}
          title="Rubies in and out"
          kind="bars"
          empty="No rubies moved"
          className="md:col-span-2"
          series={[
            { name: 'in', tone: 'success', values: valuesOf('rubiesIn'), total: formatCount(totals.rubiesIn) },
            {
              name: 'out',
              tone: 'accent',
              values: valuesOf('rubiesOut'),
              total: formatCount(totals.rubiesOut),
              isDown: true,
            },
          ]}
        />
      )}
      <Chart
        {...common}
        title="Provider errors"
        kind="bars"
        empty="No errors"
        series={[
          {
            name: 'Provider errors',
            tone: 'warning',
            values: valuesOf('providerErrors'),
            total: formatCount(totals.providerErrors),
          },
        ]}
      />
      <Chart
        {...common}
        title="Time to first text"
        kind="lines"
        empty="No replies"
        format={durationText}
        series={[
          { name: 'median', tone: 'accent', ...textMs('p50') },
          { name: '95th percentile', tone: 'quiet', isDashed: true, ...textMs('p95') },
        ]}
      />
    </div>
  )
}

export type PeriodName = 'day' | 'week'

const hoursPerLabel = 6

/** Labels for the buckets: hours in local time, days in UTC, in which they are counted. */
function chartPoints(period: PeriodName, buckets: readonly Pick<Bucket, 'startsAt'>[]): ChartPoint[] {
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
