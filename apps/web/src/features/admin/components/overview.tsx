import type { Dashboard } from '#modules/admin/api'
import { Badge } from '../../../components/ui/badge.tsx'
import { ButtonLink } from '../../../components/ui/button.tsx'
import { LoadFailed } from '../../../components/ui/load_failed.tsx'
import { Skeleton } from '../../../components/ui/skeleton.tsx'
import { useDashboard } from '../api/get_dashboard.ts'
import { AdminSection } from './admin_section.tsx'

/** The last day in a few numbers, and the way to more of them. */
export function Overview({ dashboardAddress }: { dashboardAddress: string }) {
  const dashboard = useDashboard()
  return (
    <AdminSection
      title="The last 24 hours"
      aside={
        <ButtonLink to={dashboardAddress} size="s">
          Open the dashboard
        </ButtonLink>
      }
    >
      {dashboard.isPending ? (
        <div role="status" className={tilesClasses}>
          <span className="sr-only">Loading the figures</span>
          {Array.from({ length: 5 }, (_, index) => (
            <Skeleton key={index} className="h-24 rounded-panel" />
          ))}
        </div>
      ) : !dashboard.data ? (
        <LoadFailed title="The figures could not be loaded" size="panel" query={dashboard} />
      ) : (
        <Tiles {...dashboard.data} />
      )}
    </AdminSection>
  )
}

const tilesClasses = 'grid grid-cols-2 gap-3 sm:grid-cols-3 xl:grid-cols-5'

function Tiles({ periods: { day, week }, ledger }: Dashboard) {
  const figures = [
    ['Replies', 'replies'],
    ['New users', 'users'],
    ['Rubies in', 'rubiesIn'],
    ['Rubies out', 'rubiesOut'],
    ['Provider errors', 'providerErrors'],
  ] as const
  return (
    <>
      <dl className={tilesClasses}>
        {figures.map(([name, key]) => (
          <div key={key} className="min-w-0 rounded-panel border border-line bg-raised px-4 py-3">
            <dt className="text-sm text-soft">{name}</dt>
            <dd className="display text-2xl tabular-nums">{day.totals[key].toLocaleString('en')}</dd>
            <dd className="text-xs text-faint tabular-nums">{week.totals[key].toLocaleString('en')} in 7 days</dd>
          </div>
        ))}
      </dl>
      <p className="mt-4 flex flex-wrap items-center gap-2 text-sm text-soft">
        Ledger check
        {ledger === null ? (
          <Badge>Not yet</Badge>
        ) : ledger.problemCount === 0 ? (
          <Badge tone="success">In order</Badge>
        ) : (
          <Badge tone="danger">{ledger.problemCount.toLocaleString('en')} off</Badge>
        )}
      </p>
    </>
  )
}
