import { pictureSizes, type CharacterSummary } from '#modules/gallery/api'
import EyeOff from 'lucide-react/icons/eye-off'
import Heart from 'lucide-react/icons/heart'
import Lock from 'lucide-react/icons/lock'
import MessageCircle from 'lucide-react/icons/message-circle'
import { memo, useState } from 'react'
import { Link } from 'react-router-dom'
import { ButtonLink } from '#web/components/ui/button'
import { Card, CardHighlight } from '#web/components/ui/card'
import { Highlight } from '#web/components/ui/highlight'
import { previewText } from '#web/components/shared/preview_text'
import { CreatorName } from '#web/components/shared/creator_name'
import { Picture } from '#web/components/shared/picture'
import { tagAddress } from '#web/components/shared/tag_address'
import { classNames } from '#web/lib/class_names'
import { isPlainClick } from '#web/lib/is_plain_click'
import { screens } from '#web/screens'
import { privateLabel } from '../review_text.ts'
import { Count } from './count.tsx'
import { OwnerTools } from './owner_tools.tsx'

export interface CardActions {
  /** The name by which characters address the viewer. */
  userName: string
  onChoose: (character: CharacterSummary) => void
  onDelete: (character: CharacterSummary, button: HTMLElement) => void
}

/** The number of cards in the first row: on phones, and the maximum on common desktops. */
const narrowRow = 2
const wideRow = 5
const tagsShown = 2

interface CharacterCardProps extends CardActions {
  character: CharacterSummary
  isOwn: boolean
  /** Whether the card hides an adult character, because the viewer has adult content off. */
  isCovered: boolean
  /** The search that found the character; empty without a search. */
  q: string
  /** The index of the card. The pictures of the first cards load with priority. Null in a list below the first view. */
  index: number | null
}

/** The shape of a card, shared with the skeleton. Taller on phones, so that the text doesn't cover the face. */
export const cardShape = 'isolate flex aspect-2/3 min-h-0 flex-col justify-end sm:aspect-3/4'

/**
 * A character in the gallery: its picture, with text on a veil over the lower part. The whole card is a link to the character's page,
 * but a plain click chooses the character. With the pointer over it or the focus in it, the card also shows how the character opens.
 */
export const CharacterCard = memo(function CharacterCard({
  character,
  isOwn,
  isCovered,
  q,
  index,
  userName,
  onChoose,
  onDelete,
}: CharacterCardProps) {
  const { id, name, likes, messageCount, match } = character
  const description = match?.field === 'description' ? match.text : character.description
  const [isHovered, setIsHovered] = useState(false)
  const [hasFocus, setHasFocus] = useState(false)
  const isActive = !isCovered && (isHovered || hasFocus)
  return (
    <Card
      as="article"
      isInteractive
      className={classNames(cardShape, 'bg-(--cover-ground)! text-on-picture')}
      // A touch is followed by a click, which opens the dialog.
      onPointerEnter={({ pointerType }) => pointerType === 'mouse' && setIsHovered(true)}
      onPointerLeave={() => setIsHovered(false)}
      onFocus={() => setHasFocus(true)}
      onBlur={({ currentTarget, relatedTarget }) => {
        if (!currentTarget.contains(relatedTarget as Node | null)) setHasFocus(false)
      }}
    >
      <div className="absolute inset-0 -z-10">
        {isCovered ? (
          <div className="drape size-full" />
        ) : (
          // The picture ends above the text, so that the whole face shows. The veil hides the edge.
          <div className="absolute inset-x-0 top-0 bottom-[32%] sm:bottom-[19%] origin-[50%_40%] transition-[scale] duration-long ease-out motion-safe:group-hover:scale-[1.04] motion-safe:group-has-focus-visible:scale-[1.04]">
            <Picture
              address={character.avatar}
              focus={character.avatarFocus}
              name={name}
              sizes={pictureSizes.card}
              isPriority={index !== null && index < narrowRow}
              isEager={index !== null && index < wideRow}
              className="size-full"
              initialsClassName="text-5xl opacity-90 sm:text-6xl"
            />
            <div className="absolute inset-x-0 -bottom-px h-1/3 bg-linear-to-t from-(--cover-ground) to-transparent" />
          </div>
        )}
        <CardHighlight />
      </div>
      {isCovered && <AdultCover />}
      <div
        className={classNames(
          'grid grid-cols-[minmax(0,1fr)] gap-1 px-3 pb-3 sm:px-4 sm:pb-4',
          !isCovered &&
            'bg-[linear-gradient(to_top,var(--cover),var(--veil)_calc(100%-2.5rem),transparent)] pt-10 sm:bg-[linear-gradient(to_top,var(--cover),var(--veil)_calc(100%-3.5rem),transparent)] sm:pt-14'
        )}
      >
        {isActive && <Opening character={character} userName={userName} />}
        <Origin character={character} q={q} />
        <h3 className="display text-base leading-tight break-words sm:text-xl sm:leading-tight">
          {isCovered ? (
            <span className="line-clamp-2">{name}</span>
          ) : (
            // The link covers the card, but screen readers announce only the name.
            <Link
              to={screens.character.href({ characterId: id })}
              aria-haspopup="dialog"
              className="block w-full outline-none after:absolute after:inset-0"
              onClick={(event) => {
                if (!isPlainClick(event)) return
                event.preventDefault()
                onChoose(character)
              }}
            >
              <span className="line-clamp-2">
                <Highlight text={name} match={match?.field === 'name' ? q : ''} />
              </span>
            </Link>
          )}
        </h3>
        {description && (
          <p className="line-clamp-2 text-xs break-words text-on-picture/85 sm:text-sm">
            <Highlight text={description} match={match?.field === 'description' ? q : ''} />
          </p>
        )}
        <div className="mt-1 flex items-center gap-x-3.5 text-xs text-on-picture/80 sm:min-h-7">
          <Count icon={Heart} value={likes} singular="like" plural="likes" />
          <Count icon={MessageCircle} value={messageCount} singular="message" plural="messages" showsUnit />
        </div>
        {isActive && (
          <ButtonLink
            to={screens.chat.href({ characterId: id })}
            look="primary"
            aria-label={`Chat with ${name}`}
            className="absolute! right-2.5 bottom-2.5 z-10 min-h-8! animate-fade gap-1.5! px-3! py-0! text-sm! focus-visible:outline-on-picture sm:right-3.5 sm:bottom-3.5"
          >
            Chat
          </ButtonLink>
        )}
      </div>
      {isOwn && (
        <OwnerTools
          character={character}
          look="picture"
          className="top-2 right-2"
          onDelete={(button) => onDelete(character, button)}
        />
      )}
    </Card>
  )
})

/** The category and the creator of a character. A tag that the search matched replaces the creator. */
function Origin({ character, q }: Pick<CharacterCardProps, 'character' | 'q'>) {
  const { category, creator, isPublic, match } = character
  return (
    <p className="flex items-center gap-1.5 text-xs font-medium text-on-picture/80">
      <span className="truncate">
        {category}
        {match?.field === 'tag' ? (
          <>
            {' · '}
            <Highlight text={match.text} match={q} />
          </>
        ) : (
          creator && (
            <>
              {' · by '}
              <CreatorName
                {...creator}
                // Keyboard users find it on the character's page.
                tabIndex={-1}
                className="relative z-10 decoration-on-picture/40 underline-offset-4 hover:text-on-picture hover:underline"
              />
            </>
          )
        )}
      </span>
      {!isPublic && (
        <span className="inline-flex items-center gap-1">
          <Lock aria-hidden className="size-3" />
          {privateLabel(character)}
        </span>
      )}
    </p>
  )
}

/** The opening line and some tags of a character. They appear above the other text, which doesn't move. */
function Opening({
  character: { id, name, openingLine, tags },
  userName,
}: {
  character: CharacterSummary
  userName: string
}) {
  return (
    <div className="grid animate-fade gap-1.5 pb-1.5">
      {openingLine && (
        <p className="line-clamp-3 text-xs break-words text-on-picture italic sm:text-sm">
          {previewText(openingLine, { id, name }, userName)}
        </p>
      )}
      {tags.length > 0 && (
        <p className="flex gap-x-3 text-xs max-sm:hidden">
          {tags.slice(0, tagsShown).map((tag) => (
            <Link
              key={tag}
              to={tagAddress(tag)}
              // Keyboard users find all tags in the dialog.
              tabIndex={-1}
              className="relative z-10 min-w-0 truncate py-1 text-on-picture/85 underline decoration-on-picture/40 underline-offset-4 hover:text-on-picture hover:decoration-on-picture"
            >
              {tag}
            </Link>
          ))}
        </p>
      )}
    </div>
  )
}

function AdultCover() {
  return (
    <div className="grid flex-1 place-content-center justify-items-center px-3 pt-4 text-center">
      <span className="mb-3 grid size-11 place-items-center rounded-full border border-on-picture/30 bg-veil sm:size-13">
        <EyeOff aria-hidden className="size-5" />
      </span>
      <p className="display text-base sm:text-lg">Adult Content</p>
      <Link
        to={screens.settingsContent.path}
        className="text-xs text-on-picture/85 underline underline-offset-4 outline-none after:absolute after:inset-0 sm:text-sm"
      >
        Enable in Settings
      </Link>
    </div>
  )
}
