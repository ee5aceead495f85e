/** Wire types and limits of notifications, also for the browser. */

/** The kinds of events that users are notified of. */
export const notificationKinds = [
  'welcome',
  'reward_ready',
  'reply_finished',
  'comment',
  'comment_reply',
  'likes',
  'follower',
  'creator_published',
  'character_updated',
  'decision',
  'review_decided',
  'rubies_received',
  'announcement',
  'webhook_off',
] as const
export type NotificationKind = (typeof notificationKinds)[number]

/** The ways in which users are notified. `app` is the list of notifications. */
export const notificationWays = ['app', 'push', 'mail'] as const
export type NotificationWay = (typeof notificationWays)[number]

/** The kinds that the app always lists, because the law asks for it. */
export const alwaysListed: readonly NotificationKind[] = ['decision', 'review_decided']

export const limits = {
  pageDefault: 30,
  pageMax: 100,
  /** A user's notifications. The oldest ones are deleted beyond them. */
  perUser: 1_000,
  keptDays: 90,
} as const

/** One notification, or several that are shown as one. */
export interface Notification {
  /** The id of the newest one. */
  id: string
  kind: NotificationKind
  title: string
  /** May be empty. */
  text: string
  /** A path of the web app. Null if it leads nowhere. */
  href: string | null
  pictureUrl: string | null
  /** How many notifications it stands for. */
  count: number
  createdAt: string
  isRead: boolean
}

/** `unread`: how many are left, in which a group counts as one. */
export interface MarkedRead {
  unread: number
}

/** The ways in which the user is notified of each kind. */
export type NotificationSettings = Record<NotificationKind, NotificationWay[]>

export interface NotificationSettingsChange {
  kind: NotificationKind
  /** Replaces the ways of this kind. */
  ways: NotificationWay[]
}

export const digestIntervals = ['day', 'week'] as const
export type DigestInterval = (typeof digestIntervals)[number]

/** The mail about unread notifications. `every` is null while it is off, as it is at first. */
export interface DigestSettings {
  every: DigestInterval | null
}

/** The number of unread notifications, for open tabs. Sent when a stream opens, and when the number changes. */
export interface NotificationsEvent {
  type: 'notifications'
  unread: number
}

export const pushLimits = {
  /** The subscriptions of a user. */
  devices: 10,
  pushesPerHour: 20,
  changesPerMinute: 20,
  endpointMax: 1_024,
} as const

/** The browser that asks, as one that gets pushes. */
export interface PushState {
  /** The key for `pushManager.subscribe`. */
  publicKey: string
  /** Null without a subscription. Browsers renew one that is outdated, because the key has changed since. */
  device: { endpoint: string; showsTexts: boolean; isOutdated: boolean } | null
}

export interface PushSubscriptionBody {
  endpoint: string
  keys: { p256dh: string; auth: string }
  /** The key with which it was made. */
  publicKey: string
  /** Whether names and texts may be on the lock screen of this device. */
  showsTexts: boolean
}

/** A push as the service worker gets it. Words and a picture are there only if the device's owner allowed them. */
export interface PushMessage {
  id: string
  kind: NotificationKind
  /** A path of the web app. */
  href: string
  /** A push replaces an earlier one with the same tag. */
  tag: string
  title?: string
  text?: string
  pictureUrl?: string
}
