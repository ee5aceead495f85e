import RefreshCw from 'lucide-react/icons/refresh-cw'
import type { ReactNode } from 'react'
import { useSearchParams } from 'react-router-dom'
import { Button } from '#web/components/ui/button'
import { ChipLink } from '#web/components/ui/chip'
import { LoadFailed } from '#web/components/ui/load_failed'
import { PageHeader } from '#web/components/ui/page_header'
import { Loading, Skeleton } from '#web/components/ui/skeleton'
import { screens } from '#web/screens'
import { hasRubies } from '#web/lib/has_rubies'
import { useDashboard } from '../queries.ts'
import { AdminNav } from '../components/admin_nav.tsx'
import { AsOf } from '../components/as_of.tsx'
import { Figures, spans, type PeriodName } from '../components/figures.tsx'
import { DebtsPanel, LedgerPanel, ModelsPanel } from '../components/panels.tsx'

/** Activity over the last day or week, and the ledger check. The period is in the URL. */
export function DashboardScreen({ hint }: { hint?: ReactNode }) {
  const [query] = useSearchParams()
  const name: PeriodName = query.get('period') === 'week' ? 'week' : 'day'
  const dashboard = useDashboard()
  return (
    <div className="mx-auto w-full max-w-6xl px-4 pt-6 pb-20 sm:px-6 sm:pt-12">
      <PageHeader title="Dashboard" lead={hasRubies() ? 'Activity and ledger health' : 'Activity'} />
      <AdminNav current={screens.admin.path} />
      {hint}
      <div className="mb-5 flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
        <nav aria-label="Period" className="flex flex-wrap gap-2">
          {(['day', 'week'] as const).map((each) => (
            <ChipLink
              key={each}
              to={each === 'day' ? '?' : '?period=week'}
              replace
              preventScrollReset
              isCurrent={each === name}
            >
              {spans[each]}
            </ChipLink>
          ))}
        </nav>
        <div className="flex items-center justify-between gap-x-3 max-sm:w-full">
          {dashboard.data && <AsOf {...dashboard} />}
          <Button isLoading={dashboard.isFetching && !dashboard.isPending} onClick={() => void dashboard.refetch()}>
            <RefreshCw aria-hidden className="size-4" />
            Refresh
          </Button>
        </div>
      </div>
      {dashboard.isPending ? (
        <DashboardSkeleton />
      ) : !dashboard.data ? (
        <LoadFailed title="Couldn’t load the dashboard" query={dashboard} />
      ) : (
        <>
          <Figures name={name} period={dashboard.data.periods[name]} />
          <p className="mt-3 text-xs text-faint">
            {name === 'day' ? 'Hourly, in your time zone.' : 'Daily, in UTC.'} The last interval is incomplete.
          </p>
          <div className="mt-5 grid grid-cols-[minmax(0,1fr)] items-start gap-4 sm:gap-5 md:grid-cols-2">
            {hasRubies() && (
              <>
                <LedgerPanel ledger={dashboard.data.ledger} />
                <DebtsPanel />
              </>
            )}
            <ModelsPanel />
          </div>
        </>
      )}
    </div>
  )
}

const skeletonCount = 4

function DashboardSkeleton() {
  return (
    <Loading label="Loading the dashboard" className="grid gap-4 sm:gap-5 md:grid-cols-2">
      {Array.from({ length: skeletonCount }, (_, index) => (
        <Skeleton key={index} className="h-68 rounded-card" />
      ))}
    </Loading>
  )
}
