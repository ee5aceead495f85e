import type { CharacterSummary } from '#modules/gallery/api'
import type { ReactNode } from 'react'
import { Card } from '../../../components/ui/card.tsx'
import { Skeleton } from '../../../components/ui/skeleton.tsx'
import { classNames } from '../../../lib/class_names.ts'
import { cardShape, CharacterCard } from './character_card.tsx'

interface CharacterGridProps {
  characters: CharacterSummary[]
  showsAdult: boolean
  settingsAddress: string | null
  /** More are on their way: they have their places already. */
  isGrowing: boolean
  onChoose: (character: CharacterSummary) => void
}

/** The most that stand in one row of a common window. */
const firstRow = 5

/** Whole rows of two, three and four. */
const skeletonCount = 12

export function CharacterGrid({ characters, showsAdult, settingsAddress, isGrowing, onChoose }: CharacterGridProps) {
  return (
    <Grid>
      {characters.map((character, index) => (
        <li key={character.id} className="min-w-0">
          <CharacterCard
            character={character}
            isCovered={character.isNsfw && !showsAdult}
            settingsAddress={settingsAddress}
            isFirst={index < firstRow}
            onChoose={onChoose}
          />
        </li>
      ))}
      {isGrowing && <SkeletonCards count={skeletonCount} />}
    </Grid>
  )
}

export function CharacterGridSkeleton() {
  return (
    <div role="status">
      <span className="sr-only">Loading characters</span>
      <Grid>
        <SkeletonCards count={skeletonCount} />
      </Grid>
    </div>
  )
}

function SkeletonCards({ count }: { count: number }) {
  return Array.from({ length: count }, (_, index) => (
    <li key={`skeleton ${index}`} aria-hidden data-testid="character-skeleton">
      <Card className={classNames(cardShape, 'gap-2.5 p-3 sm:p-4')}>
        <Skeleton className="absolute inset-0 -z-10 rounded-none opacity-60" />
        <span className="h-2.5 w-1/4 rounded-full bg-line/70" />
        <span className="h-4 w-2/3 rounded-full bg-line/70" />
        <span className="h-2.5 w-full rounded-full bg-line/70" />
        <span className="h-2.5 w-2/5 rounded-full bg-line/70" />
      </Card>
    </li>
  ))
}

function Grid({ children }: { children: ReactNode }) {
  return (
    <ul className="grid grid-cols-[repeat(auto-fill,minmax(min(100%,8.25rem),1fr))] gap-3 sm:grid-cols-[repeat(auto-fill,minmax(13.5rem,1fr))] sm:gap-5 2xl:grid-cols-[repeat(auto-fill,minmax(17rem,1fr))]">
      {children}
    </ul>
  )
}
