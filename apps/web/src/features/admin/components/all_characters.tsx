import type { Character } from '#modules/gallery/api'
import SearchX from 'lucide-react/icons/search-x'
import { useCallback, useMemo, type ComponentProps, type CSSProperties } from 'react'
import { Button } from '../../../components/ui/button.tsx'
import { Card } from '../../../components/ui/card.tsx'
import { LoadFailed } from '../../../components/ui/load_failed.tsx'
import { LoadMore } from '../../../components/ui/load_more.tsx'
import { Notice } from '../../../components/ui/notice.tsx'
import { Skeleton } from '../../../components/ui/skeleton.tsx'
import { classNames } from '../../../lib/class_names.ts'
import { useRowWindow } from '../../../lib/use_row_window.ts'
import { useAllCharacters } from '../api/list_all_characters.ts'
import { AllCharacterCard, allCharacterCardShape, type CharacterActs } from './all_character_card.tsx'

const pageSize = 24
const skeletonCount = 12
/** The most that are in view when the page opens. */
const firstCards = 6

interface AllCharactersProps extends CharacterActs {
  q: string
  onShowAll: () => void
}

/** Everybody there is, the latest first, page by page; only those near the view are drawn. */
export function AllCharacters({ q, onShowAll, ...acts }: AllCharactersProps) {
  const list = useAllCharacters({ q, limit: pageSize })
  const { fetchNextPage, isPlaceholderData } = list
  const showMore = useCallback(() => void fetchNextPage(), [fetchNextPage])
  const pages = list.data?.pages
  const characters = useMemo(() => pages?.flatMap((page) => page.characters) ?? [], [pages])

  if (list.isPending || (isPlaceholderData && characters.length === 0)) return <LoadingCharacters />
  if (list.isError && !list.data) return <LoadFailed title="The characters could not be loaded" query={list} />
  if (characters.length === 0 && !list.hasNextPage)
    return (
      <Notice
        icon={<SearchX />}
        title="No characters found"
        text={q === '' ? 'Import some, and they are here.' : 'Try another name, category or tag.'}
      >
        {q !== '' && <Button onClick={onShowAll}>Show all characters</Button>}
      </Notice>
    )
  return (
    <div
      aria-busy={isPlaceholderData}
      // What is drawn changes while one scrolls. The browser is not to move the page for it.
      className={classNames(
        '[overflow-anchor:none] transition-opacity duration-medium',
        isPlaceholderData && 'opacity-50'
      )}
    >
      <p role="status" className="sr-only">
        {!isPlaceholderData && `${characters.length} ${characters.length === 1 ? 'character' : 'characters'} shown`}
      </p>
      <Cards characters={characters} isGrowing={list.isFetchingNextPage} isWhole={!list.hasNextPage} {...acts} />
      {list.hasNextPage && !isPlaceholderData && (
        <LoadMore
          things="characters"
          isLoading={list.isFetchingNextPage}
          hasFailed={list.isFetchNextPageError}
          onMore={showMore}
        />
      )}
    </div>
  )
}

interface CardsProps extends CharacterActs {
  characters: Character[]
  isGrowing: boolean
  isWhole: boolean
}

function Cards({ characters, isGrowing, isWhole, ...acts }: CardsProps) {
  const { listProps, range, away } = useRowWindow(characters.length + (isGrowing ? skeletonCount : 0))
  const cell = (index: number, style?: CSSProperties) => {
    const character = characters[index]
    if (!character) return <SkeletonCell key={`skeleton ${index}`} />
    return (
      <li
        key={character.id}
        data-index={index}
        aria-posinset={index + 1}
        aria-setsize={isWhole ? characters.length : -1}
        style={style}
        className="min-w-0"
      >
        <AllCharacterCard character={character} isFirst={index < firstCards} {...acts} />
      </li>
    )
  }
  const cells = Array.from({ length: range.end - range.start }, (_, offset) => cell(range.start + offset))
  // Among the others, so that it is the same cell that goes out of view and comes back.
  if (away) cells[away.index < range.start ? 'unshift' : 'push'](cell(away.index, away.style))
  return <Grid {...listProps}>{cells}</Grid>
}

function LoadingCharacters() {
  return (
    <div role="status">
      <span className="sr-only">Loading characters</span>
      <Grid>
        {Array.from({ length: skeletonCount }, (_, index) => (
          <SkeletonCell key={index} />
        ))}
      </Grid>
    </div>
  )
}

function SkeletonCell() {
  return (
    <li aria-hidden>
      <Card className={classNames(allCharacterCardShape, 'gap-3.5')}>
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
