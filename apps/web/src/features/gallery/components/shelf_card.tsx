import type { CharacterSummary } from '#modules/gallery/api'
import EyeOff from 'lucide-react/icons/eye-off'
import { Link } from 'react-router-dom'
import { Card, CardHighlight } from '#web/components/ui/card'
import { Picture } from '#web/components/shared/picture'
import { classNames } from '#web/lib/class_names'
import { isPlainClick } from '#web/lib/is_plain_click'
import { screens } from '#web/screens'

/** The width of a square picture that is as high as the card. */
const pictureWidth = '(min-width: 40rem) 13.5rem, 12rem'

/** The shape of a card, shared with the skeleton. */
export const shelfCardShape = 'isolate flex aspect-3/4 w-34 flex-col justify-end sm:w-40'

interface ShelfCardProps {
  character: CharacterSummary
  /** The chat that the card continues; null for a card of the character. */
  chatId: string | null
  isCovered: boolean
  /** Whether the card is in the first view. */
  isEager: boolean
  onChoose: (character: CharacterSummary) => void
}

/** A small card that links to a character's page or to a chat with it. A plain click on the link to the page chooses the character. */
export function ShelfCard({ character, chatId, isCovered, isEager, onChoose }: ShelfCardProps) {
  const { id, name, category } = character
  const address = isCovered
    ? screens.settingsContent.path
    : chatId === null
      ? screens.character.href({ characterId: id })
      : screens.chat.href({ characterId: id }, { session: chatId })
  const opensDialog = !isCovered && chatId === null
  return (
    <Card isInteractive className={classNames(shelfCardShape, 'bg-(--cover-ground)! text-on-picture')}>
      <div className="absolute inset-0 -z-10">
        {isCovered ? (
          <div className="drape size-full" />
        ) : (
          <Picture
            address={character.avatar}
            focus={character.avatarFocus}
            name={name}
            sizes={pictureWidth}
            isEager={isEager}
            className="size-full transition-[scale] duration-long ease-out motion-safe:group-hover:scale-[1.04]"
            initialsClassName="text-4xl opacity-90"
          />
        )}
        <CardHighlight />
      </div>
      {isCovered && <EyeOff aria-hidden className="m-auto size-6" />}
      <div className="bg-[linear-gradient(to_top,var(--cover),var(--veil)_calc(100%-2rem),transparent)] px-3 pt-8 pb-2.5">
        <Link
          to={address}
          aria-haspopup={opensDialog ? 'dialog' : undefined}
          className="block outline-none after:absolute after:inset-0"
          onClick={(event) => {
            if (!opensDialog || !isPlainClick(event)) return
            event.preventDefault()
            onChoose(character)
          }}
        >
          <span className="display line-clamp-2 text-base leading-tight break-words">{name}</span>
        </Link>
        <p className="mt-0.5 truncate text-xs text-on-picture/80">{isCovered ? 'Adult Content' : category}</p>
      </div>
    </Card>
  )
}
