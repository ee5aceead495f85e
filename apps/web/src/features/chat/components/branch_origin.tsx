import type { ChatSession } from '#modules/chat/api'
import GitBranch from 'lucide-react/icons/git-branch'
import { Link } from 'react-router-dom'
import { screens } from '#web/screens'

interface BranchOriginProps {
  characterId: string
  parent: NonNullable<ChatSession['parent']>
}

/** A link to the parent chat, above the first message of a branch. */
export function BranchOrigin({ characterId, parent: { sessionId, title } }: BranchOriginProps) {
  return (
    <p className="mb-6 flex items-center gap-2 text-sm text-soft">
      <GitBranch aria-hidden className="size-4 shrink-0" />
      <span className="min-w-0 break-words">
        Branched from{' '}
        <Link
          to={screens.chat.href({ characterId }, { session: sessionId })}
          className="underline underline-offset-4 hover:text-text"
        >
          {title ?? 'another chat'}
        </Link>
      </span>
    </p>
  )
}
