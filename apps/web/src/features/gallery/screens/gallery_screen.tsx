import type { CharacterSummary } from '#modules/gallery/api'
import SearchX from 'lucide-react/icons/search-x'
import { useCallback } from 'react'
import { useNavigate, useSearchParams } from 'react-router-dom'
import { Button } from '../../../components/ui/button.tsx'
import { Notice } from '../../../components/ui/notice.tsx'
import { sentenceOf } from '../../../lib/api_error.ts'
import { useTitle } from '../../../lib/use_title.ts'
import { useCharacters } from '../api/list_characters.ts'
import { CategoryChips } from '../components/category_chips.tsx'
import { CharacterGrid, CharacterGridSkeleton } from '../components/character_grid.tsx'
import { GallerySearch } from '../components/gallery_search.tsx'
import { MoreCharacters } from '../components/more_characters.tsx'
import { galleryAddress } from '../gallery_address.ts'

interface GalleryScreenProps {
  showsAdult: boolean
  onChoose: (character: CharacterSummary) => void
}

export function GalleryScreen({ showsAdult, onChoose }: GalleryScreenProps) {
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
    <div className="mx-auto w-full max-w-[90rem] px-4 pt-8 pb-20 sm:px-6 sm:pt-10">
      <h1 className="text-[clamp(1.75rem,1.4rem+1.5vw,2.5rem)] leading-tight font-bold tracking-[-0.03em]">
        Discover characters
      </h1>
      <p className="mt-1.5 mb-6 text-soft sm:text-lg">Pick someone and say hello.</p>
      <div className="mb-7 grid gap-4">
        <GallerySearch q={q} onSearch={search} />
        <CategoryChips q={q} category={category} />
      </div>
      <Results q={q} category={category} showsAdult={showsAdult} onChoose={onChoose} />
    </div>
  )
}

function Results({ q, category, showsAdult, onChoose }: GalleryScreenProps & { q: string; category: string }) {
  const list = useCharacters({ q, category })
  const { fetchNextPage } = list
  const showMore = useCallback(() => void fetchNextPage(), [fetchNextPage])

  if (list.isPending) return <CharacterGridSkeleton />
  if (list.isError && !list.data) {
    return (
      <Notice
        title="The gallery could not be loaded"
        text={sentenceOf(list.error, 'Check your connection and try again.')}
      >
        <Button look="primary" disabled={list.isFetching} onClick={() => void list.refetch()}>
          Try again
        </Button>
      </Notice>
    )
  }
  const characters = list.data?.pages.flatMap((page) => page.characters) ?? []
  if (characters.length === 0) {
    return (
      <Notice
        title="No characters found"
        text="Try another word or category."
        icon={<SearchX aria-hidden className="size-6" />}
      />
    )
  }
  return (
    <div
      aria-busy={list.isPlaceholderData}
      className={list.isPlaceholderData ? 'opacity-60 transition-opacity' : undefined}
    >
      <CharacterGrid characters={characters} showsAdult={showsAdult} onChoose={onChoose} />
      {list.hasNextPage && !list.isPlaceholderData && (
        <MoreCharacters isLoading={list.isFetchingNextPage} hasFailed={list.isFetchNextPageError} onMore={showMore} />
      )}
    </div>
  )
}
