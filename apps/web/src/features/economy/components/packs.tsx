import type { ModelTier } from '#modules/chat/api'
import type { RubyPackOffer } from '#modules/economy/api'
import { packs as usualPacks } from '#config/economy'
import { listPacks } from '#modules/economy/calls'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Alert } from '#web/components/ui/alert'
import { LoadFailed } from '#web/components/ui/load_failed'
import { callQuery } from '#web/lib/api_client'
import { Loading } from '#web/components/ui/skeleton'
import { PackCard, PackCardSkeleton } from './pack_card.tsx'

interface PacksProps {
  models: readonly ModelTier[]
  /** The pack whose order is being created, by its number of rubies. */
  buying: number | null
  /** The server's reason why nothing can be bought now; null if there is none. */
  unavailable: string | null
  onBuy: (pack: RubyPackOffer) => void
}

export function Packs({ models, buying, unavailable, onBuy }: PacksProps) {
  const list = useQuery(callQuery(listPacks))
  return (
    <section aria-labelledby="packs-heading" className="@container">
      <h2 id="packs-heading" className="display text-2xl">
        Choose a pack
      </h2>
      <p className="mt-1.5 text-soft">One-time payment by card, in a new tab. Prices in US dollars.</p>
      <div className="mt-5 grid gap-4 empty:hidden">
        {unavailable && (
          <Alert tone="warning" title="Purchases are unavailable right now">
            {unavailable}
          </Alert>
        )}
        {list.data?.some((pack) => pack.isTest) && (
          <Alert title="Test payment: no money moves">Test mode: choose “paid” or “declined” on the next page.</Alert>
        )}
      </div>
      <div className="mt-5">
        {list.isPending ? (
          <Loading label="Loading packs">
            <PackGrid>
              {usualPacks.map(({ rubies }) => (
                <PackCardSkeleton key={rubies} />
              ))}
            </PackGrid>
          </Loading>
        ) : !list.data ? (
          <LoadFailed level={3} title="Couldn’t load the packs" query={list} />
        ) : (
          <PackGrid>
            {list.data.map((pack, rank) => (
              <PackCard
                key={pack.rubies}
                pack={pack}
                models={models}
                rank={rank}
                isBuying={buying === pack.rubies}
                isDisabled={buying !== null && buying !== pack.rubies}
                onBuy={() => onBuy(pack)}
              />
            ))}
          </PackGrid>
        )}
      </div>
    </section>
  )
}

const PackGrid = ({ children }: { children: ReactNode }) => (
  <ul className="grid grid-cols-[minmax(0,1fr)] gap-4 @lg:grid-cols-2 @4xl:grid-cols-4">{children}</ul>
)
