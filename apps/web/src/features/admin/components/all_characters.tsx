import SearchX from 'lucide-react/icons/search-x'
import { useMemo, type ComponentProps } from 'react'
import { Button } from '#web/components/ui/button'
import { Card } from '#web/components/ui/card'
import { EmptyState } from '#web/components/ui/empty_state'
import { LoadFailed } from '#web/components/ui/load_failed'
import { PagedResults } from '#web/components/ui/paged_results'
import { Loading, Skeleton } from '#web/components/ui/skeleton'
import { WindowedGrid } from '#web/components/ui/windowed_grid'
import { classNames } from '#web/lib/class_names'
import { useAllCharacters } from '../characters.ts'
import { AllCharacterCard, cardLayout, type CharacterActions } from './all_character_card.tsx'

const pageSize = 24
const skeletonCount = 12
/** The most cards visible when the page opens. */
const firstCards = 6

interface AllCharactersProps extends CharacterActions {
  q: string
  onShowAll: () => void
}

/** All characters, newest first, in a windowed grid. */
export function AllCharacters({ q, onShowAll, ...acts }: AllCharactersProps) {
  const list = useAllCharacters({ q, limit: pageSize })
  const { isPlaceholderData } = list
  const pages = list.data?.pages
  const characters = useMemo(() => pages?.flatMap((page) => page.items) ?? [], [pages])

  if (list.isPending || (isPlaceholderData && characters.length === 0)) return <LoadingCharacters />
  if (list.isError && !list.data) return <LoadFailed title="Couldn’t load the characters" query={list} />
  if (characters.length === 0 && !list.hasNextPage)
    return (
      <EmptyState
        icon={<SearchX />}
        title="No characters found"
        text={q === '' ? 'Import characters to see them here.' : 'Try another name, category or tag.'}
      >
        {q !== '' && <Button onClick={onShowAll}>Show all characters</Button>}
      </EmptyState>
    )
  return (
    // Scroll anchoring would jump when the window changes.
    <PagedResults
      list={list}
      count={characters.length}
      itemName="character"
      itemsName="characters"
      className="[overflow-anchor:none] duration-medium"
    >
      <WindowedGrid
        items={characters}
        placeholderCount={list.isFetchingNextPage ? skeletonCount : 0}
        isComplete={!list.hasNextPage}
        Grid={Grid}
        Placeholder={SkeletonCell}
      >
        {(character, index) => <AllCharacterCard character={character} isFirst={index < firstCards} {...acts} />}
      </WindowedGrid>
    </PagedResults>
  )
}

function LoadingCharacters() {
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
    <li aria-hidden>
      <Card className={classNames(cardLayout, 'gap-3.5')}>
        <Skeleton className="h-full w-30 rounded-none" />
        <div className="grid flex-1 content-start gap-2.5 py-4 pr-4">
          <span className="h-3.5 w-2/3 rounded-full bg-line/70" />
          <span className="h-2.5 w-1/3 rounded-full bg-line/70" />
          <span className="h-2.5 w-full rounded-full bg-line/70" />
        </div>
      </Card>
    </li>
  )
}

function Grid(props: ComponentProps<'ul'>) {
  return (
    <ul
      aria-label="All characters"
      className="relative grid grid-cols-[repeat(auto-fill,minmax(min(100%,19rem),1fr))] gap-3 sm:gap-4"
      {...props}
    />
  )
}
