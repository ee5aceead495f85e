import type { ModelTier } from '#modules/chat/api'
import type { RubyPackOffer } from '#modules/economy/api'
import { packs as usualPacks, defaultTier } from '#config/economy'
import { listPacks } from '#modules/economy/calls'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import ExternalLink from 'lucide-react/icons/external-link'
import { Alert } from '#web/components/ui/alert'
import { LoadFailed } from '#web/components/ui/load_failed'
import { callQuery } from '#web/lib/api_client'
import { Loading, Skeleton } from '#web/components/ui/skeleton'
import { Badge } from '#web/components/ui/badge'
import { Button } from '#web/components/ui/button'
import { Card, CardHighlight } from '#web/components/ui/card'
import { classNames } from '#web/lib/class_names'
import { pricePerHundred, priceText } from '../money.ts'
import { RubyPile } from './ruby_pile.tsx'

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
      <p className="mt-1.5 text-soft">One-time payment, in a new tab. Prices in US dollars.</p>
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

interface PackCardProps {
  pack: RubyPackOffer
  models: readonly ModelTier[]
  /** Position among the packs, smallest first. */
  rank: number
  isBuying: boolean
  /** Another pack is being bought. */
  isDisabled: boolean
  onBuy: () => void
}

const frame = 'flex gap-x-4 max-sm:items-stretch sm:flex-col'
const art = 'relative grid shrink-0 place-items-center overflow-clip max-sm:w-28 sm:h-42'

function PackCard({ pack, models, rank, isBuying, isDisabled, onBuy }: PackCardProps) {
  const standardTier = models.find(({ tier }) => tier === defaultTier)
  const { rubies, priceCents, currency, discountPercent, popular } = pack
  const price = priceText(priceCents, currency)
  return (
    <Card
      as="li"
      className={classNames(
        'group transition-[border-color,box-shadow] duration-medium ease-out hover:border-line-strong hover:shadow-card',
        frame,
        popular && 'border-accent-text/60! shadow-card'
      )}
    >
      <div className={classNames(art, 'pack-stage')}>
        <RubyPile
          rank={rank}
          className="h-auto w-full max-w-48 px-2 max-sm:scale-125 transition-[translate] duration-long ease-out motion-safe:group-hover:-translate-y-1"
        />
      </div>
      {/* Above the highlight, which covers only the picture. */}
      <div className="relative z-1 flex min-w-0 flex-1 flex-col gap-3 p-4 max-sm:pl-0 sm:p-5 sm:pt-4">
        <div>
          <div className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1">
            <h3 className="display text-xl sm:text-2xl">
              <span className="tabular-nums">{rubies.toLocaleString('en')}</span> rubies
            </h3>
            {popular && <Badge tone="accent">Popular</Badge>}
          </div>
          <p className="mt-1.5 flex flex-wrap items-center gap-x-2.5 gap-y-1">
            <span className="text-lg font-semibold tabular-nums">{price}</span>
            {discountPercent > 0 && <Badge tone="success">{discountPercent}% off</Badge>}
          </p>
        </div>
        <ul className="grid gap-0.5 text-sm text-soft">
          <li className="tabular-nums">{pricePerHundred(priceCents, rubies, currency)} per 100 rubies</li>
          {standardTier && (
            <li>
              {Math.floor(rubies / standardTier.cost).toLocaleString('en')} replies with{' '}
              {standardTier.name.replaceAll(' ', '\u00a0')}
            </li>
          )}
        </ul>
        <Button
          look={popular ? 'primary' : 'outline'}
          isLoading={isBuying}
          disabled={isDisabled}
          onClick={onBuy}
          className="mt-auto w-full"
        >
          <span>
            Buy <span className="sr-only">{rubies.toLocaleString('en')} rubies </span>for {price}
          </span>
          <ExternalLink aria-hidden className="size-4 opacity-75" />
        </Button>
      </div>
      <CardHighlight />
    </Card>
  )
}

function PackCardSkeleton() {
  return (
    <Card as="li" className={frame} data-testid="pack-skeleton">
      <div className={art}>
        <Skeleton className="absolute inset-0 rounded-none" />
      </div>
      <div className="grid flex-1 gap-3 p-4 sm:p-5 sm:pt-4">
        <Skeleton className="h-7 w-2/3 sm:h-8.5" />
        <Skeleton className="h-6 w-1/4" />
        <Skeleton className="h-10 w-4/5" />
        <Skeleton className="h-touch w-full" />
      </div>
    </Card>
  )
}
