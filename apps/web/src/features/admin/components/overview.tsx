import type { Dashboard } from '#modules/admin/api'
import { ButtonLink } from '#web/components/ui/button'
import { LoadFailed } from '#web/components/ui/load_failed'
import { Loading, Skeleton } from '#web/components/ui/skeleton'
import { classNames } from '#web/lib/class_names'
import { countOf } from '#web/lib/count_of'
import { hasRubies } from '#web/lib/has_rubies'
import { useDashboard } from '../queries.ts'
import { screenLinks } from './admin_nav.tsx'
import { AdminSection } from './admin_section.tsx'
import { AsOf } from './as_of.tsx'
import { formatCount, timeOfDay } from '../texts.ts'

/** Key figures of the last day, with links to the admin screens. */
export function Overview() {
  const dashboard = useDashboard()
  return (
    <AdminSection
      title="The last 24 hours"
      text={dashboard.data && <AsOf {...dashboard} />}
      aside={
        <nav aria-label="Admin" className="flex flex-wrap gap-2">
          {screenLinks().map(({ label, to }) => (
            <ButtonLink key={to} to={to} size="s">
              {label}
            </ButtonLink>
          ))}
        </nav>
      }
    >
      {dashboard.isPending ? (
        <Loading label="Loading the figures" className={tilesClasses}>
          {Array.from({ length: 6 }, (_, index) => (
            <Skeleton key={index} className="h-24 rounded-panel" />
          ))}
        </Loading>
      ) : !dashboard.data ? (
        <LoadFailed title="Couldn’t load the figures" size="panel" query={dashboard} />
      ) : (
        <Tiles {...dashboard.data} />
      )}
    </AdminSection>
  )
}

const tilesClasses = 'grid grid-cols-2 gap-3 sm:grid-cols-3 xl:grid-cols-6'

function Tiles({ periods: { day, week }, ledger }: Dashboard) {
  const rubies = [
    ['Rubies in', 'rubiesIn'],
    ['Rubies out', 'rubiesOut'],
  ] as const
  const figures = [
    ['Replies', 'replies'],
    ['New users', 'users'],
    ...(hasRubies() ? rubies : []),
    ['Provider errors', 'providerErrors'],
  ] as const
  return (
    <dl className={tilesClasses}>
      {figures.map(([name, key]) => (
        <Tile
          key={key}
          name={name}
          value={formatCount(day.totals[key])}
          note={`${formatCount(week.totals[key])} in 7 days`}
        />
      ))}
      {!hasRubies() ? null : ledger === null || (ledger.accounts === 0 && ledger.problemCount === 0) ? (
        <Tile name="Ledger check" value="–" note="Not checked yet" />
      ) : ledger.problemCount === 0 ? (
        <Tile
          name="Ledger check"
          value="Balanced"
          note={`${countOf(ledger.accounts, 'account')}, ${timeOfDay(ledger.finishedAt)}`}
          tone="text-success-text"
        />
      ) : (
        <Tile
          name="Ledger check"
          value={`${formatCount(ledger.problemCount)} off`}
          note="See the dashboard"
          tone="text-danger-text"
        />
      )}
    </dl>
  )
}

function Tile({ name, value, note, tone }: { name: string; value: string; note: string; tone?: string }) {
  return (
    <div className="min-w-0 rounded-panel border border-line bg-raised px-4 py-3">
      <dt className="text-sm text-soft">{name}</dt>
      <dd className={classNames('text-2xl font-semibold tabular-nums', tone)}>{value}</dd>
      <dd className="text-xs text-faint tabular-nums">{note}</dd>
    </div>
  )
}
