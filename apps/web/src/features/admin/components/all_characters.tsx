import type { AdminCharacter, Character, Creator } from '#modules/gallery/api'
import SearchX from 'lucide-react/icons/search-x'
import { useMemo, memo, type ComponentProps } from 'react'
import Heart from 'lucide-react/icons/heart'
import House from 'lucide-react/icons/house'
import ImageIcon from 'lucide-react/icons/image'
import Lock from 'lucide-react/icons/lock'
import MessageCircle from 'lucide-react/icons/message-circle'
import MessageSquareQuote from 'lucide-react/icons/message-square-quote'
import Trash2 from 'lucide-react/icons/trash-2'
import { Link } from 'react-router-dom'
import { Button } from '#web/components/ui/button'
import { Card } from '#web/components/ui/card'
import { EmptyState } from '#web/components/ui/empty_state'
import { LoadFailed } from '#web/components/ui/load_failed'
import { PagedResults } from '#web/components/ui/paged_results'
import { Loading, Skeleton } from '#web/components/ui/skeleton'
import { WindowedGrid } from '#web/components/ui/windowed_grid'
import { classNames } from '#web/lib/class_names'
import { Badge } from '#web/components/ui/badge'
import { IconButton } from '#web/components/ui/icon_button'
import { Picture } from '#web/components/shared/picture'
import { screens } from '#web/screens'
import { useAllCharacters } from '../characters.ts'

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

interface CharacterActions {
  /** Only admins change characters. */
  onImage?: (character: Character, button: HTMLElement) => void
  onFirstMessage?: (character: Character, button: HTMLElement) => void
  onLanding?: (character: AdminCharacter, isShown: boolean) => void
  onDelete: (character: Character, button: HTMLElement) => void
}

interface AllCharacterCardProps extends CharacterActions {
  character: AdminCharacter
  /** Visible when the page opens. */
  isFirst: boolean
}

/** The account in the admin tab. The search doesn't find ids, and the public name may be anyone's. */
const ownerAddress = ({ name, username }: Creator) =>
  screens.settings.href({}, { tab: 'admin', users: username ?? name })

/** All cards have the same height, because the grid is windowed. */
const cardLayout = 'flex h-42'

/** A character as admins see it: never covered, with admin actions. */
const AllCharacterCard = memo(function AllCharacterCard({
  character,
  isFirst,
  onImage,
  onFirstMessage,
  onLanding,
  onDelete,
}: AllCharacterCardProps) {
  const { id, name, avatar, avatarFocus, category, tags, creator, likes, messageCount, isPublic, isNsfw } = character
  const isOnLanding = character.onLanding
  const canBeOnLanding = isPublic && !isNsfw
  return (
    <Card as="article" className={cardLayout}>
      <Picture
        address={avatar}
        focus={avatarFocus}
        name={name}
        sizes="8rem"
        isPriority={isFirst}
        className="h-full w-30"
        initialsClassName="text-3xl"
      />
      <div className="flex min-w-0 flex-1 flex-col py-2.5 pr-2 pl-3.5">
        <h3 className="flex font-semibold">
          <Link
            to={screens.character.href({ characterId: id })}
            className="-my-0.5 truncate rounded-sm py-0.5 decoration-line-strong underline-offset-4 hover:underline"
          >
            {name}
          </Link>
        </h3>
        <p className="mt-0.5 flex min-w-0 items-center gap-1.5 text-sm text-soft">
          <span className="truncate">{category}</span>
          {!isPublic && (
            <Badge>
              <Lock aria-hidden className="mr-1 inline size-3 align-[-0.1em]" />
              Private
            </Badge>
          )}
          {isNsfw && <Badge tone="accent">Adult</Badge>}
          {isOnLanding && <Badge>Landing</Badge>}
        </p>
        <p className="mt-1 line-clamp-1 text-sm break-all text-faint">
          {creator === null
            ? 'By a deleted account'
            : creator && (
                <>
                  By{' '}
                  <Link
                    to={ownerAddress(creator)}
                    className="rounded-sm text-soft decoration-line-strong underline-offset-4 hover:underline"
                  >
                    {creator.name}
                  </Link>
                </>
              )}
          {tags.length > 0 && ` · ${tags.join(', ')}`}
        </p>
        <p className="mt-1 flex gap-3 text-xs text-faint tabular-nums">
          <span className="inline-flex items-center gap-1">
            <Heart aria-hidden className="size-3" />
            {likes.toLocaleString('en')}
            <span className="sr-only"> {likes === 1 ? 'like' : 'likes'}</span>
          </span>
          <span className="inline-flex items-center gap-1">
            <MessageCircle aria-hidden className="size-3" />
            {messageCount.toLocaleString('en')}
            <span className="sr-only"> {messageCount === 1 ? 'message' : 'messages'}</span>
          </span>
        </p>
        <div className="mt-auto -ml-2.5 flex">
          {onImage && (
            <IconButton
              label={`Change the image of ${name}`}
              title="Change image"
              icon={<ImageIcon />}
              onClick={(event) => onImage(character, event.currentTarget)}
            />
          )}
          {onFirstMessage && (
            <IconButton
              label={`Edit the first message of ${name}`}
              title="Edit first message"
              icon={<MessageSquareQuote />}
              onClick={(event) => onFirstMessage(character, event.currentTarget)}
            />
          )}
          {onLanding && (
            <IconButton
              role="switch"
              aria-checked={isOnLanding}
              label={`Show ${name} on the landing page`}
              title={isOnLanding ? 'Hide from the landing page' : 'Show on the landing page'}
              icon={<House className={isOnLanding ? 'text-accent-text' : undefined} />}
              disabled={!canBeOnLanding && !isOnLanding}
              onClick={() => onLanding(character, !isOnLanding)}
            />
          )}
          <IconButton
            label={`Delete ${name}`}
            title="Delete"
            icon={<Trash2 />}
            onClick={(event) => onDelete(character, event.currentTarget)}
          />
        </div>
      </div>
    </Card>
  )
})
