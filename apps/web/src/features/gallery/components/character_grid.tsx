import type { CharacterSummary } from '#modules/gallery/api'
import type { ReactNode } from 'react'
import { Skeleton } from '../../../components/ui/skeleton.tsx'
import { CharacterCard } from './character_card.tsx'

interface CharacterGridProps {
  characters: CharacterSummary[]
  showsAdult: boolean
  onChoose: (character: CharacterSummary) => void
}

export function CharacterGrid({ characters, showsAdult, onChoose }: CharacterGridProps) {
  return (
    <Grid>
      {characters.map((character) => (
        <li key={character.id}>
          <CharacterCard character={character} isCovered={character.isNsfw && !showsAdult} onChoose={onChoose} />
        </li>
      ))}
    </Grid>
  )
}

const skeletonCount = 12

export function CharacterGridSkeleton() {
  return (
    <div role="status">
      <span className="sr-only">Loading characters</span>
      <Grid>
        {Array.from({ length: skeletonCount }, (_, index) => (
          <li
            key={index}
            data-testid="character-skeleton"
            className="overflow-hidden rounded-card border border-line bg-raised"
          >
            <Skeleton className="aspect-4/5 rounded-none" />
            <div className="p-4">
              <Skeleton className="h-4 w-2/3" />
              <Skeleton className="mt-3 h-3 w-full" />
              <Skeleton className="mt-4 h-3 w-1/2" />
            </div>
          </li>
        ))}
      </Grid>
    </div>
  )
}

function Grid({ children }: { children: ReactNode }) {
  return (
    <ul className="grid grid-cols-[repeat(auto-fill,minmax(min(100%,8.75rem),1fr))] gap-3 sm:grid-cols-[repeat(auto-fill,minmax(13.5rem,1fr))] sm:gap-5">
      {children}
    </ul>
  )
}
