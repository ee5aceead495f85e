import type { AdminActKind, AdminActRow } from '#modules/admin/api'
import Gem from 'lucide-react/icons/gem'
import ScrollText from 'lucide-react/icons/scroll-text'
import UserRound from 'lucide-react/icons/user-round'
import UsersRound from 'lucide-react/icons/users-round'
import { auditEntryName } from '../audit_entry_names.ts'
import { Difference } from './difference.tsx'

export function AuditEntry({ act: { createdAt, actor, kind, subject, before, after } }: { act: AdminActRow }) {
  const Icon = iconOf(kind)
  return (
    <li className="flex gap-4 px-4 py-4 [contain-intrinsic-size:auto_6rem] [content-visibility:auto] sm:px-5">
      <span
        aria-hidden
        className="grid size-9 shrink-0 place-items-center rounded-full bg-hover text-soft max-sm:hidden"
      >
        <Icon className="size-4.5" />
      </span>
      <div className="min-w-0 flex-1">
        <div className="flex flex-wrap items-baseline justify-between gap-x-4">
          <h3 className="min-w-0 text-ui font-semibold break-words">
            {auditEntryName(kind)}
            {subject.name && <span className="font-normal text-soft">: {subject.name}</span>}
          </h3>
          <time
            dateTime={createdAt}
            title={fullFormat.format(new Date(createdAt))}
            className="text-sm text-faint tabular-nums"
          >
            {timeFormat.format(new Date(createdAt))}
          </time>
        </div>
        <p className="text-sm break-words text-faint">
          {actor ? (
            <>
              by {actor.name || actor.email}
              {actor.name && <span className="break-all"> ({actor.email})</span>}
            </>
          ) : (
            'by the operator, on the command line'
          )}
        </p>
        <Difference before={before} after={after} />
      </div>
    </li>
  )
}

function iconOf(kind: AdminActKind) {
  if (kind.startsWith('rubies')) return Gem
  if (/^(character|first_message)/.test(kind)) return UsersRound
  return /^(account|admin|password|second_factor)/.test(kind) ? UserRound : ScrollText
}

const timeFormat = new Intl.DateTimeFormat('en', {
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
  hourCycle: 'h23',
})
const fullFormat = new Intl.DateTimeFormat('en', { dateStyle: 'full', timeStyle: 'long' })
