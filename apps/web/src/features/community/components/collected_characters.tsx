import type { CharacterSummary } from '#modules/gallery/api'
import Users from 'lucide-react/icons/users'
import X from 'lucide-react/icons/x'
import type { FailedQuery } from '#web/components/ui/load_failed'
import { EmptyState } from '#web/components/ui/empty_state'
import { IconButton } from '#web/components/ui/icon_button'
import { LoadFailed } from '#web/components/ui/load_failed'
import { Loading, Skeleton } from '#web/components/ui/skeleton'
import { screens } from '#web/screens'
import { CharacterTile, tileGrid } from './character_tile.tsx'

interface CollectedCharactersProps {
  query: FailedQuery & { isPending: boolean; data: CharacterSummary[] | undefined }
  isSignedIn: boolean
  /** Takes a character out. Missing in other people's collections. */
  onRemove?: (character: CharacterSummary) => void
}

const skeletonCount = 5

/** The characters of a collection. Visitors open their share pages. */
export function CollectedCharacters({ query, isSignedIn, onRemove }: CollectedCharactersProps) {
  if (query.isPending)
    return (
      <Loading label="Loading characters" className={tileGrid}>
        {Array.from({ length: skeletonCount }, (_, index) => (
          <Skeleton key={index} className="aspect-4/5 rounded-card" />
        ))}
      </Loading>
    )
  if (!query.data) return <LoadFailed title="Couldn’t load the characters" size="panel" query={query} />
  if (query.data.length === 0)
    return (
      <div className="rounded-card border border-dashed border-line">
        <EmptyState
          size="panel"
          icon={<Users />}
          title="No characters to show"
          {...(onRemove && { text: 'Add some with “Collections” on the page of a character.' })}
        />
      </div>
    )
  return (
    <ul className={tileGrid}>
      {query.data.map((character) => (
        <li key={character.id} className="relative min-w-0">
          <CharacterTile
            character={character}
            to={(isSignedIn ? screens.character : screens.share).href({ characterId: character.id })}
          />
          {onRemove && (
            <span className="absolute top-1.5 right-1.5 rounded-full bg-float/90 shadow-rest">
              <IconButton
                size="s"
                label={`Remove ${character.name}`}
                icon={<X />}
                onClick={() => onRemove(character)}
              />
            </span>
          )}
        </li>
      ))}
    </ul>
  )
}
