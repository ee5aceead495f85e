import type { CharacterSummary } from '#modules/gallery/api'
import { Link } from 'react-router-dom'
import { Picture } from '#web/components/shared/picture'

interface CharacterTileProps {
  character: CharacterSummary
  /** The address that it opens. */
  to: string
}

/** A picture with a name, which opens a character. */
export function CharacterTile({ character: { name, avatar, avatarFocus, category }, to }: CharacterTileProps) {
  return (
    <Link to={to} className="group block min-w-0 rounded-card">
      <Picture
        address={avatar}
        name={name}
        focus={avatarFocus}
        sizes="(min-width: 64rem) 12rem, (min-width: 40rem) 22vw, 45vw"
        className="aspect-4/5 w-full rounded-card ring-1 ring-line"
        initialsClassName="text-4xl"
      />
      <span className="mt-2 line-clamp-2 leading-tight font-semibold wrap-anywhere group-hover:underline">{name}</span>
      <span className="mt-0.5 block truncate text-sm text-soft">{category}</span>
    </Link>
  )
}

export const tileGrid = 'grid grid-cols-2 gap-x-3 gap-y-5 sm:grid-cols-4 sm:gap-x-4 lg:grid-cols-5'
