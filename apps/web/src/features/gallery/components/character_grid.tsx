import type { CharacterSummary } from '#modules/gallery/api'
import type { ComponentProps } from 'react'
import { Card } from '#web/components/ui/card'
import { Loading, Skeleton } from '#web/components/ui/skeleton'
import { WindowedGrid } from '#web/components/ui/windowed_grid'
import { classNames } from '#web/lib/class_names'
import { isCovered } from '../is_covered.ts'
import { cardShape, CharacterCard, type CardActions } from './character_card.tsx'

interface CharacterGridProps extends CardActions {
  characters: CharacterSummary[]
  /** The viewer's id. The owner of a character gets a menu on its card. */
  userId: string
  showsAdult: boolean
  /** The search that found the characters; empty without a search. */
  q: string
  /** Whether the first cards are in the first view. */
  isFirst: boolean
  /** Whether the next page is loading. Then placeholders are shown for it. */
  isGrowing: boolean
  /** Whether all pages are loaded, so that the length is known. */
  isWhole: boolean
}

/** The number of placeholders, which fills rows of two, three and four. */
const skeletonCount = 12

export function CharacterGrid({
  characters,
  userId,
  showsAdult,
  q,
  isFirst,
  isGrowing,
  isWhole,
  ...actions
}: CharacterGridProps) {
  return (
    <WindowedGrid
      items={characters}
      placeholderCount={isGrowing ? skeletonCount : 0}
      isComplete={isWhole}
      Grid={Grid}
      Placeholder={SkeletonCell}
    >
      {(character, index) => (
        <CharacterCard
          character={character}
          isOwn={character.createdBy === userId}
          isCovered={isCovered(character, { id: userId, showsAdult })}
          q={q}
          index={isFirst ? index : null}
          {...actions}
        />
      )}
    </WindowedGrid>
  )
}

export function CharacterGridSkeleton() {
  return (
    <Loading label="Loading characters">
      <Grid>
        {Array.from({ length: skeletonCount }, (_, index) => (
          <SkeletonCell key={index} />
        ))}
      </Grid>
    </Loading>
  )
}

function SkeletonCell() {
  return (
    <li aria-hidden data-testid="character-skeleton">
      <Card className={classNames(cardShape, 'gap-2.5 p-3 sm:p-4')}>
        <Skeleton className="absolute inset-0 -z-10 rounded-none opacity-60" />
        <span className="h-2.5 w-1/4 rounded-full bg-line/70" />
        <span className="h-4 w-2/3 rounded-full bg-line/70" />
        <span className="h-2.5 w-full rounded-full bg-line/70" />
        <span className="h-2.5 w-2/5 rounded-full bg-line/70" />
      </Card>
    </li>
  )
}

function Grid(props: ComponentProps<'ul'>) {
  return (
    <ul
      className="relative grid grid-cols-[repeat(auto-fill,minmax(min(100%,8.25rem),1fr))] gap-3 sm:grid-cols-[repeat(auto-fill,minmax(13.5rem,1fr))] sm:gap-5 2xl:grid-cols-[repeat(auto-fill,minmax(17rem,1fr))]"
      {...props}
    />
  )
}
