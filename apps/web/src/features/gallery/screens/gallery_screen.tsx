import type { CharacterSummary } from '#modules/gallery/api'
import CloudOff from 'lucide-react/icons/cloud-off'
import Plus from 'lucide-react/icons/plus'
import SearchX from 'lucide-react/icons/search-x'
import { useCallback, type ReactNode } from 'react'
import { useNavigate, useSearchParams } from 'react-router-dom'
import { Button, ButtonLink } from '../../../components/ui/button.tsx'
import { Notice } from '../../../components/ui/notice.tsx'
import { PageHead } from '../../../components/ui/page_head.tsx'
import { sentenceOf } from '../../../lib/api_error.ts'
import { classNames } from '../../../lib/class_names.ts'
import { useTitle } from '../../../lib/use_title.ts'
import { useCharacters } from '../api/list_characters.ts'
import { CategoryChips } from '../components/category_chips.tsx'
import { CharacterGrid, CharacterGridSkeleton } from '../components/character_grid.tsx'
import { GallerySearch } from '../components/gallery_search.tsx'
import { EndOfCharacters, MoreCharacters } from '../components/more_characters.tsx'
import { galleryAddress } from '../gallery_address.ts'

interface ResultsProps {
  showsAdult: boolean
  /** Where adult content is enabled; null while there is no such place. */
  settingsAddress: string | null
  onChoose: (character: CharacterSummary) => void
}

interface GalleryScreenProps extends ResultsProps {
  /** Where a character is made; null while there is no such place. */
  createAddress: string | null
  /** A `GalleryBanners`. */
  banners: ReactNode
}

export function GalleryScreen({ createAddress, banners, ...results }: GalleryScreenProps) {
  useTitle('Discover')
  const [query] = useSearchParams()
  const navigate = useNavigate()
  const q = query.get('q') ?? ''
  const category = query.get('category') ?? ''
  const search = useCallback(
    (text: string) => navigate(galleryAddress({ q: text, category }), { replace: true, preventScrollReset: true }),
    [navigate, category]
  )

  return (
    <div className="mx-auto w-full max-w-[100rem] px-4 pt-6 pb-20 sm:px-6 sm:pt-12">
      <PageHead title="Discover characters" lead="Pick someone and say hello.">
        <div className="flex flex-wrap gap-3 max-sm:w-full">
          <GallerySearch q={q} onSearch={search} />
          {createAddress !== null && (
            <ButtonLink to={createAddress} className="max-sm:w-full">
              <Plus aria-hidden className="size-4" />
              Create Character
            </ButtonLink>
          )}
        </div>
      </PageHead>
      {banners}
      <div className="mb-5 sm:mb-6">
        <CategoryChips q={q} category={category} />
      </div>
      <Results q={q} category={category} {...results} />
    </div>
  )
}

function Results({
  q,
  category,
  showsAdult,
  settingsAddress,
  onChoose,
}: ResultsProps & { q: string; category: string }) {
  const list = useCharacters({ q, category })
  const { fetchNextPage } = list
  const showMore = useCallback(() => void fetchNextPage(), [fetchNextPage])

  if (list.isPending) return <CharacterGridSkeleton />
  if (list.isError && !list.data) {
    return (
      <Notice
        icon={<CloudOff />}
        title="The gallery could not be loaded"
        text={sentenceOf(list.error, 'Check your connection and try again.')}
      >
        <Button look="primary" isLoading={list.isFetching} onClick={() => void list.refetch()}>
          Try again
        </Button>
      </Notice>
    )
  }
  const pages = list.data?.pages ?? []
  const characters = pages.flatMap((page) => page.characters)
  if (characters.length === 0) {
    const isFiltered = q !== '' || category !== ''
    return (
      <Notice
        icon={<SearchX />}
        title="No characters found"
        text={isFiltered ? 'Try another word or category.' : 'The gallery is still empty.'}
      >
        {isFiltered && (
          <ButtonLink to="/" replace preventScrollReset>
            Show all characters
          </ButtonLink>
        )}
      </Notice>
    )
  }
  return (
    <div
      aria-busy={list.isPlaceholderData}
      className={classNames('transition-opacity duration-medium', list.isPlaceholderData && 'opacity-50')}
    >
      <p role="status" className="sr-only">
        {!list.isPlaceholderData &&
          `${characters.length} ${characters.length === 1 ? 'character' : 'characters'} shown`}
      </p>
      <CharacterGrid
        characters={characters}
        showsAdult={showsAdult}
        settingsAddress={settingsAddress}
        isGrowing={list.isFetchingNextPage}
        onChoose={onChoose}
      />
      {list.hasNextPage
        ? !list.isPlaceholderData && (
            <MoreCharacters
              isLoading={list.isFetchingNextPage}
              hasFailed={list.isFetchNextPageError}
              onMore={showMore}
            />
          )
        : pages.length > 1 && <EndOfCharacters />}
    </div>
  )
}
