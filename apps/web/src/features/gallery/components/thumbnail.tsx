import type { CharacterSummary } from '#modules/gallery/api'
import EyeOff from 'lucide-react/icons/eye-off'
import { Picture } from '#web/components/shared/picture'
import { classNames } from '#web/lib/class_names'

interface ThumbnailProps {
  character: Pick<CharacterSummary, 'name' | 'avatar' | 'avatarFocus'>
  isCovered: boolean
  sizes: string
  /** The classes for size and shape. */
  className: string
  /** The classes of the initials and of the icon on the cover. */
  textClassName: string
}

/** A small portrait beside a text. */
export function Thumbnail({ character, isCovered, sizes, className, textClassName }: ThumbnailProps) {
  if (isCovered)
    return (
      <span
        aria-hidden
        className={classNames('drape grid shrink-0 place-items-center text-on-picture', className, textClassName)}
      >
        <EyeOff className="size-[0.875em]" />
      </span>
    )
  return (
    <Picture
      address={character.avatar}
      name={character.name}
      focus={character.avatarFocus}
      sizes={sizes}
      className={className}
      initialsClassName={textClassName}
    />
  )
}
