import { Link } from 'react-router-dom'
import { tagAddress } from './tag_address.ts'

/** A tag that leads to the characters with it. */
export function TagLink({ tag, onClick }: { tag: string; onClick?: () => void }) {
  return (
    <Link
      to={tagAddress(tag)}
      className="relative inline-flex min-h-8 max-w-full items-center rounded-full border border-line bg-hover px-3 text-sm text-soft transition-colors after:absolute after:-inset-x-1 after:-inset-y-1.5 hover:border-line-strong hover:text-text"
      onClick={onClick}
    >
      <span className="truncate">{tag}</span>
    </Link>
  )
}
