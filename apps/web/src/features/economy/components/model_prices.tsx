import { defaultTier, tierIds } from '#config/economy'
import type { ModelTier } from '#modules/chat/api'
import type { UseQueryResult } from '@tanstack/react-query'
import { DemoBadge } from '#web/components/shared/demo_badge'
import { Badge } from '#web/components/ui/badge'
import { BorderedList } from '#web/components/ui/bordered_list'
import { LoadFailed } from '#web/components/ui/load_failed'
import { Rubies } from '#web/components/shared/rubies'
import { Loading, Skeleton } from '#web/components/ui/skeleton'
import { countOf } from '#web/lib/count_of'

/** The price of a reply for each model, and the number of replies that the balance pays for. */
export function ModelPrices({ rubies, models }: { rubies: number; models: UseQueryResult<ModelTier[]> }) {
  return (
    <section aria-labelledby="models-heading">
      <h2 id="models-heading" className="display text-2xl">
        What a reply costs
      </h2>
      <p className="mt-1.5 text-soft">Pick a model in the chat; change it any time.</p>
      {models.isPending ? (
        <Loading label="Loading prices" className="mt-5 grid gap-3">
          {tierIds.map((tier) => (
            <Skeleton key={tier} className="h-17" />
          ))}
        </Loading>
      ) : !models.data ? (
        <LoadFailed level={3} title="Couldn’t load the prices" query={models} />
      ) : (
        <BorderedList className="mt-5">
          {models.data.map(({ tier, name, cost, description, isDemo }) => (
            <li key={tier} className="flex flex-wrap items-center gap-x-6 gap-y-1 px-4 py-3.5 sm:px-5">
              <div className="min-w-0 flex-1 basis-48">
                <h3 className="flex flex-wrap items-center gap-2 font-semibold">
                  {name}
                  {tier === defaultTier && <Badge>Default</Badge>}
                  {isDemo && <DemoBadge />}
                </h3>
                <p className="text-sm text-soft">{description}</p>
              </div>
              <div className="flex items-baseline gap-x-3 max-sm:w-full max-sm:justify-between sm:flex-col sm:items-end">
                <Rubies amount={cost} spelled />
                <span className="text-sm text-faint tabular-nums">{repliesText(Math.floor(rubies / cost))}</span>
              </div>
            </li>
          ))}
        </BorderedList>
      )}
    </section>
  )
}

const repliesText = (count: number) =>
  count === 0 ? 'Not enough rubies' : `${countOf(count, 'reply', 'replies')} with your balance`
