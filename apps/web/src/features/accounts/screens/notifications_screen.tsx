import { dailyRewardRubies } from '#config/economy'
import Gift from 'lucide-react/icons/gift'
import Megaphone from 'lucide-react/icons/megaphone'
import MessageCircle from 'lucide-react/icons/message-circle'
import type { ReactNode } from 'react'
import { BorderedList } from '#web/components/ui/bordered_list'
import { Button, ButtonLink } from '#web/components/ui/button'
import { PageHeader } from '#web/components/ui/page_header'
import { classNames } from '#web/lib/class_names'
import { hasRubies } from '#web/lib/has_rubies'
import { screens } from '#web/screens'

const icons = { message: MessageCircle, gift: Gift, update: Megaphone }
const kindNames = { message: 'Message', gift: 'Gift', update: 'Update' }

/** Decisions of moderators about the user’s content, then static examples, whose buttons do nothing. */
export function NotificationsScreen({ statements }: { statements: ReactNode }) {
  const notifications = sampleNotifications.filter(({ kind }) => kind !== 'gift' || hasRubies())
  const unread = notifications.filter(({ isUnread }) => isUnread).length
  return (
    <div className="mx-auto w-full max-w-3xl px-4 pt-6 pb-20 sm:px-6 sm:pt-12">
      <PageHeader title="Notifications" lead={`${unread} unread. These are examples of what will appear here.`}>
        <Button>Mark all as read</Button>
      </PageHeader>
      {statements}
      <BorderedList label="Notifications">
        {notifications.map((notification) => (
          <NotificationRow key={notification.title} {...notification} />
        ))}
      </BorderedList>
      <div className="mt-8 flex flex-wrap gap-3">
        <ButtonLink to={screens.settings.path}>Notification settings</ButtonLink>
        <ButtonLink to={screens.gallery.path} look="quiet">
          Back to home
        </ButtonLink>
      </div>
    </div>
  )
}

function NotificationRow({ kind, title, text, when, isUnread }: SampleNotification) {
  const Icon = icons[kind]
  return (
    <li className={classNames('flex gap-4 p-4 sm:p-5', !isUnread && 'bg-bg')}>
      <span
        aria-hidden
        className={classNames(
          'grid size-11 shrink-0 place-items-center rounded-panel',
          isUnread ? 'bg-accent-soft text-accent-text' : 'bg-hover text-faint'
        )}
      >
        <Icon className="size-5" />
      </span>
      <div className="min-w-0 flex-1">
        <p className="flex items-center justify-between gap-3 text-xs text-faint">
          <span>
            {kindNames[kind]} · {when}
          </span>
          {isUnread && (
            <span className="flex items-center gap-1.5 font-semibold text-accent-text">
              <span aria-hidden className="size-2 rounded-full bg-current" />
              Unread
            </span>
          )}
        </p>
        <h2 className={classNames('mt-0.5 font-semibold break-words', !isUnread && 'text-soft')}>{title}</h2>
        <p className="mt-0.5 text-ui break-words text-soft">{text}</p>
      </div>
    </li>
  )
}

interface SampleNotification {
  kind: 'message' | 'gift' | 'update'
  title: string
  text: string
  when: string
  isUnread: boolean
}

/** Static examples for the notifications screen. */
const sampleNotifications: readonly SampleNotification[] = [
  {
    kind: 'message',
    title: 'A character has replied',
    text: 'Pick up the conversation where you left it.',
    when: 'Just now',
    isUnread: true,
  },
  {
    kind: 'gift',
    title: 'Daily reward',
    text: `${dailyRewardRubies} rubies are ready to claim, once a day.`,
    when: '2h ago',
    isUnread: true,
  },
  {
    kind: 'update',
    title: 'New faces in the gallery',
    text: 'New characters since your last visit.',
    when: '1d ago',
    isUnread: false,
  },
  {
    kind: 'message',
    title: 'A chat was resumed',
    text: 'Find all conversations under Recent Chats.',
    when: '3d ago',
    isUnread: false,
  },
]
