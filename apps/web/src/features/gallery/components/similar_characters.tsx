import type { CharacterSummary } from '#modules/gallery/api'
import { listSimilar } from '#modules/gallery/calls'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router-dom'
import { Button } from '#web/components/ui/button'
import { Loading, Skeleton } from '#web/components/ui/skeleton'
import { callQuery } from '#web/lib/api_client'
import { sentenceOf } from '#web/lib/api_error'
import { screens } from '#web/screens'
import { characterKeys } from '../character_cache.ts'
import { isCovered } from '../is_covered.ts'
import { Thumbnail } from './thumbnail.tsx'

const maxCount = 6

interface SimilarCharactersProps {
  id: string
  /** The viewer's id. */
  userId: string
  showsAdult: boolean
}

export function SimilarCharacters({ id, userId, showsAdult }: SimilarCharactersProps) {
  const list = useQuery({
    ...callQuery(listSimilar, { params: { id } }),
    queryKey: [...characterKeys.similar, id, { showsAdult }],
  })
  if (list.isPending) {
    return (
      <Loading label="Loading similar characters" className={grid}>
        {Array.from({ length: 3 }, (_, index) => (
          <div key={index} className="flex items-center gap-3.5 p-2">
            <Skeleton className="aspect-4/5 w-15 rounded-panel" />
            <div className="grid flex-1 gap-2.5">
              <Skeleton className="h-4 w-2/3" />
              <Skeleton className="h-3 w-full" />
            </div>
          </div>
        ))}
      </Loading>
    )
  }
  if (!list.data) {
    return (
      <div className="grid justify-items-start gap-3 text-sm text-soft">
        <p role="alert">{sentenceOf(list.error, 'Couldn’t load similar characters.')}</p>
        <Button size="s" isLoading={list.isFetching} onClick={() => void list.refetch()}>
          Try again
        </Button>
      </div>
    )
  }
  if (list.data.length === 0)
    return (
      <p data-none className="text-sm text-faint">
        No similar characters found
      </p>
    )
  return (
    <ul className={grid}>
      {list.data.slice(0, maxCount).map((character) => (
        <li key={character.id} className="min-w-0">
          <SimilarCharacter character={character} isCovered={isCovered(character, { id: userId, showsAdult })} />
        </li>
      ))}
    </ul>
  )
}

const grid = 'grid grid-cols-[repeat(auto-fill,minmax(min(100%,15rem),1fr))] gap-x-4 gap-y-1'

function SimilarCharacter({ character, isCovered }: { character: CharacterSummary; isCovered: boolean }) {
  const { id, name, category, description } = character
  return (
    <Link
      to={screens.character.href({ characterId: id })}
      className="group -mx-2 flex min-h-touch items-center gap-3.5 rounded-panel p-2 transition-colors hover:bg-hover"
    >
      <Thumbnail
        character={character}
        isCovered={isCovered}
        sizes="4rem"
        className="aspect-4/5 w-15 rounded-panel"
        textClassName="text-lg"
      />
      <span className="grid min-w-0 gap-0.5">
        <span className="display truncate text-base group-hover:underline">{name}</span>
        <span className="truncate text-xs text-faint">{category}</span>
        {isCovered ? (
          <span className="truncate text-sm text-soft">Adult Content</span>
        ) : (
          description && <span className="truncate text-sm text-soft">{description}</span>
        )}
      </span>
    </Link>
  )
}
