import Bell from 'lucide-react/icons/bell'
import { useUnread } from '../unread.ts'

interface BellProps {
  className?: string
  'aria-hidden'?: boolean
}

const shownMax = 99

/** The icon of notifications, with the number of unread ones. */
export function NotificationsBell(props: BellProps) {
  const unread = useUnread()
  return (
    <span aria-hidden className="relative inline-flex">
      <Bell {...props} />
      {unread > 0 && (
        <span className="absolute -top-2 left-2.5 min-w-4.5 rounded-full bg-accent px-1 text-center text-[0.6875rem]/[1.125rem] font-bold text-on-accent tabular-nums">
          {unread > shownMax ? `${shownMax}+` : unread}
        </span>
      )}
    </span>
  )
}

/** The number for screen readers. */
export function UnreadNote() {
  const unread = useUnread()
  return unread > 0 && <span className="sr-only"> {unread} unread</span>
}
