import type { CharacterSummary } from '#modules/gallery/api'
import Heart from 'lucide-react/icons/heart'
import Lock from 'lucide-react/icons/lock'
import MessageCircle from 'lucide-react/icons/message-circle'
import { Link } from 'react-router-dom'
import { Card } from '#web/components/ui/card'
import { classNames } from '#web/lib/class_names'
import { screens } from '#web/screens'
import { Count } from './count.tsx'
import { OwnerTools } from './owner_tools.tsx'
import { Thumbnail } from './thumbnail.tsx'

interface ProfileCharacterProps {
  character: CharacterSummary
  isOwn: boolean
  isCovered: boolean
  onDelete: (button: HTMLElement) => void
}

export const profileCharacterShape = 'h-30 rounded-card'

/** A small card that links to the character's page. Owners get buttons. */
export function ProfileCharacter({ character, isOwn, isCovered, onDelete }: ProfileCharacterProps) {
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
              Private
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
