import { listCreatorCharacters } from '#modules/community/calls'
import { useInfiniteQuery } from '@tanstack/react-query'
import Users from 'lucide-react/icons/users'
import { useCallback } from 'react'
import { EmptyState } from '#web/components/ui/empty_state'
import { LoadFailed } from '#web/components/ui/load_failed'
import { LoadMore } from '#web/components/ui/load_more'
import { Loading, Skeleton } from '#web/components/ui/skeleton'
import { pagesQuery } from '#web/lib/get_page'
import { screens } from '#web/screens'
import { CharacterTile, tileGrid } from './character_tile.tsx'

const pageSize = 20
const skeletonCount = 5

/** The characters on a creator's page. Visitors open their share pages. */
export function CreatorCharacters({ creatorId, isSignedIn }: { creatorId: string; isSignedIn: boolean }) {
  const list = useInfiniteQuery(
    pagesQuery(listCreatorCharacters, { params: { id: creatorId }, query: { limit: pageSize } })
  )
  const { fetchNextPage } = list
  const more = useCallback(() => void fetchNextPage(), [fetchNextPage])
  if (list.isPending)
    return (
      <Loading label="Loading characters" className={tileGrid}>
        {Array.from({ length: skeletonCount }, (_, index) => (
          <Skeleton key={index} className="aspect-4/5 rounded-card" />
        ))}
      </Loading>
    )
  if (!list.data) return <LoadFailed title="Couldn’t load the characters" size="panel" query={list} />
  const characters = list.data.pages.flatMap(({ items }) => items)
  if (characters.length === 0)
    return (
      <div className="rounded-card border border-dashed border-line">
        <EmptyState size="panel" icon={<Users />} title="No characters to show" />
      </div>
    )
  return (
    <>
      <ul className={tileGrid}>
        {characters.map((character) => (
          <li key={character.id} className="min-w-0">
            <CharacterTile
              character={character}
              to={(isSignedIn ? screens.character : screens.share).href({ characterId: character.id })}
            />
          </li>
        ))}
      </ul>
      {list.hasNextPage && (
        <LoadMore
          itemsName="characters"
          isLoading={list.isFetchingNextPage}
          hasFailed={list.isFetchNextPageError}
          onMore={more}
        />
      )}
    </>
  )
}
