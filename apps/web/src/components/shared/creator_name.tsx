import { Link } from 'react-router-dom'
import { screens } from '#web/screens'

interface CreatorNameProps {
  name: string
  username: string | null
  /** Whether the person has a page. Others are named without a link. */
  hasPage?: true | undefined
  /** The classes of the link. */
  className?: string
  tabIndex?: number
}

/** The name of a person, as a link to their page if they have one. */
export function CreatorName({ name, username, hasPage, className = linkClasses, tabIndex }: CreatorNameProps) {
  if (!hasPage || username === null) return name
  return (
    <Link to={screens.creator.href({ username })} className={className} tabIndex={tabIndex}>
      {name}
    </Link>
  )
}

const linkClasses = 'font-semibold text-accent-text underline underline-offset-4 wrap-anywhere'
