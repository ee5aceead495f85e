import type { CharacterSummary } from '#modules/gallery/api'
import { listCharacters } from '#modules/gallery/calls'
import { useQuery } from '@tanstack/react-query'
import { useId, type ReactNode } from 'react'
import Heart from 'lucide-react/icons/heart'
import Lock from 'lucide-react/icons/lock'
import MessageCircle from 'lucide-react/icons/message-circle'
import { Link } from 'react-router-dom'
import { ButtonLink } from '#web/components/ui/button'
import { LoadFailed } from '#web/components/ui/load_failed'
import { Loading, Skeleton } from '#web/components/ui/skeleton'
import { callQuery } from '#web/lib/api_client'
import { useDeletion } from '#web/lib/use_deletion'
import { Card } from '#web/components/ui/card'
import { classNames } from '#web/lib/class_names'
import { screens } from '#web/screens'
import { characterKeys } from '../character_cache.ts'
import { galleryAddress } from '../gallery_address.ts'
import { isCovered } from '../is_covered.ts'
import { privateLabel } from '../review_text.ts'
import { DeleteCharacterDialog } from './delete_character_dialog.tsx'
import { Count } from './count.tsx'
import { OwnerTools } from './owner_tools.tsx'
import { Thumbnail } from './thumbnail.tsx'

interface ProfileCharactersProps {
  /** The user's own characters, or the characters that the user likes. */
  list: 'mine' | 'liked'
  title: string
  viewer: { id: string; showsAdult: boolean }
  /** Shown when there are no characters. */
  empty: ReactNode
  /** Shown beside the title if there are characters. */
  actions?: ReactNode
  onDeleted?: () => void
}

const shownMax = 6
const skeletonCount = 3

/** The newest of the user's own or liked characters, with a link to all of them in the gallery. */
export function ProfileCharacters({ list, title, viewer, empty, actions, onDeleted }: ProfileCharactersProps) {
  const id = useId()
  const query = useQuery({
    ...callQuery(listCharacters, { query: { [list]: true, sort: 'new', limit: shownMax } }),
    queryKey: [...characterKeys.profile, list, { showsAdult: viewer.showsAdult }],
    // Likes change all over the app.
    staleTime: 0,
  })
  const deletion = useDeletion<CharacterSummary>()
  const characters = query.data ?? []
  return (
    <section aria-labelledby={id}>
      <div className="mb-3 flex min-h-touch items-center justify-between gap-4">
        <h2 id={id} ref={deletion.heading} tabIndex={-1} className="display text-2xl outline-none">
          {title}
        </h2>
        {characters.length > 0 && (
          <div className="flex shrink-0 items-center gap-1">
            {actions}
            <ButtonLink
              to={galleryAddress({ [list]: true })}
              size="s"
              look="quiet"
              className="whitespace-nowrap"
              aria-label={`Show all: ${title}`}
            >
              Show all
            </ButtonLink>
          </div>
        )}
      </div>
      {query.isPending ? (
        <Loading label="Loading characters">
          <div className={gridClasses}>
            {Array.from({ length: skeletonCount }, (_, index) => (
              <Skeleton key={index} className={profileCharacterShape} />
            ))}
          </div>
        </Loading>
      ) : !query.data ? (
        <LoadFailed title="Couldn’t load the characters" size="panel" query={query} />
      ) : characters.length === 0 ? (
        <div className="rounded-card border border-dashed border-line">{empty}</div>
      ) : (
        <ul className={gridClasses}>
          {characters.map((character) => (
            <li key={character.id} className="min-w-0">
              <ProfileCharacter
                character={character}
                isOwn={character.createdBy === viewer.id}
                isCovered={isCovered(character, viewer)}
                onDelete={(button) => deletion.ask(character, button)}
              />
            </li>
          ))}
        </ul>
      )}
      <DeleteCharacterDialog character={deletion.item} onDeleted={onDeleted} {...deletion.dialogProps} />
    </section>
  )
}

const gridClasses =
  'grid grid-cols-[minmax(0,1fr)] gap-3 sm:grid-cols-2 sm:gap-4 lg:grid-cols-[repeat(auto-fill,minmax(18rem,1fr))]'

interface ProfileCharacterProps {
  character: CharacterSummary
  isOwn: boolean
  isCovered: boolean
  onDelete: (button: HTMLElement) => void
}

const profileCharacterShape = 'h-30 rounded-card'

/** A small card that links to the character's page. Owners get buttons. */
function ProfileCharacter({ character, isOwn, isCovered, onDelete }: ProfileCharacterProps) {
  const { id, name, category, likes, messageCount, isPublic } = character
  return (
    <Card as="article" isInteractive className={classNames('flex', profileCharacterShape)}>
      <Thumbnail character={character} isCovered={isCovered} sizes="8rem" className="w-24" textClassName="text-2xl" />
      <div className="flex min-w-0 flex-1 flex-col px-3.5 py-3">
        <h3 className="display text-lg leading-tight">
          <Link to={screens.character.href({ characterId: id })} className="outline-none after:absolute after:inset-0">
            <span className="line-clamp-2 break-words">{name}</span>
          </Link>
        </h3>
        <p className="mt-1 flex min-w-0 items-center gap-2 text-sm text-soft">
          <span className="truncate">{isCovered ? 'Adult Content' : category}</span>
          {!isPublic && (
            <span className="inline-flex items-center gap-1">
              <Lock aria-hidden className="size-3" />
              {privateLabel(character)}
            </span>
          )}
        </p>
        <p className="mt-auto flex gap-x-3.5 text-xs text-faint">
          <Count icon={Heart} value={likes} singular="like" plural="likes" />
          <Count icon={MessageCircle} value={messageCount} singular="message" plural="messages" />
        </p>
      </div>
      {isOwn && <OwnerTools character={character} look="quiet" className="right-1.5 bottom-1" onDelete={onDelete} />}
    </Card>
  )
}
