import Gift from 'lucide-react/icons/gift'
import Megaphone from 'lucide-react/icons/megaphone'
import MessageCircle from 'lucide-react/icons/message-circle'
import { Link } from 'react-router-dom'
import { Button, buttonClasses } from '../../../components/ui/button.tsx'
import { classNames } from '../../../lib/class_names.ts'
import { useTitle } from '../../../lib/use_title.ts'
import { sampleNotifications, type SampleNotification } from '../sample_notifications.ts'

const icons = { message: MessageCircle, gift: Gift, update: Megaphone }
const kindNames = { message: 'Message', gift: 'Gift', update: 'Update' }

/** Examples of what will be told here. Nothing on this screen changes anything. */
export function NotificationsScreen({ settingsAddress }: { settingsAddress: string | null }) {
  useTitle('Notifications')
  const unread = sampleNotifications.filter(({ isUnread }) => isUnread).length
  return (
    <div className="mx-auto w-full max-w-3xl px-4 pt-8 pb-20 sm:px-6 sm:pt-10">
      <div className="mb-6 flex flex-wrap items-end justify-between gap-x-4 gap-y-3">
        <div>
          <h1 className="text-[clamp(1.75rem,1.4rem+1.5vw,2.5rem)] leading-tight font-bold tracking-[-0.03em]">
            Notifications
          </h1>
          <p className="mt-1.5 text-soft">{unread} unread. These are examples of what will appear here.</p>
        </div>
        <Button>Mark all as read</Button>
      </div>
      <ul aria-label="Notifications" className="grid grid-cols-[minmax(0,1fr)] gap-3">
        {sampleNotifications.map((notification) => (
          <NotificationRow key={notification.title} {...notification} />
        ))}
      </ul>
      <div className="mt-8 flex flex-wrap gap-3">
        {settingsAddress && (
          <Link to={settingsAddress} className={buttonClasses('outline')}>
            Notification settings
          </Link>
        )}
        <Link to="/" className={buttonClasses('quiet')}>
          Back to home
        </Link>
      </div>
    </div>
  )
}

function NotificationRow({ kind, title, text, when, isUnread }: SampleNotification) {
  const Icon = icons[kind]
  return (
    <li
      className={classNames(
        'flex gap-4 rounded-card border p-4',
        isUnread ? 'border-line-strong bg-raised' : 'border-line'
      )}
    >
      <span
        aria-hidden
        className="grid size-11 shrink-0 place-items-center rounded-full bg-accent-soft text-accent-text"
      >
        <Icon className="size-5" />
      </span>
      <div className="min-w-0 flex-1">
        <p className="flex justify-between gap-3 text-sm text-faint">
          <span>
            {kindNames[kind]} · {when}
          </span>
          {isUnread && (
            <span className="flex items-center gap-1.5 font-semibold text-accent-text">
              <span aria-hidden className="size-2 rounded-full bg-accent" />
              Unread
            </span>
          )}
        </p>
        <h2 className={classNames('break-words', isUnread ? 'font-semibold' : 'text-soft')}>{title}</h2>
        <p className="mt-0.5 text-[0.9375rem] break-words text-soft">{text}</p>
      </div>
    </li>
  )
}
