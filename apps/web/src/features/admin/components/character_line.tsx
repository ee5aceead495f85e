import type { Character } from '#modules/gallery/api'
import { Picture } from '#web/components/shared/picture'
import { classNames } from '#web/lib/class_names'

interface CharacterLineProps {
  character: Pick<Character, 'name' | 'avatar' | 'avatarFocus' | 'category' | 'isPublic' | 'isNsfw'>
  size?: 's' | 'm'
}

/** A character's picture, name and category in one row. */
export function CharacterLine({ character, size = 's' }: CharacterLineProps) {
  const { name, avatar, avatarFocus, category, isPublic, isNsfw } = character
  const kind = [category, !isPublic && 'private', isNsfw && 'adult'].filter(Boolean).join(' · ')
  return (
    <span className="flex min-w-0 flex-1 items-center gap-3">
      <Picture
        address={avatar}
        focus={avatarFocus}
        name={name}
        sizes="3.5rem"
        className={classNames('rounded-control', size === 'm' ? 'h-14 w-12' : 'h-10 w-9')}
        initialsClassName="text-xs"
      />
      <span className="min-w-0 flex-1">
        <span className="block truncate font-semibold">{name}</span>
        <span className="block truncate text-sm text-faint">{kind}</span>
      </span>
    </span>
  )
}
