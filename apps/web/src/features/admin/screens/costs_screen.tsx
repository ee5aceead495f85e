import { costRanges, type CostReport, type CostsOfModel } from '#modules/costs/api'
import { getCostsFile } from '#modules/costs/calls'
import { addressOf } from '#modules/kernel/calls'
import Download from 'lucide-react/icons/download'
import { lazy, Suspense, useState } from 'react'
import { useSearchParams } from 'react-router-dom'
import { Alert } from '#web/components/ui/alert'
import { Button, buttonClasses } from '#web/components/ui/button'
import { Chart } from '#web/components/ui/charts/chart'
import { ChipLink } from '#web/components/ui/chip'
import { LoadFailed } from '#web/components/ui/load_failed'
import { PageHeader } from '#web/components/ui/page_header'
import { Loading, Skeleton } from '#web/components/ui/skeleton'
import { countOf } from '#web/lib/count_of'
import { hasRubies } from '#web/lib/has_rubies'
import { screens } from '#web/screens'
import { AdminNav } from '../components/admin_nav.tsx'
import { CostsTable } from '../components/costs_table.tsx'
import { PriceImport } from '../components/price_import.tsx'
import { chartDays, dollarsText, useCosts, utcDay } from '../costs.ts'
import { formatCount } from '../texts.ts'

const PriceDialog = lazy(async () => ({ default: (await import('../components/price_dialog.tsx')).PriceDialog }))

/** The costs of replies for the operator, by day, tier and model. The range is in the URL. */
export function CostsScreen() {
  const [search] = useSearchParams()
  const range = costRanges.find((each) => String(each) === search.get('days')) ?? 30
  const costs = useCosts(range)
  return (
    <div className="mx-auto w-full max-w-6xl px-4 pt-6 pb-20 sm:px-6 sm:pt-12">
      <PageHeader title="Costs" lead="What replies cost you, and what they bring in" />
      <AdminNav current={screens.adminCosts.path} />
      <div className="mb-5 flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
        <nav aria-label="Range" className="flex flex-wrap gap-2">
          {costRanges.map((each) => (
            <ChipLink
              key={each}
              to={each === 30 ? '?' : `?days=${each}`}
              replace
              preventScrollReset
              isCurrent={each === range}
            >
              {each} days
            </ChipLink>
          ))}
        </nav>
        {costs.data && costs.data.total.replies > 0 && (
          <a href={addressOf(getCostsFile, { query: { days: range } })} download className={buttonClasses()}>
            <Download aria-hidden className="size-4" />
            Download CSV
          </a>
        )}
      </div>
      {costs.isPending ? (
        <Loading label="Loading the costs" className="grid gap-4 sm:gap-5 md:grid-cols-2">
          <Skeleton className="h-68 rounded-card" />
          <Skeleton className="h-68 rounded-card" />
        </Loading>
      ) : !costs.data ? (
        <LoadFailed title="Couldn’t load the costs" query={costs} />
      ) : (
        <Report report={costs.data} />
      )}
    </div>
  )
}

function Report({ report }: { report: CostReport }) {
  const [edited, setEdited] = useState<CostsOfModel | null>(null)
  const { total, tiers, models, startedOn } = report
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-8">
      {total.uncounted + total.unpriced > 0 && (
        <Alert tone="warning" title="Some costs are unknown">
          {[
            total.unpriced > 0 && `${countOf(total.unpriced, 'reply', 'replies')} of models without a price.`,
            total.uncounted > 0 && `${countOf(total.uncounted, 'reply', 'replies')} without a count of tokens.`,
          ]
            .filter(Boolean)
            .join(' ')}
        </Alert>
      )}
      {total.replies === 0 ? (
        <p className="text-ui text-soft">
          No replies were counted in this range. They count three hours after they began.
        </p>
      ) : (
        <Charts report={report} />
      )}
      <CostsTable
        title="By tier"
        what="Tier"
        lines={tiers.map(({ tier, ...costs }) => ({ key: tier, name: tier, costs }))}
      />
      <CostsTable
        title="By model"
        what="Model"
        action="Price of a million tokens"
        lines={models.map((model) => ({
          key: `${model.provider} ${model.model}`,
          name: model.model === '' ? 'Not recorded' : `${model.provider}: ${model.model}`,
          costs: model,
          action: model.model !== '' && (
            <span className="flex items-center justify-between gap-4">
              <span className="tabular-nums">
                {model.price
                  ? `${dollarsText(model.price.inputMicrodollars)} in, ${dollarsText(model.price.outputMicrodollars)} out`
                  : 'Unknown'}
              </span>
              <Button size="s" aria-label={`Set price of ${model.model}`} onClick={() => setEdited(model)}>
                Set price
              </Button>
            </span>
          ),
        }))}
      />
      <div className="grid gap-4">
        <p className="max-w-measure text-sm text-soft">
          Import prices from LiteLLM’s model_prices_and_context_window.json. Only models of this list are taken.
        </p>
        <PriceImport models={models.filter(({ model }) => model !== '')} />
        <p className="max-w-measure text-sm text-faint">
          Days are in UTC. Replies count three hours after they began. Where a definition is hidden, tokens in are an
          estimate.
          {startedOn !== null && ` Counting began on ${utcDay(startedOn)}.`}
        </p>
      </div>
      {edited && (
        <Suspense>
          <PriceDialog model={edited} onClose={() => setEdited(null)} />
        </Suspense>
      )}
    </div>
  )
}

function Charts({ report }: { report: CostReport }) {
  const { places, ofDays } = chartDays(report)
  const common = { places, kind: 'bars', span: `Last ${report.range} days`, empty: 'Nothing counted' } as const
  const { total } = report
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4 sm:gap-5 md:grid-cols-2">
      <Chart
        {...common}
        title="Cost"
        format={dollarsText}
        series={[
          {
            name: 'Cost',
            tone: 'warning',
            values: ofDays.map((day) => day?.microdollars ?? 0),
            total: dollarsText(total.microdollars),
          },
        ]}
      />
      {hasRubies() ? (
        <Chart
          {...common}
          title="Rubies taken"
          format={formatCount}
          series={[
            {
              name: 'Rubies taken',
              tone: 'success',
              values: ofDays.map((day) => day?.rubiesTaken ?? 0),
              total: formatCount(total.rubiesTaken),
            },
          ]}
        />
      ) : (
        <Chart
          {...common}
          title="Replies"
          format={formatCount}
          series={[
            {
              name: 'Replies',
              tone: 'accent',
              values: ofDays.map((day) => day?.replies ?? 0),
              total: formatCount(total.replies),
            },
          ]}
        />
      )}
    </div>
  )
}
