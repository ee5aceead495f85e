import type { AdminMail } from '#modules/admin/api'
import { Link } from 'react-router-dom'
import { screens } from '#web/screens'

/** Opening a mail is recorded in the audit log. */
export function MailRow({ mail: { id, address, subject, sentAt } }: { mail: AdminMail }) {
  return (
    <li>
      <Link
        to={screens.adminOutbox.href({}, { mail: id })}
        className="flex min-h-touch flex-wrap items-baseline justify-between gap-x-4 px-4 py-3.5 transition-colors hover:bg-hover focus-visible:-outline-offset-2 sm:px-5"
      >
        <span className="min-w-0">
          <span className="block text-ui font-semibold break-words">{subject}</span>
          <span className="block text-sm break-all text-soft">to {address}</span>
        </span>
        <time dateTime={sentAt} className="text-sm text-faint tabular-nums">
          {timeFormat.format(new Date(sentAt))}
        </time>
      </Link>
    </li>
  )
}

const timeFormat = new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeStyle: 'short', hourCycle: 'h23' })
