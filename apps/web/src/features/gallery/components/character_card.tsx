import { pictureSizes, type CharacterSummary } from '#modules/gallery/api'
import EyeOff from 'lucide-react/icons/eye-off'
import Heart from 'lucide-react/icons/heart'
import Lock from 'lucide-react/icons/lock'
import MessageCircle from 'lucide-react/icons/message-circle'
import Pencil from 'lucide-react/icons/pencil'
import Trash2 from 'lucide-react/icons/trash-2'
import { memo } from 'react'
import { Link } from 'react-router-dom'
import { ButtonLink } from '#web/components/ui/button'
import { Card, CardHighlight } from '#web/components/ui/card'
import { IconButton } from '#web/components/ui/icon_button'
import { Picture } from '#web/components/shared/picture'
import { classNames } from '#web/lib/class_names'
import { Count } from './count.tsx'

export interface CardActions {
  /** Where the viewer enables adult content. */
  settingsAddress: string | null
  /** Where an owner edits a character. */
  editAddress: ((id: string) => string) | null
  onChoose: (character: CharacterSummary) => void
  onDelete: (character: CharacterSummary, button: HTMLElement) => void
}

/** Cards in the first row, on phones and at most on common desktops. */
const narrowRow = 2
const wideRow = 5

interface CharacterCardProps extends CardActions {
  character: CharacterSummary
  isOwn: boolean
  /** An adult character, while the viewer has adult content off. */
  isCovered: boolean
  /** The pictures of the first cards load with priority. */
  index: number
}

/** Shared with the skeleton. Taller on phones, so that the text doesn't cover the face. */
export const cardShape = 'isolate flex aspect-2/3 min-h-0 flex-col justify-end sm:aspect-3/4'

/** A character in the gallery: its picture, with text on a veil over the lower part. The whole card is one target. */
export const CharacterCard = memo(function CharacterCard({
  character,
  isOwn,
  isCovered,
  index,
  settingsAddress,
  editAddress,
  onChoose,
  onDelete,
}: CharacterCardProps) {
  const { id, name, category, description, likes, messageCount, isPublic } = character
  const isTarget = !isCovered || settingsAddress !== null
  return (
    <Card
      as="article"
      isInteractive={isTarget || isOwn}
      className={classNames(cardShape, 'bg-(--cover-ground)! text-on-picture')}
    >
      <div className="absolute inset-0 -z-10">
        {isCovered ? (
          <div className="drape size-full" />
        ) : (
          // Ends above the text, so that the whole face shows. The veil hides the edge.
          <div className="absolute inset-x-0 top-0 bottom-[32%] sm:bottom-[19%] origin-[50%_40%] transition-[scale] duration-long ease-out motion-safe:group-hover:scale-[1.04] motion-safe:group-has-focus-visible:scale-[1.04]">
            <Picture
              address={character.avatar}
              name={name}
              sizes={pictureSizes.card}
              isPriority={index < narrowRow}
              isEager={index < wideRow}
              className="size-full"
              initialsClassName="text-5xl opacity-90 sm:text-6xl"
            />
            <div className="absolute inset-x-0 -bottom-px h-1/3 bg-linear-to-t from-(--cover-ground) to-transparent" />
          </div>
        )}
        {(isTarget || isOwn) && <CardHighlight />}
      </div>
      {isCovered && <AdultCover settingsAddress={settingsAddress} />}
      <div
        className={classNames(
          'grid grid-cols-[minmax(0,1fr)] gap-1 px-3 pb-3 sm:px-4 sm:pb-4',
          !isCovered &&
            'bg-[linear-gradient(to_top,var(--cover),var(--veil)_calc(100%-2.5rem),transparent)] pt-10 sm:bg-[linear-gradient(to_top,var(--cover),var(--veil)_calc(100%-3.5rem),transparent)] sm:pt-14'
        )}
      >
        <p className="flex items-center gap-1.5 text-xs font-medium text-on-picture/80">
          <span className="truncate">{category}</span>
          {!isPublic && (
            <span className="inline-flex items-center gap-1">
              <Lock aria-hidden className="size-3" />
              Private
            </span>
          )}
        </p>
        <h2 className="display text-base leading-tight break-words sm:text-xl sm:leading-tight">
          {isCovered ? (
            <span className="line-clamp-2">{name}</span>
          ) : (
            // The button covers the card, but screen readers announce only the name.
            <button
              type="button"
              aria-haspopup="dialog"
              className="block w-full text-left outline-none after:absolute after:inset-0"
              onClick={() => onChoose(character)}
            >
              <span className="line-clamp-2">{name}</span>
            </button>
          )}
        </h2>
        {description && <p className="line-clamp-2 text-xs break-words text-on-picture/85 sm:text-sm">{description}</p>}
        <div className="mt-1 flex gap-x-3.5 text-xs text-on-picture/80">
          <Count icon={Heart} value={likes} singular="like" plural="likes" />
          <Count icon={MessageCircle} value={messageCount} singular="message" plural="messages" />
        </div>
      </div>
      {isOwn && (
        // After the name in tab order. Always visible on devices without hover.
        <div className="absolute top-2 right-2 z-10 flex gap-1.5 transition-opacity pointer-fine:opacity-0 pointer-fine:group-focus-within:opacity-100 pointer-fine:group-hover:opacity-100">
          {editAddress && (
            <ButtonLink
              to={editAddress(id)}
              look="picture"
              aria-label={`Edit ${name}`}
              title="Edit"
              className="size-11 rounded-full! p-0!"
            >
              <Pencil aria-hidden className="size-4.5" />
            </ButtonLink>
          )}
          <IconButton
            look="picture"
            label={`Delete ${name}`}
            title="Delete"
            icon={<Trash2 />}
            onClick={(event) => onDelete(character, event.currentTarget)}
          />
        </div>
      )}
    </Card>
  )
})

function AdultCover({ settingsAddress }: { settingsAddress: string | null }) {
  return (
    <div className="grid flex-1 place-content-center justify-items-center px-3 pt-4 text-center">
      <span className="mb-3 grid size-11 place-items-center rounded-full border border-on-picture/30 bg-veil sm:size-13">
        <EyeOff aria-hidden className="size-5" />
      </span>
      <p className="display text-base sm:text-lg">Adult Content</p>
      {settingsAddress === null ? (
        <p className="text-xs text-on-picture/85 sm:text-sm">Enable in Settings</p>
      ) : (
        <Link
          to={settingsAddress}
          className="text-xs text-on-picture/85 underline underline-offset-4 outline-none after:absolute after:inset-0 sm:text-sm"
        >
          Enable in Settings
        </Link>
      )}
    </div>
  )
}
