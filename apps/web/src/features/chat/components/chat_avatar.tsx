import { Avatar } from '#web/components/shared/avatar'
import type { ShownCharacter } from '#web/components/shared/shown_character'

/** The face of a chat's character, or two overlapping faces of a group in the same space. */
export function ChatAvatar({ shown }: { shown: ShownCharacter }) {
  const { faces, avatar, initialsOf, avatarFocus, avatarClasses } = shown
  const [front, back] = faces
  if (!front || !back)
    return <Avatar address={avatar} name={initialsOf} focus={avatarFocus} size="s" className={avatarClasses} />
  return (
    <span aria-hidden className="relative size-9 shrink-0">
      <Avatar
        address={back.avatar}
        name={back.name}
        focus={back.avatarFocus}
        size="xs"
        className="absolute! top-0 right-0"
      />
      <Avatar
        address={front.avatar}
        name={front.name}
        focus={front.avatarFocus}
        size="xs"
        className="absolute! bottom-0 left-0 ring-2 ring-bg"
      />
    </span>
  )
}
