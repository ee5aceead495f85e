import { defaultTier, tiers } from '#config/economy'
import { DemoBadge } from '#web/components/shared/demo_badge'
import { Badge } from '#web/components/ui/badge'
import { BorderedList } from '#web/components/ui/bordered_list'
import { Rubies } from '#web/components/shared/rubies'
import { countOf } from '#web/lib/count_of'

/** The price of a reply for each model, and the number of replies that the balance pays for. */
export function ModelPrices({ rubies, demoTiers }: { rubies: number; demoTiers: readonly string[] }) {
  return (
    <section aria-labelledby="models-heading">
      <h2 id="models-heading" className="display text-2xl">
        What a reply costs
      </h2>
      <p className="mt-1.5 text-soft">Pick a model in the chat; change it any time.</p>
      <BorderedList className="mt-5">
        {tiers.map(({ id, name, cost, description }) => (
          <li key={id} className="flex flex-wrap items-center gap-x-6 gap-y-1 px-4 py-3.5 sm:px-5">
            <div className="min-w-0 flex-1 basis-48">
              <h3 className="flex flex-wrap items-center gap-2 font-semibold">
                {name}
                {id === defaultTier && <Badge>Default</Badge>}
                {demoTiers.includes(id) && <DemoBadge />}
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
    </section>
  )
}

const repliesText = (count: number) =>
  count === 0 ? 'Not enough rubies' : `${countOf(count, 'reply', 'replies')} with your balance`
