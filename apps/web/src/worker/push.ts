import type { NotificationKind, PushMessage } from '#modules/notices/api'

/** Shown on devices whose owner doesn't want texts on the lock screen. */
const sentences: Record<NotificationKind, string> = {
  welcome: 'Welcome.',
  reward_ready: 'Your daily reward is ready.',
  reply_finished: 'A reply is ready.',
  comment: 'Someone commented on your character.',
  comment_reply: 'Someone replied to your comment.',
  likes: 'Someone liked your character.',
  follower: 'Someone follows you.',
  creator_published: 'A creator you follow has a new character.',
  character_updated: 'A character has a new version.',
  decision: 'There is a decision of the moderators.',
  review_decided: 'A moderator has reviewed what you wanted to publish.',
  rubies_received: 'You received rubies.',
  announcement: 'There is news.',
  webhook_off: 'A webhook was turned off.',
}
/** For kinds of a newer version, too. */
const anything = 'You have a new notification.'

export interface ShownPush {
  title: string
  options: NotificationOptions & { data: { href: string; id: string | null } }
}

const isPath = (text: unknown): text is string => typeof text === 'string' && /^\/(?!\/)/.test(text)

/** Returns the notification for a push. Browsers require one for every push, also for one that can't be read. */
export function notificationOf(payload: unknown, brandName: string): ShownPush {
  const { id, kind, href, tag, title, text, pictureUrl } = Object(payload) as Partial<PushMessage>
  const icon = '/icon-192.png'
  return {
    title: title ?? brandName,
    options: {
      body: title === undefined ? ((kind && sentences[kind]) ?? anything) : (text ?? ''),
      icon: pictureUrl ?? icon,
      badge: icon,
      ...(tag && { tag }),
      data: { href: isPath(href) ? href : '/notifications', id: typeof id === 'string' ? id : null },
    },
  }
}
