import type { CharacterSummary } from '#modules/gallery/api'
import Plus from 'lucide-react/icons/plus'
import SearchX from 'lucide-react/icons/search-x'
import { lazy, Suspense, useCallback, useEffect, useMemo, useRef, useState, type ReactNode } from 'react'
import { useNavigate, useSearchParams } from 'react-router-dom'
import { ButtonLink } from '#web/components/ui/button'
import { EmptyState } from '#web/components/ui/empty_state'
import { LoadFailed } from '#web/components/ui/load_failed'
import { PageHeader } from '#web/components/ui/page_header'
import { PagedResults } from '#web/components/ui/paged_results'
import { nextFocusTarget } from '#web/lib/next_focus_target'
import { pageSize, useCharacters, type CharacterFilter } from '../api/list_characters.ts'
import { CategoryChips } from '../components/category_chips.tsx'
import type { CardActions } from '../components/character_card.tsx'
import { CharacterGrid, CharacterGridSkeleton } from '../components/character_grid.tsx'
import { GallerySearch } from '../components/gallery_search.tsx'
import { GallerySort } from '../components/gallery_sort.tsx'
import { galleryAddress, readGalleryAddress } from '../gallery_address.ts'
import { useLoadedCount } from '../use_loaded_count.ts'

const DeleteCharacterDialog = lazy(async () => ({
  default: (await import('../components/delete_character_dialog.tsx')).DeleteCharacterDialog,
}))

interface ResultsProps extends CardActions {
  userId: string
  showsAdult: boolean
}

interface GalleryScreenProps extends Omit<ResultsProps, 'onDelete'> {
  /** The address of the character form. */
  createAddress: string | null
  /** A `GalleryBanners`. */
  banners: ReactNode
}

export function GalleryScreen({ createAddress, banners, ...results }: GalleryScreenProps) {
  const [query] = useSearchParams()
  const navigate = useNavigate()
  const filter = useMemo(() => readGalleryAddress(query), [query])
  const show = useCallback(
    (change: Partial<CharacterFilter>) =>
      navigate(galleryAddress({ ...filter, ...change }), { replace: true, preventScrollReset: true }),
    [navigate, filter]
  )
  const search = useCallback((q: string) => show({ q }), [show])

  const heading = useRef<HTMLHeadingElement>(null)
  const focusAfterDeletion = useRef<HTMLElement | null>(null)
  const [toDelete, setToDelete] = useState<CharacterSummary | null>(null)
  const [hasDialog, setHasDialog] = useState(false)
  const confirmDelete = useCallback((character: CharacterSummary, button: HTMLElement) => {
    focusAfterDeletion.current = nextFocusTarget(button) ?? heading.current
    setToDelete(character)
    setHasDialog(true)
  }, [])

  return (
    <div className="mx-auto w-full max-w-[100rem] px-4 pt-6 pb-20 sm:px-6 sm:pt-12">
      <PageHeader ref={heading} title="Discover characters" lead="Pick someone and say hello.">
        {/* Full width below the title. */}
        <div className="flex flex-wrap gap-3 max-[85rem]:w-full">
          <GallerySearch q={filter.q} onSearch={search} />
          <GallerySort sort={filter.sort} onSort={(sort) => show({ sort })} />
          {createAddress !== null && (
            <ButtonLink to={createAddress} className="max-sm:flex-1">
              <Plus aria-hidden className="size-4" />
              Create Character
            </ButtonLink>
          )}
        </div>
      </PageHeader>
      {/* On phones, banners would push search results out of view. */}
      <div className={filter.q !== '' || filter.category !== '' ? 'max-sm:hidden' : undefined}>{banners}</div>
      <div className="mb-5 sm:mb-6">
        <CategoryChips filter={filter} />
      </div>
      <Results filter={filter} onDelete={confirmDelete} {...results} />
      <Suspense>
        {hasDialog && (
          <DeleteCharacterDialog
            character={toDelete}
            onClose={() => setToDelete(null)}
            focusAfterConfirm={focusAfterDeletion}
          />
        )}
      </Suspense>
    </div>
  )
}

function Results({ filter, userId, showsAdult, ...actions }: ResultsProps & { filter: CharacterFilter }) {
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
  if (list.isPending || (isPlaceholderData && characters.length === 0)) return <CharacterGridSkeleton />
  if (list.isError && !list.data) return <LoadFailed title="Couldn’t load the gallery" query={list} />
  if (characters.length === 0 && !list.hasNextPage) {
    const isFiltered = filter.q !== '' || filter.category !== ''
    return (
      <EmptyState
        icon={<SearchX />}
        title="No characters found"
        text={isFiltered ? 'Try another word or category.' : 'The gallery is still empty.'}
      >
        {isFiltered && (
          <ButtonLink to={galleryAddress({ sort: filter.sort })} replace preventScrollReset>
            Show all characters
          </ButtonLink>
        )}
      </EmptyState>
    )
  }
  return (
    // Scroll anchoring is off: the windowed grid changes its rows while scrolling.
    <PagedResults
      list={list}
      count={characters.length}
      itemName="character"
      itemsName="characters"
      className="[overflow-anchor:none] duration-medium"
      end={characters.length > pageSize && <EndOfCharacters />}
    >
      <CharacterGrid
        characters={characters}
        userId={userId}
        showsAdult={showsAdult}
        isGrowing={list.isFetchingNextPage}
        isWhole={!list.hasNextPage}
        {...actions}
      />
    </PagedResults>
  )
}

function EndOfCharacters() {
  return (
    <p className="mt-12 flex items-center gap-5 text-sm text-faint before:h-px before:flex-1 before:bg-line after:h-px after:flex-1 after:bg-line">
      That’s everyone.
    </p>
  )
}
