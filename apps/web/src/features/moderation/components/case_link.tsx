import { reasons, type ListedCase } from '#modules/moderation/api'
import { useState } from 'react'
import { Link } from 'react-router-dom'
import { Badge } from '#web/components/ui/badge'
import { countOf } from '#web/lib/count_of'
import { decidedNames, dueText, thingNames } from '../texts.ts'

interface CaseLinkProps {
  listed: ListedCase
  to: string
  isCurrent?: boolean
}

/** A case in a list. */
export function CaseLink({ listed, to, isCurrent = false }: CaseLinkProps) {
  const { thing, title, reason, reports, dueAt, decision, state } = listed
  const [now] = useState(Date.now)
  const isLate = dueAt !== null && Date.parse(dueAt) < now
  return (
    <Link
      to={to}
      replace
      preventScrollReset
      aria-current={isCurrent ? 'true' : undefined}
      className="block px-4 py-3 transition-colors hover:bg-hover focus-visible:-outline-offset-2 aria-[current]:bg-hover"
    >
      <span className="flex items-baseline justify-between gap-3">
        <span className="min-w-0 truncate font-semibold">{title}</span>
        <span className="shrink-0 text-sm text-faint">{thingNames[thing.kind]}</span>
      </span>
      <span className="mt-0.5 block text-sm text-soft">{reasons[reason]?.label ?? reason}</span>
      <span className="mt-1.5 flex flex-wrap items-center gap-x-2.5 gap-y-1 text-sm text-faint">
        {countOf(reports, 'report', 'reports')}
        {state === 'appealed' && <Badge tone="accent">Appeal</Badge>}
        {decision && <Badge>{decidedNames[decision]}</Badge>}
        {dueAt !== null && <Badge tone={isLate ? 'danger' : 'neutral'}>{dueText(dueAt, now)}</Badge>}
      </span>
    </Link>
  )
}
