import type { Notification, NotificationKind } from '#modules/notices/api'
import BellOff from 'lucide-react/icons/bell-off'
import Check from 'lucide-react/icons/check'
import Gem from 'lucide-react/icons/gem'
import Gift from 'lucide-react/icons/gift'
import Heart from 'lucide-react/icons/heart'
import Megaphone from 'lucide-react/icons/megaphone'
import MessageCircle from 'lucide-react/icons/message-circle'
import MessageSquare from 'lucide-react/icons/message-square'
import Reply from 'lucide-react/icons/reply'
import Scale from 'lucide-react/icons/scale'
import Sparkles from 'lucide-react/icons/sparkles'
import UserPlus from 'lucide-react/icons/user-plus'
import Webhook from 'lucide-react/icons/webhook'
import type { ComponentType, ReactNode } from 'react'
import { Link } from 'react-router-dom'
import { Picture } from '#web/components/shared/picture'
import { BorderedList } from '#web/components/ui/bordered_list'
import { Button, ButtonLink } from '#web/components/ui/button'
import { EmptyState } from '#web/components/ui/empty_state'
import { IconButton } from '#web/components/ui/icon_button'
import { LoadFailed } from '#web/components/ui/load_failed'
import { PageHeader } from '#web/components/ui/page_header'
import { SkeletonRows } from '#web/components/ui/skeleton_rows'
import { classNames } from '#web/lib/class_names'
import { groupByDay } from '#web/lib/group_by_day'
import { relativeTime } from '#web/lib/relative_time'
import { screens } from '#web/screens'
import { useNotifications, useReadAll, useReadNotification } from '../notifications.ts'

/** Decisions of moderators about the user’s content, then all notifications, newest first. */
export function NotificationsScreen({ statements }: { statements: ReactNode }) {
  const list = useNotifications()
  const readAll = useReadAll()
  const items = list.data?.pages.flatMap((page) => page.items) ?? []
  const newest = items[0]
  const hasUnread = items.some(({ isRead }) => !isRead)
  const lead = hasUnread ? 'What happened while you were away.' : 'You have read everything.'
  return (
    <div className="mx-auto w-full max-w-3xl px-4 pt-6 pb-20 sm:px-6 sm:pt-12">
      <PageHeader title="Notifications" lead={newest && lead}>
        {newest && (
          <Button
            isLoading={readAll.isPending}
            aria-disabled={!hasUnread}
            className="aria-disabled:opacity-55"
            onClick={() => hasUnread && !readAll.isPending && readAll.mutate(newest.id)}
          >
            Mark all as read
          </Button>
        )}
      </PageHeader>
      {statements}
      {list.isPending ? (
        <SkeletonRows
          label="Loading notifications"
          mark="size-11 rounded-panel"
          lines={['h-3 w-14', 'h-4 w-2/3', 'h-4 w-1/2']}
        />
      ) : !list.data ? (
        <LoadFailed title="Couldn’t load your notifications" query={list} />
      ) : newest === undefined ? (
        <EmptyState
          icon={<BellOff />}
          title="No Notifications Yet"
          text="Replies, comments, followers and gifts appear here."
        />
      ) : (
        <Days items={items} list={list} />
      )}
      <div className="mt-8 flex flex-wrap gap-3">
        <ButtonLink to={screens.settingsNotifications.path}>Notification settings</ButtonLink>
        <ButtonLink to={screens.gallery.path} look="quiet">
          Back to home
        </ButtonLink>
      </div>
    </div>
  )
}

function Days({ items, list }: { items: Notification[]; list: ReturnType<typeof useNotifications> }) {
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-8">
      {groupByDay(items).map(({ name, items: ofDay }) => (
        <section key={ofDay[0]?.id} aria-label={name}>
          <h2 className="mb-2.5 px-4 text-sm font-semibold text-soft sm:px-5">{name}</h2>
          <BorderedList>
            {ofDay.map((notification) => (
              <NotificationRow key={notification.id} {...notification} />
            ))}
          </BorderedList>
        </section>
      ))}
      <div className="flex flex-col items-center gap-3 text-center">
        {list.isFetchNextPageError && (
          <p role="alert" className="text-danger-text">
            Couldn’t load more notifications.
          </p>
        )}
        {list.hasNextPage && (
          <Button isLoading={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
            Show more
          </Button>
        )}
      </div>
    </div>
  )
}

const icons: Record<NotificationKind, ComponentType<{ className?: string }>> = {
  welcome: Gem,
  reward_ready: Gift,
  reply_finished: MessageCircle,
  comment: MessageSquare,
  comment_reply: Reply,
  likes: Heart,
  follower: UserPlus,
  creator_published: Sparkles,
  character_updated: Sparkles,
  decision: Scale,
  review_decided: Scale,
  rubies_received: Gem,
  announcement: Megaphone,
  webhook_off: Webhook,
}

/** The whole row is the link. What leads nowhere has a button to mark it. */
function NotificationRow({ id, kind, title, text, href, pictureUrl, createdAt, isRead }: Notification) {
  const read = useReadNotification()
  const mark = () => void (!isRead && read.mutate(id))
  return (
    <li
      className={classNames(
        'relative flex gap-4 p-4 transition-colors sm:p-5',
        isRead && 'bg-bg',
        href !== null && 'hover:bg-hover'
      )}
    >
      <Sign kind={kind} pictureUrl={pictureUrl} isRead={isRead} />
      <div className="min-w-0 flex-1">
        <p className="flex flex-wrap items-center justify-between gap-x-3 text-xs text-faint">
          <time dateTime={createdAt}>{relativeTime(createdAt)}</time>
          {!isRead && (
            <span className="flex items-center gap-1.5 font-semibold text-accent-text">
              <span aria-hidden className="size-2 rounded-full bg-current" />
              Unread
            </span>
          )}
        </p>
        <h3 className={classNames('mt-0.5 font-semibold break-words', isRead && 'text-soft')}>
          {href === null ? (
            title
          ) : (
            <Link to={href} onClick={mark} className="after:absolute after:inset-0">
              {title}
            </Link>
          )}
        </h3>
        {text && <p className="mt-0.5 line-clamp-3 text-ui break-words text-soft">{text}</p>}
      </div>
      {href === null && !isRead && (
        <IconButton label={`Mark as read: ${title}`} icon={<Check />} className="-my-1 -mr-2" onClick={mark} />
      )}
    </li>
  )
}

/** The picture with the icon of the kind in its corner, or the icon alone. */
function Sign({ kind, pictureUrl, isRead }: Pick<Notification, 'kind' | 'pictureUrl' | 'isRead'>) {
  // A kind that is newer than this page has none.
  const Icon = icons[kind] ?? Megaphone
  const colors = isRead ? 'bg-hover text-faint' : 'bg-accent-soft text-accent-text'
  if (pictureUrl === null)
    return (
      <span aria-hidden className={classNames('grid size-11 shrink-0 place-items-center rounded-panel', colors)}>
        <Icon className="size-5" />
      </span>
    )
  return (
    <span aria-hidden className="relative size-11 shrink-0">
      <Picture address={pictureUrl} name="" sizes="2.75rem" className="size-11 rounded-panel" />
      <span
        className={classNames(
          'absolute -right-1.5 -bottom-1.5 grid size-6 place-items-center rounded-full border-2 border-raised',
          colors
        )}
      >
        <Icon className="size-3.5" />
      </span>
    </span>
  )
}
