import type { CharacterSummary, Shelf } from '#modules/gallery/api'
import { useQuery } from '@tanstack/react-query'
import Plus from 'lucide-react/icons/plus'
import SearchX from 'lucide-react/icons/search-x'
import { useCallback, useEffect, useMemo, useRef, useState, type ReactNode } from 'react'
import { useNavigate, useNavigationType, useSearchParams } from 'react-router-dom'
import { ButtonLink } from '#web/components/ui/button'
import { tagAddress } from '#web/components/shared/tag_address'
import { EmptyState } from '#web/components/ui/empty_state'
import { LoadFailed } from '#web/components/ui/load_failed'
import { PageHeader } from '#web/components/ui/page_header'
import { PagedResults } from '#web/components/ui/paged_results'
import { classNames } from '#web/lib/class_names'
import { useDeletion } from '#web/lib/use_deletion'
import { useTitle } from '#web/lib/use_title'
import { lazyPart } from '#web/lib/lazy_part'
import { screens } from '#web/screens'
import { ActiveFilters } from '../components/active_filters.tsx'
import { CategoryChips } from '../components/category_chips.tsx'
import type { CardActions } from '../components/character_card.tsx'
import { CharacterGrid, CharacterGridSkeleton } from '../components/character_grid.tsx'
import { FilterButton } from '../components/filter_button.tsx'
import { GallerySort } from '../components/gallery_sort.tsx'
import { Shelves, ShelvesSkeleton } from '../components/shelves.tsx'
import { SurpriseButton } from '../components/surprise_button.tsx'
import { galleryAddress, isFiltered, readGalleryAddress, type CharacterFilter } from '../gallery_address.ts'
import { followedQuery, shelvesQuery, useCharacters } from '../list_queries.ts'
import { useLoadedCount } from '../use_loaded_count.ts'

const DeleteCharacterDialog = lazyPart(
  async () => (await import('../components/delete_character_dialog.tsx')).DeleteCharacterDialog,
  null
)

interface ResultsProps extends CardActions {
  userId: string
  showsAdult: boolean
}

interface GalleryScreenProps extends Omit<ResultsProps, 'onDelete'> {
  /** The search box on phones. */
  search: ReactNode
  /** The chat to continue, for a returning user. Only above the whole gallery. */
  greeting?: ReactNode
  /** A `GalleryBanners`. */
  banners: ReactNode
  /** The people that a search finds. */
  people: (q: string) => ReactNode
}

export function GalleryScreen({ search, greeting, banners, people, ...results }: GalleryScreenProps) {
  const [query] = useSearchParams()
  const navigate = useNavigate()
  const filter = useMemo(() => readGalleryAddress(query), [query])
  const address = galleryAddress(filter)
  const show = useCallback(
    (change: Partial<CharacterFilter>) =>
      navigate(galleryAddress({ ...filter, ...change }), { replace: true, preventScrollReset: true }),
    [navigate, filter]
  )
  useScrollToTop(address)
  const tag = tagOf(filter)
  useTitle(tag ?? 'Discover')

  const deletion = useDeletion<CharacterSummary>()
  const [hasDialog, setHasDialog] = useState(false)
  if (deletion.item !== null && !hasDialog) setHasDialog(true)

  const hasShelves = address === '/'
  const shelves = useQuery({ ...shelvesQuery(results.showsAdult), enabled: hasShelves })
  const followed = useQuery({ ...followedQuery(results.showsAdult), enabled: hasShelves })
  const isWaiting = hasShelves && (shelves.isPending || followed.isPending)
  const shown = hasShelves && !isWaiting && shelves.data ? withFollowed(shelves.data, followed.data ?? []) : []

  return (
    // On phones, the banners come after the first shelf, so that faces are in the upper half of the screen.
    <div className="mx-auto w-full max-w-[100rem] px-4 pt-3 pb-20 max-sm:flex max-sm:flex-col sm:px-6 sm:pt-12">
      <PageHeader
        ref={deletion.heading}
        isCompact
        title={tag ?? 'Discover characters'}
        lead={tag === null ? 'Pick someone and say hello.' : 'Characters with this tag.'}
      >
        <div className="flex gap-2 *:whitespace-nowrap sm:flex-wrap sm:gap-3">
          <SurpriseButton className={iconOnPhones} />
          <ButtonLink to={screens.createCharacter.path} className={iconOnPhones}>
            <Plus aria-hidden className="size-4" />
            <span className="max-sm:sr-only">Create Character</span>
          </ButtonLink>
        </div>
      </PageHeader>
      {search}
      <div className="max-sm:contents xl:flex xl:flex-wrap xl:items-end xl:gap-x-3">
        {hasShelves && greeting}
        {/* On phones, banners would push results out of view. */}
        <div className={classNames(isFiltered(filter) ? 'max-sm:hidden' : 'max-sm:contents', bannerPlaceClasses)}>
          {banners}
        </div>
      </div>
      <div className="mb-4 flex items-center gap-x-4 gap-y-2 max-sm:gap-x-1 sm:mb-6 sm:flex-wrap">
        <CategoryChips filter={filter} className="min-w-0 flex-1 max-sm:-ml-4 sm:max-lg:basis-full" />
        <div className="flex gap-2 max-sm:-mr-2 max-sm:gap-0 sm:max-lg:w-full sm:max-lg:justify-between">
          <FilterButton filter={filter} onChange={show} />
          <GallerySort sort={filter.sort} onSort={(sort) => show({ sort })} />
        </div>
      </div>
      <ActiveFilters filter={filter} onEmpty={() => deletion.heading.current?.focus()} />
      {people(filter.q)}
      {isWaiting && <ShelvesSkeleton />}
      {shown.length > 0 && <Shelves shelves={shown} {...results} />}
      <h2 className={shown.length > 0 ? 'display mb-4 text-xl max-sm:order-2 sm:mt-12 sm:mb-5' : 'sr-only'}>
        {shown.length > 0 ? 'All characters' : 'Characters'}
      </h2>
      <div className="max-sm:order-2">
        <Results
          filter={filter}
          isWaiting={isWaiting}
          isFirst={shown.length === 0}
          onDelete={deletion.ask}
          {...results}
        />
      </div>
      {hasDialog && <DeleteCharacterDialog character={deletion.item} {...deletion.dialogProps} />}
    </div>
  )
}

/** Beside the greeting while there is room for both, and else below it. */
const bannerPlaceClasses =
  'min-w-0 xl:flex-[1_1_22rem] xl:has-[section~section]:flex-[2_1_44rem] xl:has-[section~section~section]:flex-[3_1_66rem]'
/** Adds the row of followed creators after the first one, which continues a chat. */
const withFollowed = (shelves: readonly Shelf[], characters: CharacterSummary[]): readonly Shelf[] =>
  characters.length === 0
    ? shelves
    : shelves.toSpliced(1, 0, {
        kind: 'new',
        id: 'followed',
        title: 'New from creators you follow',
        about: null,
        query: null,
        characters,
      })

/** A button whose label only screen readers get on phones. */
const iconOnPhones = 'max-sm:w-11 max-sm:rounded-full max-sm:px-0!'

/** Returns the tag of a tag's page as a title; null when there are other filters. */
function tagOf(filter: CharacterFilter): string | null {
  const [tag] = filter.tags
  if (tag === undefined || galleryAddress({ ...filter, sort: 'popular' }) !== tagAddress(tag)) return null
  return tag.charAt(0).toUpperCase() + tag.slice(1)
}

/** Scrolls to the first results when a search or a tag is opened from further down. Filters replace the address and don't scroll. */
function useScrollToTop(address: string): void {
  const type = useNavigationType()
  const last = useRef(address)
  useEffect(() => {
    if (last.current === address) return
    last.current = address
    if (type === 'PUSH') window.scrollTo(0, 0)
  }, [address, type])
}

interface FilteredResultsProps extends ResultsProps {
  filter: CharacterFilter
  /** Whether the shelves are loading. Cards that appear before the shelves would move down. */
  isWaiting: boolean
  /** Whether nothing is above the results. */
  isFirst: boolean
}

function Results({ filter, isWaiting, isFirst, userId, showsAdult, ...actions }: FilteredResultsProps) {
  const [refill, saveCount] = useLoadedCount()
  const list = useCharacters(filter, { showsAdult, refill })
  const { isPlaceholderData } = list
  const pages = list.data?.pages
  // A character whose rank changes between pages is returned twice.
  const characters = useMemo(
    () => [...new Map(pages?.flatMap((page) => page.items.map((character) => [character.id, character]))).values()],
    [pages]
  )
  useEffect(() => {
    if (!isPlaceholderData && characters.length > 0) saveCount(characters.length)
  }, [isPlaceholderData, characters.length, saveCount])

  // Empty placeholder data says nothing about the current filter.
  if (isWaiting || list.isPending || (isPlaceholderData && characters.length === 0)) return <CharacterGridSkeleton />
  if (list.isError && !list.data) return <LoadFailed title="Couldn’t load the gallery" query={list} />
  const hasFilter = isFiltered(filter)
  if (characters.length === 0 && !list.hasNextPage) {
    return (
      <EmptyState
        icon={<SearchX />}
        title="No characters found"
        text={hasFilter ? 'Try another word or fewer filters.' : 'The gallery is still empty.'}
      >
        {hasFilter && (
          <ButtonLink to={galleryAddress({ sort: filter.sort })} replace preventScrollReset>
            Show all characters
          </ButtonLink>
        )}
      </EmptyState>
    )
  }
  return (
    // Scroll anchoring is off, because the windowed grid changes its rows while scrolling.
    <PagedResults
      list={list}
      count={characters.length}
      itemName="character"
      itemsName="characters"
      className="[overflow-anchor:none] duration-medium"
      end={<EndOfCharacters text={hasFilter ? 'No more characters match' : 'You have seen everyone'} />}
    >
      <CharacterGrid
        characters={characters}
        userId={userId}
        showsAdult={showsAdult}
        q={filter.q}
        isFirst={isFirst}
        isGrowing={list.isFetchingNextPage}
        isWhole={!list.hasNextPage}
        {...actions}
      />
    </PagedResults>
  )
}

function EndOfCharacters({ text }: { text: string }) {
  return (
    <div className="mt-14 flex flex-col items-center gap-4 text-center">
      <p className="display text-xl">{text}</p>
      <ButtonLink to={screens.createCharacter.path}>
        <Plus aria-hidden className="size-4" />
        Create your own
      </ButtonLink>
    </div>
  )
}
